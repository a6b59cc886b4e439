#![no_main]
use astride_differential::{Source, movingai_map};
libfuzzer_sys::fuzz_target!(|bytes: &[u8]| movingai_map(&mut Source::replay(bytes)));
