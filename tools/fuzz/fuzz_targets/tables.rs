#![no_main]
use astride_differential::{Source, tables};
libfuzzer_sys::fuzz_target!(|bytes: &[u8]| tables(&mut Source::replay(bytes)));
