#![no_main]
use astride_differential::{Source, instances};
libfuzzer_sys::fuzz_target!(|bytes: &[u8]| instances(&mut Source::replay(bytes)));
