/// An answer of the simulator.
struct Answer: Sendable, Equatable {
    var status: Int
    var contentType: String?
    var body: [UInt8] = []
    /// The allowed methods of the path, if the request used another.
    var allow: String?
    /// In seconds.
    var retryAfter: Int?

    static let noContent = Answer(status: 204)

    static func badRequest(_ reason: String) -> Answer { text(400, reason) }
    static func notFound(_ reason: String) -> Answer { text(404, reason) }
    static let failure = text(500, "failed on purpose")

    static func notAllowed(allow: String) -> Answer {
        var answer = text(405, "method not allowed; use \(allow)")
        answer.allow = allow
        return answer
    }

    /// One line of plain text.
    static func text(_ status: Int, _ line: String) -> Answer {
        Answer(status: status, contentType: "text/plain; charset=utf-8", body: Array("\(line.printable)\n".utf8))
    }

    /// - Parameter status: 429 or 503.
    static func busy(_ status: Int, retryAfter: Int?) -> Answer {
        var answer = text(status, "busy on purpose")
        answer.retryAfter = retryAfter
        return answer
    }

    static func json(_ body: [UInt8]) -> Answer {
        Answer(status: 200, contentType: "application/json", body: body)
    }

    /// The reason in a text answer.
    var reason: String? {
        contentType?.hasPrefix("text/") == true ? String(decoding: body.dropLast(), as: UTF8.self) : nil
    }
}
