//! [`bytes`]: the memory that a node has on the heap.

use std::fmt::{self, Display};

use serde::ser::{self, Serialize, Serializer};

/// Estimates the bytes that a value has on the heap from the output of `serde`. Strings and sequences have one
/// allocation each, for exactly their elements. Boxes are not visible.
pub(crate) fn bytes<N: Serialize>(value: &N) -> usize {
    // A value that need not be dropped has nothing on the heap.
    if !std::mem::needs_drop::<N>() {
        return 0;
    }
    value.serialize(Measure).map_or(0, |size| size.heap)
}

/// The memory that a typical allocator takes for this many bytes: a header of 8 bytes, in steps of 16, and at least 32.
fn allocation(bytes: usize) -> usize {
    if bytes == 0 {
        0
    } else {
        (bytes + 8).next_multiple_of(16).max(32)
    }
}

/// The size of a `Vec` and of a `String`.
const LIST: usize = size_of::<Vec<u8>>();

/// The bytes of a value itself, and of its allocations.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Size {
    inline: usize,
    heap: usize,
}

impl Size {
    fn inline(bytes: usize) -> Self {
        let (inline, heap) = (bytes, 0);
        Self { inline, heap }
    }

    /// A list of elements that together have this size.
    fn list(elements: Self) -> Self {
        let heap = allocation(elements.inline) + elements.heap;
        Self { inline: LIST, heap }
    }
}

/// The value cannot be serialized.
#[derive(Debug)]
struct Refused;

impl Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value cannot be measured")
    }
}

impl std::error::Error for Refused {}

impl ser::Error for Refused {
    fn custom<T: Display>(_: T) -> Self {
        Self
    }
}

#[derive(Clone, Copy, Debug)]
struct Measure;

macro_rules! numbers {
    ($($method:ident: $type:ty,)*) => {
        $(fn $method(self, _: $type) -> Result<Size, Refused> {
            Ok(Size::inline(size_of::<$type>()))
        })*
    };
}

impl Serializer for Measure {
    type Ok = Size;
    type Error = Refused;
    type SerializeSeq = Parts;
    type SerializeTuple = Parts;
    type SerializeTupleStruct = Parts;
    type SerializeTupleVariant = Parts;
    type SerializeMap = Parts;
    type SerializeStruct = Parts;
    type SerializeStructVariant = Parts;

    numbers! {
        serialize_bool: bool,
        serialize_i8: i8,
        serialize_i16: i16,
        serialize_i32: i32,
        serialize_i64: i64,
        serialize_i128: i128,
        serialize_u8: u8,
        serialize_u16: u16,
        serialize_u32: u32,
        serialize_u64: u64,
        serialize_u128: u128,
        serialize_f32: f32,
        serialize_f64: f64,
        serialize_char: char,
    }

    fn serialize_str(self, text: &str) -> Result<Size, Refused> {
        Ok(Size::list(Size::inline(text.len())))
    }

    fn serialize_bytes(self, bytes: &[u8]) -> Result<Size, Refused> {
        Ok(Size::list(Size::inline(bytes.len())))
    }

    fn serialize_none(self) -> Result<Size, Refused> {
        Ok(Size::default())
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<Size, Refused> {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Result<Size, Refused> {
        Ok(Size::default())
    }

    fn serialize_unit_struct(self, _: &'static str) -> Result<Size, Refused> {
        Ok(Size::default())
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, _: &'static str) -> Result<Size, Refused> {
        Ok(Size::inline(1))
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, _: &'static str, value: &T) -> Result<Size, Refused> {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        value: &T,
    ) -> Result<Size, Refused> {
        value.serialize(self)
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<Parts, Refused> {
        Ok(Parts::new(true))
    }

    fn serialize_tuple(self, _: usize) -> Result<Parts, Refused> {
        Ok(Parts::new(false))
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Parts, Refused> {
        Ok(Parts::new(false))
    }

    fn serialize_tuple_variant(self, _: &'static str, _: u32, _: &'static str, _: usize) -> Result<Parts, Refused> {
        Ok(Parts::new(false))
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Parts, Refused> {
        Ok(Parts::new(true))
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Parts, Refused> {
        Ok(Parts::new(false))
    }

    fn serialize_struct_variant(self, _: &'static str, _: u32, _: &'static str, _: usize) -> Result<Parts, Refused> {
        Ok(Parts::new(false))
    }

    // The engine's format is not human-readable either.
    fn is_human_readable(&self) -> bool {
        false
    }
}

/// The sum of the sizes of the parts of a value.
#[derive(Debug)]
struct Parts {
    is_list: bool,
    sum: Size,
}

impl Parts {
    fn new(is_list: bool) -> Self {
        let sum = Size::default();
        Self { is_list, sum }
    }

    fn add<T: Serialize + ?Sized>(&mut self, part: &T) -> Result<(), Refused> {
        let size = part.serialize(Measure)?;
        self.sum.inline += size.inline;
        self.sum.heap += size.heap;
        Ok(())
    }

    fn size(&self) -> Size {
        if self.is_list { Size::list(self.sum) } else { self.sum }
    }
}

macro_rules! parts {
    ($($trait:ident: $method:ident($($name:ty)?),)*) => {
        $(impl ser::$trait for Parts {
            type Ok = Size;
            type Error = Refused;

            fn $method<T: Serialize + ?Sized>(&mut self, $(_: $name,)? part: &T) -> Result<(), Refused> {
                self.add(part)
            }

            fn end(self) -> Result<Size, Refused> {
                Ok(self.size())
            }
        })*
    };
}

parts! {
    SerializeSeq: serialize_element(),
    SerializeTuple: serialize_element(),
    SerializeTupleStruct: serialize_field(),
    SerializeTupleVariant: serialize_field(),
    SerializeStruct: serialize_field(&'static str),
    SerializeStructVariant: serialize_field(&'static str),
}

impl ser::SerializeMap for Parts {
    type Ok = Size;
    type Error = Refused;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), Refused> {
        self.add(key)
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Refused> {
        self.add(value)
    }

    fn end(self) -> Result<Size, Refused> {
        Ok(self.size())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_and_texts_are_allocations() {
        assert_eq!(bytes(&(7_u64, [1_u8; 20])), 0);
        assert_eq!(bytes(&vec![0_u8; 10]), 32);
        assert_eq!(bytes(&Vec::<u8>::new()), 0);
        assert_eq!(bytes(&vec![0_u64; 10]), 96);
        assert_eq!(bytes(&(5_u8, "thirty characters and some more".to_owned())), 48);
        assert_eq!(bytes(&Some(vec![vec![1_u8; 10]; 3])), 80 + 3 * 32);
        let map: std::collections::BTreeMap<u32, Vec<u8>> = [(1, vec![1; 30])].into();
        assert_eq!(bytes(&map), 48 + 48);
    }
}
