#![no_main]
use astride_differential::{Source, graphs};
libfuzzer_sys::fuzz_target!(|bytes: &[u8]| graphs(&mut Source::replay(bytes)));
