//! The message of a panic.

use std::any::Any;

/// Returns the message of a panic.
pub fn message_of(panic: &(dyn Any + Send)) -> &str {
    panic
        .downcast_ref::<String>()
        .map(String::as_str)
        .or(panic.downcast_ref::<&str>().copied())
        .unwrap_or("unknown panic")
}
