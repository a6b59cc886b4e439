//! [`error_texts`]: the texts of a crate's errors in one table, so that they can be compared.

/// Creates a test that compares the text of each error. It compiles only if every variant of each type has a row.
///
/// A text names the problem, the value and its place, and the remedy unless it is obvious.
macro_rules! error_texts {
    ($($type:ident { $($variant:ident $({ $($fields:tt)* })? $(($($values:tt)*))? => $text:expr;)+ })+) => {
        #[test]
        fn every_error_has_its_text() {
            $(
                // Several rows may show one variant.
                #[allow(unreachable_patterns)]
                let _: fn(&$type) = |error| match error {
                    $($type::$variant { .. } => (),)+
                };
                $(assert_eq!($type::$variant $({ $($fields)* })? $(($($values)*))?.to_string(), $text);)+
            )+
        }
    };
}
