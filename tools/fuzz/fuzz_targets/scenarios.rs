#![no_main]
use astride_differential::{Source, scenarios};
libfuzzer_sys::fuzz_target!(|bytes: &[u8]| scenarios(&mut Source::replay(bytes)));
