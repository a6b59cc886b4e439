#![no_main]
use astride_differential::{Source, dimacs};
libfuzzer_sys::fuzz_target!(|bytes: &[u8]| dimacs(&mut Source::replay(bytes)));
