#![no_main]
use astride_differential::{Source, pgm};
libfuzzer_sys::fuzz_target!(|bytes: &[u8]| pgm(&mut Source::replay(bytes)));
