public import DomoLanguage

/// Why there is no reply.
public enum ClientFault: Error, Sendable {
    /// The daemon is unreachable, or closed the connection before it replied.
    case disconnected(reason: String)
    /// The request is not a single valid line.
    case badLine
    /// The line is not valid in the command language.
    case refused(Fault)
    /// There is no room for the reply now.
    case overloaded(Fault)

    /// The daemon replied with something else than this program reads.
    ///
    /// - Parameter error: of the decoder.
    public static func unreadable(_ error: any Error) -> ClientFault {
        let problem = (error as? DecodingError)?.text ?? "not valid JSON"
        return .disconnected(reason: "domod sent an unreadable reply: \(problem); are both of the same version?")
    }
}
