//! [`forward`]: methods that only call the same method of another value.

/// Defines methods that only call the same method of another value: `forward!(self.problem => fn start(&self) ->
/// Point;);`.
macro_rules! forward {
    ($other:expr => $(
        $(#[$attribute:meta])*
        $visibility:vis fn $method:ident(&$this:ident $(, $given:ident: $type:ty)*) $(-> $returned:ty)?;
    )+) => {$(
        $(#[$attribute])*
        #[inline]
        $visibility fn $method(&$this $(, $given: $type)*) $(-> $returned)? {
            $other.$method($($given),*)
        }
    )+};
}
pub(crate) use forward;
