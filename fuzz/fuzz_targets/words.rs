#![no_main]
libfuzzer_sys::fuzz_target!(|bytes: &[u8]| astride_differential::replay("words", bytes));
