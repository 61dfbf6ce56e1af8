/// Why a download failed.
public struct DownloadFault: Error, Sendable, Equatable, CustomStringConvertible {
    public enum Kind: Sendable {
        /// The URL or the credentials can't be used: no server was asked.
        case badRequest
        /// The server was unreachable, too slow, or out of order for now.
        case unreachable
        /// It answered with something else than the file, or can't be trusted.
        case badAnswer
        /// The task that wanted the file was cancelled.
        case cancelled
    }

    /// What is wrong, without a full stop and without the URL.
    public var message: String
    public var kind: Kind

    /// A copy from before may serve.
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
