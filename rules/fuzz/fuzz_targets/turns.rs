#![no_main]

libfuzzer_sys::fuzz_target!(|choices: &[u8]| thicket_rules_fuzz::turns(choices));
