public import DomoModel

/// Goes through the fields of an object, and writes or reads each.
public protocol FieldVisitor {
    associatedtype Failure: Error

    /// A field that is always there.
    ///
    /// - `value`: its value in an object that is written.
    mutating func field<Object, Value: WireValue>(
        _ key: StaticString,
        _ object: UnsafePointer<Object>?,
        _ value: (UnsafePointer<Object>) -> Value
    ) throws(Failure) -> Value

    /// A field that is not there where it has no value.
    mutating func field<Object, Value: WireValue>(
        _ key: StaticString,
        _ object: UnsafePointer<Object>?,
        _ value: (UnsafePointer<Object>) -> Value?
    ) throws(Failure) -> Value?

    /// A field that is `null` where it has no value.
    mutating func nullable<Object, Value: WireValue>(
        _ key: StaticString,
        _ object: UnsafePointer<Object>?,
        _ value: (UnsafePointer<Object>) -> Value?
    ) throws(Failure) -> Value?

    /// A field whose form on the wire is another than that of its value.
    mutating func field<Object, Value, Form: WireValue>(
        _ key: StaticString,
        _ object: UnsafePointer<Object>?,
        _ value: (UnsafePointer<Object>) -> Value,
        form: (Value) -> Form,
        read: (Form) throws -> Value
    ) throws(Failure) -> Value

    /// `by`, for people, and `byKind` beside it: neither where there is no cause.
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
