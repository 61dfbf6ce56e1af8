/// Why a download failed.
public struct DownloadFault: Error, Sendable, Equatable, CustomStringConvertible {
    /// What is wrong, without a full stop and without the URL.
    public var message: String
    /// The server was out of reach, too slow, or out of order for now: a copy from before may serve. False where it
    /// answered with something else than the file, or can't be trusted.
    public var isUnreachable: Bool

    public init(message: String, isUnreachable: Bool) {
        self.message = message
        self.isUnreachable = isUnreachable
    }

    public var description: String { message }
}
