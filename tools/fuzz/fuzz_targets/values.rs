#![no_main]
use astride_differential::{Source, values};
libfuzzer_sys::fuzz_target!(|bytes: &[u8]| values(&mut Source::replay(bytes)));
