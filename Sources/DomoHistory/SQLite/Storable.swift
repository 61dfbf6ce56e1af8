import CSQLite

/// A value that can be bound to a statement: a number, a text, or nil.
protocol Storable {
    /// - Returns: a result code.
    func bind(to statement: OpaquePointer, at index: CInt) -> CInt
}

extension Int64: Storable {
    func bind(to statement: OpaquePointer, at index: CInt) -> CInt { sqlite3_bind_int64(statement, index, self) }
}

extension Int: Storable {
    func bind(to statement: OpaquePointer, at index: CInt) -> CInt { Int64(self).bind(to: statement, at: index) }
}

extension Double: Storable {
    func bind(to statement: OpaquePointer, at index: CInt) -> CInt { sqlite3_bind_double(statement, index, self) }
}

extension String: Storable {
    func bind(to statement: OpaquePointer, at index: CInt) -> CInt {
        var text = self
        return text.withUTF8 { bytes in
            // An empty text may have no address, which would bind NULL.
            guard let start = bytes.baseAddress, !bytes.isEmpty else {
                return domo_sqlite_bind_text(statement, index, "", 0)
            }
            guard let length = CInt(exactly: bytes.count) else { return SQLITE_TOOBIG }
            return start.withMemoryRebound(to: CChar.self, capacity: bytes.count) {
                domo_sqlite_bind_text(statement, index, $0, length)
            }
        }
    }
}

extension Optional: Storable where Wrapped: Storable {
    func bind(to statement: OpaquePointer, at index: CInt) -> CInt {
        switch self {
        case let value?: value.bind(to: statement, at: index)
        case nil: sqlite3_bind_null(statement, index)
        }
    }
}
