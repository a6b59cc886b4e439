#![no_main]
use astride_differential::{Source, levels};
libfuzzer_sys::fuzz_target!(|bytes: &[u8]| levels(&mut Source::replay(bytes)));
