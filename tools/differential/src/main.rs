//! Compares astride with oracles on random cases, until one fails or the time is over.

use std::fs;
use std::io::{self, Write};
use std::panic;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use astride_differential::{FAMILIES, Family, Source, corpus, failure, smaller};

const HELP: &str = "\
Runs random cases of astride against oracles, until one fails or the time is over.

  --seconds N    for so long (10)
  --seed N       another sequence of cases (1)
  --case N       only this case of the sequence
  --family NAME  only cases of this family
  --file PATH    only the case in this file, of the family named by --family
  --unpack NAME  write the collected cases of this family, tools/fuzz/corpus/NAME.hex, as files into tools/fuzz/corpus/NAME/
  --pack NAME    collect the files in tools/fuzz/corpus/NAME/ in tools/fuzz/corpus/NAME.hex, besides the cases that have a name

Exit code: 0 if nothing is wrong, 1 if a case fails or does not end, 2 if the options or a file are bad.
";

/// The number of the running case plus 1, or 0 if none is running. A case that takes longer than a minute is considered
/// endless.
static CASE: AtomicU64 = AtomicU64::new(0);
const LONGEST: Duration = Duration::from_secs(60);

/// The location of the last panic.
static PLACE: Mutex<String> = Mutex::new(String::new());

struct Options {
    seconds: u64,
    seed: u64,
    case: Option<u64>,
    families: Vec<&'static Family>,
    file: Option<PathBuf>,
}

/// Returns `None` if the help was requested.
fn read(mut arguments: impl Iterator<Item = String>) -> Result<Option<Options>, String> {
    let mut options = Options {
        seconds: 10,
        seed: 1,
        case: None,
        families: FAMILIES.iter().filter(|family| family.is_random).collect(),
        file: None,
    };
    while let Some(name) = arguments.next() {
        if matches!(name.as_str(), "--help" | "-h") {
            return Ok(None);
        }
        if !["--seconds", "--seed", "--case", "--family", "--file"].contains(&name.as_str()) {
            return Err(format!("{name:?} is not an option by itself; --help lists them"));
        }
        let value = arguments
            .next()
            .ok_or_else(|| format!("{name}: the value is missing"))?;
        let number = || value.parse().map_err(|error| format!("{name} {value:?}: {error}"));
        match name.as_str() {
            "--seconds" => options.seconds = number()?,
            "--seed" => options.seed = number()?,
            "--case" => options.case = Some(number()?),
            "--family" => options.families = vec![family(&value)?],
            _ => options.file = Some(value.into()),
        }
    }
    // Another family would build another case from the file, which may well pass.
    if options.file.is_some() && options.families.len() != 1 {
        return Err("--file needs --family".into());
    }
    Ok(Some(options))
}

fn main() -> ExitCode {
    start().unwrap_or_else(|words| {
        let _ = writeln!(io::stderr(), "error: {words}");
        ExitCode::from(2)
    })
}

fn start() -> Result<ExitCode, String> {
    let arguments = std::env::args_os().skip(1);
    let arguments: Vec<String> = arguments.map(|argument| argument.to_string_lossy().into()).collect();
    let folder = corpus::folder();
    match &arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["--unpack", name] => family(name).map(|_| moved(corpus::unpack(&folder, name))),
        ["--pack", name] => family(name).map(|_| moved(corpus::pack(&folder, name))),
        _ => {
            let Some(options) = read(arguments.into_iter())? else {
                // If standard output is closed, the reader has read enough.
                let _ = write!(io::stdout(), "{HELP}");
                return Ok(ExitCode::SUCCESS);
            };
            panic::set_hook(Box::new(|info| {
                if let (Ok(mut place), Some(location)) = (PLACE.lock(), info.location()) {
                    *place = location.to_string();
                }
            }));
            Ok(run(&options))
        }
    }
}

/// The family with this name.
fn family(name: &str) -> Result<&'static Family, String> {
    FAMILIES.iter().find(|family| family.name == name).ok_or_else(|| {
        let names: Vec<_> = FAMILIES.iter().map(|family| family.name).collect();
        format!("no family is named {name:?} (known: {})", names.join(", "))
    })
}

/// Reports the number of cases packed or unpacked.
fn moved(count: io::Result<usize>) -> ExitCode {
    match count {
        Ok(count) => {
            println!("{count} cases");
            ExitCode::SUCCESS
        }
        Err(error) => {
            let _ = writeln!(io::stderr(), "error: {error}");
            ExitCode::from(2)
        }
    }
}

/// Runs the cases. The program fails if a case does.
fn run(options: &Options) -> ExitCode {
    if let (Some(path), [family, ..]) = (&options.file, &options.families[..]) {
        let bytes = match fs::read(path) {
            Ok(bytes) => bytes,
            Err(error) => {
                let _ = writeln!(io::stderr(), "error: {}: {error}", path.display());
                return ExitCode::from(2);
            }
        };
        return match failure(family, &mut Source::replay(&bytes)) {
            Some(_) => report(family, &bytes, &path.display().to_string()),
            None => ExitCode::SUCCESS,
        };
    }
    let seed = options.seed;
    thread::spawn(move || watch(seed));

    let (start, mut due) = (Instant::now(), 10);
    let cases = options.case.map_or(0..u64::MAX, |case| case..case.saturating_add(1));
    let mut count = 0;
    for case in cases {
        let seconds = start.elapsed().as_secs();
        if options.case.is_none() && seconds >= options.seconds {
            break;
        }
        if seconds >= due {
            due += 10;
            // If standard output is closed, nobody reads this.
            let _ = writeln!(io::stdout(), "{count} cases after {seconds} seconds");
        }
        CASE.store(case.saturating_add(1), Ordering::Relaxed);
        let mut source = Source::random(options.seed.wrapping_mul(0x2545_f491_4f6c_dd1d).wrapping_add(case));
        let family = options.families[source.below(options.families.len())];
        if failure(family, &mut source).is_some() {
            // The byte that chose the family is not part of the case.
            return report(
                family,
                &source.taken()[1..],
                &format!("--seed {seed} --case {case} --family {}", family.name),
            );
        }
        count += 1;
    }
    println!("{count} cases in {:.1?}: nothing is wrong", start.elapsed());
    ExitCode::SUCCESS
}

fn report(family: &Family, bytes: &[u8], place: &str) -> ExitCode {
    println!("a case fails ({place}); it is made smaller");
    CASE.store(0, Ordering::Relaxed);
    let bytes = smaller(family, bytes, 20_000);
    let mut source = Source::replay(&bytes).told();
    let message = failure(family, &mut source).unwrap_or_default();
    println!("#[test]\nfn found() {{");
    let story = source.story().join("\n");
    story.lines().for_each(|line| println!("    // {line}"));
    println!("    astride_differential::replay({:?}, &{bytes:?});\n}}", family.name);
    println!(
        "{}: {message}",
        PLACE.lock().map(|place| place.clone()).unwrap_or_default()
    );
    ExitCode::FAILURE
}

fn watch(seed: u64) {
    loop {
        let case = CASE.load(Ordering::Relaxed);
        thread::sleep(LONGEST);
        if case != 0 && case == CASE.load(Ordering::Relaxed) {
            // If standard output is closed, the exit code still reports this.
            let _ = writeln!(io::stdout(), "--seed {seed} --case {} goes on for ever", case - 1);
            std::process::exit(1);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    static RIGHT: Family = Family {
        name: "right",
        check: |source| assert!(source.below(9) < 9),
        is_random: true,
    };
    static WRONG: Family = Family {
        name: "wrong",
        check: |source| assert!(source.below(9) < 5, "a difference"),
        is_random: true,
    };

    fn options(family: &'static Family, file: Option<PathBuf>) -> Options {
        Options {
            seconds: 1,
            seed: 1,
            case: None,
            families: vec![family],
            file,
        }
    }

    /// `ExitCode` cannot be compared.
    fn is_success(code: ExitCode) -> bool {
        format!("{code:?}") == format!("{:?}", ExitCode::SUCCESS)
    }

    #[test]
    fn a_difference_is_an_error_of_the_program() {
        assert!(is_success(run(&options(&RIGHT, None))));
        assert!(!is_success(run(&options(&WRONG, None))));
        let path = std::env::temp_dir().join(format!("astride-differential-{}", std::process::id()));
        fs::write(&path, [8; 16]).unwrap();
        let codes = [&RIGHT, &WRONG].map(|family| is_success(run(&options(family, Some(path.clone())))));
        fs::remove_file(&path).unwrap();
        assert_eq!(codes, [true, false]);
    }

    #[test]
    fn a_file_is_a_case_of_one_family() {
        let read = |arguments: &[&str]| read(arguments.iter().map(ToString::to_string));
        for good in [&[][..], &["--family", "graphs"], &["--family", "board", "--file", "x"]] {
            assert!(matches!(read(good), Ok(Some(_))), "{good:?}");
        }
        assert!(matches!(read(&["--seconds", "3", "--help"]), Ok(None)));
        for (bad, words) in [
            (&["--file", "x"][..], "--family"),
            (&["--family", "none"], "graphs"),
            (&["--seconds"], "--seconds"),
            (&["--seed", "-1"], "--seed \"-1\""),
            (&["--sed", "1"], "--sed"),
        ] {
            let refusal = read(bad).err().unwrap_or_default();
            assert!(refusal.contains(words), "{refusal}");
        }
    }
}
