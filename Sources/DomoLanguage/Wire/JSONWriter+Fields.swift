public import DomoModel

/// Writes the fields of an object. Everything is inlined into the initializer of the object, so that only one field is
/// read at a time.
extension JSONWriter: FieldVisitor {
    public typealias Failure = Never

    @inline(__always)
    public mutating func field<Object, Value: WireValue>(
        _ key: StaticString,
        _ object: UnsafePointer<Object>?,
        _ value: (UnsafePointer<Object>) -> Value
    ) -> Value {
        let value = value(object!)
        self.key(key)
        value.write(to: &self)
        return value
    }

    @inline(__always)
    public mutating func field<Object, Value: WireValue>(
        _ key: StaticString,
        _ object: UnsafePointer<Object>?,
        _ value: (UnsafePointer<Object>) -> Value?
    ) -> Value? {
        guard let value = value(object!) else { return nil }
        self.key(key)
        value.write(to: &self)
        return value
    }

    @inline(__always)
    public mutating func nullable<Object, Value: WireValue>(
        _ key: StaticString,
        _ object: UnsafePointer<Object>?,
        _ value: (UnsafePointer<Object>) -> Value?
    ) -> Value? {
        let value = value(object!)
        self.key(key)
        if let value { value.write(to: &self) } else { null() }
        return value
    }

    @inline(__always)
    public mutating func field<Object, Value, Form: WireValue>(
        _ key: StaticString,
        _ object: UnsafePointer<Object>?,
        _ value: (UnsafePointer<Object>) -> Value,
        form: (Value) -> Form,
        read: (Form) throws -> Value
    ) -> Value {
        let value = value(object!)
        self.key(key)
        form(value).write(to: &self)
        return value
    }

    @inline(__always)
    public mutating func cause<Object>(
        _ object: UnsafePointer<Object>?,
        _ value: (UnsafePointer<Object>) -> Cause?
    ) -> Cause? {
        guard let cause = value(object!) else { return nil }
        write(cause)
        return cause
    }

    @inline(__always)
    public mutating func cause<Object>(
        _ object: UnsafePointer<Object>?,
        _ value: (UnsafePointer<Object>) -> Cause
    ) -> Cause {
        let cause = value(object!)
        write(cause)
        return cause
    }

    private mutating func write(_ cause: Cause) {
        key("by")
        string(cause.description)
        key("byKind")
        string(cause.kind.rawValue)
    }
}
