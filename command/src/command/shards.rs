//! `szala shards`: deals a run out to several machines, as a script for Slurm or for any shell. The script does only
//! what a person could type: it calls `run --shard`, `merge`, and `run --resume` for what was merged.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Args, FromArgMatches};
use szala_reports::{quoted, typed};

use super::run::Run;
use super::{Problem, deliver, say};
use crate::house::House;
use crate::options::count;

/// Options of `szala shards`.
#[derive(Debug, Args)]
pub(crate) struct Shards {
    /// Number of shards
    #[arg(long, value_parser = count::<1, 100_000>)]
    parts: u64,
    /// The folder of the whole run, on a disk that all machines share; the folders of its shards add a number to its
    /// name
    #[arg(long, value_name = "FOLDER")]
    out: PathBuf,
    /// Write a job array for Slurm; without this a script for any shell
    #[arg(long)]
    slurm: bool,
    /// Write the script to this new file instead of printing it
    #[arg(long, value_name = "FILE")]
    script: Option<PathBuf>,
    /// The scenario and the options of `szala run`, after all those above
    #[arg(
        required = true,
        trailing_var_arg = true,
        allow_hyphen_values = true,
        value_name = "SCENARIO [OPTIONS]"
    )]
    run: Vec<String>,
}

impl Shards {
    pub(crate) fn run(&self, house: &House) -> Result<ExitCode, Problem> {
        let grammar = Run::augment_args(clap::Command::new("szala run").no_binary_name(true));
        let read = grammar.try_get_matches_from(&self.run).and_then(|found| Run::from_arg_matches(&found));
        if let Err(help) = &read
            && help.exit_code() == 0
        {
            say(help.render())?;
            return Ok(ExitCode::SUCCESS);
        }
        let run = read.map_err(|wrong| {
            let told = wrong.render().to_string();
            let told = told.split("\n\nUsage:").next().unwrap_or_default();
            format!("these are no options of `szala run`: {}", told.trim_start_matches("error: ").trim_end())
        })?;
        let games = run.refuse_shards(house, self.parts)?;
        deliver(&self.text(games, run.threads()), self.script.as_deref())?;
        if let Some(script) = &self.script {
            aside!("{}", self.how_to_use(script));
        }
        Ok(ExitCode::SUCCESS)
    }

    fn how_to_use(&self, script: &Path) -> String {
        let (script, parts) = (quoted(&script.display().to_string()), self.parts);
        if self.slurm {
            return format!("submit it with `sh {script} submit`");
        }
        format!(
            "`sh {script} 1` to `sh {script} {parts}` play the shards, each on any machine, and `sh {script} merge` \
             joins them; without a word it does all of this here"
        )
    }

    /// The script, for any POSIX shell.
    fn text(&self, games: u64, threads: usize) -> String {
        let (parts, version) = (self.parts, env!("CARGO_PKG_VERSION"));
        let out = quoted(&self.out.display().to_string());
        let run = format!("\"$szala\" run {}", typed(&self.run));
        let slurm = if self.slurm {
            let cpus =
                if threads == 0 { String::new() } else { format!("#SBATCH --cpus-per-task={threads}\n") };
            format!("#SBATCH --job-name=szala\n#SBATCH --array=1-{parts}\n#SBATCH --requeue\n{cpus}")
        } else {
            String::new()
        };
        let (usual, more, also) = if self.slurm {
            let submit = "    submit)\n        array=$(sbatch --parsable \"$0\")\n        \
                          script=$0 sbatch --dependency=\"afterok:${array%%;*}\" --job-name=szala-merge \
                          --wrap 'sh \"$script\" merge' ;;\n";
            ("${SLURM_ARRAY_TASK_ID:-}", submit, " or submit")
        } else {
            ("all", "    all) for part in $(parts); do play \"$part\"; done; merge ;;\n", "")
        };
        format!(
            "#!/bin/sh\n{slurm}# {games} games in {parts} shards, dealt out by `szala shards`. A shard that was broken \
             off goes on when it is\n# called again; one that is done does nothing more.\n\
             set -eu\n\
             szala=${{SZALA:-szala}}\n\
             out={out}\n\
             here=$(\"$szala\" --version) || here='no szala; put it on the path, or its path in SZALA'\n\
             [ \"$here\" = 'szala {version}' ] || {{\n    \
             echo \"error: this is for szala {version}, and here is $here\" >&2\n    exit 2\n}}\n\
             parts() {{ i=0; while [ $i -lt {parts} ]; do i=$((i + 1)); echo $i; done; }}\n\
             play() {{ {run} --shard \"$1/{parts}\" --out \"$out-$1\" --resume; }}\n\
             merge() {{\n    set --\n    for part in $(parts); do set -- \"$@\" \"$out-$part\"; done\n    \
             grep -qs '\"is_finished\": true' \"$out/manifest.json\" || \"$szala\" merge --out \"$out\" \"$@\"\n    \
             {run} --out \"$out\" --resume\n}}\n\
             what=${{1:-{usual}}}\n\
             case $what in\n{more}    \
             merge) merge ;;\n    \
             *[!0-9]* | '' | 0*) echo \"error: say a shard from 1 to {parts}, or merge{also}\" >&2; exit 2 ;;\n    \
             *)\n        \
             [ \"$what\" -le {parts} ] || {{ echo \"error: there are {parts} shards\" >&2; exit 2; }}\n        \
             play \"$what\" ;;\n\
             esac\n"
        )
    }
}
