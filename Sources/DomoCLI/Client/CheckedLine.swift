import DomoControl
import DomoLanguage
import DomoModel
import Glibc

/// A request, and the line that says it.
struct CheckedLine {
    /// Without the line break.
    let text: String
    let request: Request

    init(_ request: Request) { (text, self.request) = (request.line, request) }

    /// - Parameter text: was read as the request.
    init(_ text: String, _ request: Request) { (self.text, self.request) = (text, request) }

    /// The line with an option more, which changes nothing of how the reply is handled.
    func adding(_ option: String, _ value: String? = nil) -> Self {
        CheckedLine("\(text) \(option)" + (value.map { " " + Words.quoted($0) } ?? ""), request)
    }

    /// The line with the time until which it is wanted, if it gives an order and has none. Not for a fleet: its orders have
    /// such a time by the clock of the house.
    func limited(at now: Timestamp = LocalTime.now) throws(Fault) -> Self {
        // The text may have more options than the request.
        guard request.isOrder, getenv(Self.relayed) == nil, let sent = try RequestParser.parse(text) else {
            return self
        }
        let limited = sent.limited(at: now)
        return limited == sent ? self : CheckedLine(limited.line, request)
    }

    /// Set by `domo-fleet`.
    private static let relayed = "DOMO_RELAYED"

    /// - Throws: `bad-line` if it doesn't fit into one line.
    func bytes() throws(Fault) -> [UInt8] {
        let bytes = Array(text.utf8)
        guard !bytes.contains(where: { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") || $0 == 0 }) else {
            throw Fault(.badLine, "a name or value contains a line break", hint: "remove the line break")
        }
        guard bytes.count < ControlConnection.maxLineLength else {
            throw Fault(.badLine, "the request has \(bytes.count) bytes", hint: "a request has at most 64 KiB")
        }
        return bytes + [UInt8(ascii: "\n")]
    }
}
