import DomoControl
import DomoLanguage

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
