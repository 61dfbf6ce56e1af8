/// Why a download failed.
public struct DownloadFault: Error, Sendable, Equatable, CustomStringConvertible {
    public enum Kind: Sendable {
        /// The URL or the credentials are invalid; no request was sent.
        case badRequest
        /// The server was unreachable, too slow, or temporarily unavailable.
        case unreachable
        /// The server did not answer with the file, or is not trusted.
        case badAnswer
        /// The task was cancelled.
        case cancelled
    }

    /// What is wrong, without a full stop and without the URL.
    public var message: String
    public var kind: Kind

    /// Whether an earlier copy of the file may be used instead.
    public var isUnreachable: Bool { kind == .unreachable }

    public init(message: String, kind: Kind) {
        self.message = message
        self.kind = kind
    }

    public init(message: String, isUnreachable: Bool) {
        self.init(message: message, kind: isUnreachable ? .unreachable : .badAnswer)
    }

    public var description: String { message }
}
