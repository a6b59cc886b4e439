#![no_main]
use astride_differential::{Source, changes};
libfuzzer_sys::fuzz_target!(|bytes: &[u8]| changes(&mut Source::replay(bytes)));
