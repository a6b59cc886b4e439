#![no_main]
use astride_differential::{Source, words};
libfuzzer_sys::fuzz_target!(|bytes: &[u8]| words(&mut Source::replay(bytes)));
