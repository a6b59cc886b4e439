#![no_main]
use astride_differential::{Source, hierarchy};
libfuzzer_sys::fuzz_target!(|bytes: &[u8]| hierarchy(&mut Source::replay(bytes)));
