#![no_main]
use astride_differential::{Source, board};
libfuzzer_sys::fuzz_target!(|bytes: &[u8]| board(&mut Source::replay(bytes)));
