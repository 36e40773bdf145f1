"""The command `szala`, as `pip install szala` gives it."""

import signal
import sys

from szala import _szala


def main() -> int:
    """Run the command line that this process was started with."""
    # The command listens for Ctrl-C itself, and a second one ends it at once.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    return _szala.main(["szala", *sys.argv[1:]])


if __name__ == "__main__":
    sys.exit(main())
