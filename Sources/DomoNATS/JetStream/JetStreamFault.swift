/// Why JetStream did not do what was asked.
public enum JetStreamFault: Error, Equatable, Sendable, CustomStringConvertible {
    /// There is no reply; of a publish it is not known whether it is stored.
    case connection(NATSFault)
    /// No stream has the subject, or JetStream is not running.
    case noStream
    /// The stream is full (`discard: new`). The message is not stored; keep it and try again later.
    case streamFull(String)
    /// The message is larger than the stream takes.
    case messageTooLarge(String)
    /// No leader, too few servers, or too many requests: try again later.
    case unavailable(String)
    /// The stream or the consumer does not exist.
    case notFound(String)
    /// Anything else.
    case refused(code: Int, error: Int, description: String)
    /// Another stream than the expected one has stored the message.
    case otherStream(String)
    /// The reply can't be read.
    case malformed

    public var description: String {
        switch self {
        case .connection(let fault): "\(fault)"
        case .noStream: "no stream receives this subject, or JetStream is not running"
        case .streamFull(let text): "the stream is full: \(text)"
        case .messageTooLarge(let text): "the message is too large: \(text)"
        case .unavailable(let text): "JetStream is not available now: \(text)"
        case .notFound(let text): "JetStream does not have it: \(text)"
        case .refused(let code, let error, let description): "JetStream refused: \(description) (\(code), \(error))"
        case .otherStream(let name): "the message was stored in the stream \(name.debugDescription)"
        case .malformed: "the reply of JetStream is not readable"
        }
    }

    /// Whether the same request may succeed later.
    public var isTemporary: Bool {
        switch self {
        case .connection(.invalid), .connection(.payloadTooLarge), .messageTooLarge, .notFound, .refused, .otherStream,
            .malformed:
            false
        case .connection, .noStream, .streamFull, .unavailable: true
        }
    }

    /// An error of the API: nats-server, `server/errors.json`.
    init(code: Int, error: Int, description: String) {
        let text = String(description.unicodeScalars.filter { $0.value >= 0x20 }.prefix(300).map(Character.init))
        switch error {
        // maximum bytes, maximum messages
        case 10077: self = .streamFull(text)
        case 10054: self = .messageTooLarge(text)
        case 10014, 10059: self = .notFound(text)
        // Clustering, resources, storage.
        case 10008, 10009, 10023, 10028, 10035, 10039, 10047, 10076, 10167: self = .unavailable(text)
        default:
            self =
                code == 503 || code == 429 ? .unavailable(text) : .refused(code: code, error: error, description: text)
        }
    }
}
