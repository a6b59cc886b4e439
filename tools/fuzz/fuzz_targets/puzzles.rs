#![no_main]
use astride_differential::{Source, puzzles};
libfuzzer_sys::fuzz_target!(|bytes: &[u8]| puzzles(&mut Source::replay(bytes)));
