import DomoJSON
import NIOCore

/// The JSON object in a reply of JetStream, without an error.
struct JetStreamReply {
    let root: JSONValue

    private static let maxDepth = 32
    private static let maxMemory = 8 << 20

    init(_ message: NATSMessage) throws(JetStreamFault) {
        let bytes = Array(message.payload.readableBytesView)
        guard let document = JSONDocument(bytes, maxDepth: Self.maxDepth, maxMemory: Self.maxMemory),
            document.root.isObject
        else { throw .malformed }
        if let error = document.root["error"] {
            throw JetStreamFault(
                code: error["code"]?.integer() ?? 0,
                error: error["err_code"]?.integer() ?? 0,
                description: error["description"]?.string ?? ""
            )
        }
        root = document.root
    }
}
