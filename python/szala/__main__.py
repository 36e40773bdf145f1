"""`python -m szala` is the command."""

import sys

from szala._command import main

sys.exit(main())
