public import DomoModel

/// Writes or reads the fields of an object.
public protocol FieldVisitor {
    associatedtype Failure: Error

    /// A required field.
    ///
    /// - Parameter value: returns the value when writing.
    mutating func field<Object, Value: WireValue>(
        _ key: StaticString,
        _ object: UnsafePointer<Object>?,
        _ value: (UnsafePointer<Object>) -> Value
    ) throws(Failure) -> Value

    /// A field that is omitted if it has no value.
    mutating func field<Object, Value: WireValue>(
        _ key: StaticString,
        _ object: UnsafePointer<Object>?,
        _ value: (UnsafePointer<Object>) -> Value?
    ) throws(Failure) -> Value?

    /// A field that is `null` if it has no value.
    mutating func nullable<Object, Value: WireValue>(
        _ key: StaticString,
        _ object: UnsafePointer<Object>?,
        _ value: (UnsafePointer<Object>) -> Value?
    ) throws(Failure) -> Value?

    /// A field with another type on the wire.
    mutating func field<Object, Value, Form: WireValue>(
        _ key: StaticString,
        _ object: UnsafePointer<Object>?,
        _ value: (UnsafePointer<Object>) -> Value,
        form: (Value) -> Form,
        read: (Form) throws -> Value
    ) throws(Failure) -> Value

    /// `by`, for people, and `byKind`; both are omitted if there is no cause.
    mutating func cause<Object>(
        _ object: UnsafePointer<Object>?,
        _ value: (UnsafePointer<Object>) -> Cause?
    ) throws(Failure) -> Cause?

    /// `by` and `byKind`.
    mutating func cause<Object>(
        _ object: UnsafePointer<Object>?,
        _ value: (UnsafePointer<Object>) -> Cause
    ) throws(Failure) -> Cause
}
