/// The reply to the steps of `backup` and `restore`.
public struct TransferReport: Equatable, Sendable {
    /// Identifies the copy in the following steps.
    public var token: String
    /// The size of the whole copy in bytes.
    public var bytes: Int
    /// The requested part in base64.
    public var data: String?
    /// Where the old database is kept, after a restore.
    public var kept: String?

    public init(token: String, bytes: Int, data: String? = nil, kept: String? = nil) {
        self.token = token
        self.bytes = bytes
        self.data = data
        self.kept = kept
    }
}

extension TransferReport: WireObject {
    public init<Fields: FieldVisitor>(_ fields: inout Fields, _ object: UnsafePointer<Self>?) throws(Fields.Failure) {
        token = try fields.field("token", object, \.pointee.token)
        bytes = try fields.field("bytes", object, \.pointee.bytes)
        data = try fields.field("data", object, \.pointee.data)
        kept = try fields.field("kept", object, \.pointee.kept)
    }
}
