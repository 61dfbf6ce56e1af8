import DomoClient
import DomoLanguage
import Hummingbird
import NIOCore

// Lines of the command language, for whoever knows it: a field to type in, and programs.

extension API {
    static let maxLines = 100
    /// All lines of a request together. What is not done by then goes on, and its line is answered without it.
    private static let linesLimit: Duration = .seconds(30)

    private struct LinesBody: RequestBody {
        static let properties: Set = ["lines"]

        var lines: [String]
    }

    func lines(_ call: Call) async throws(Problem) -> Response {
        let body = try await body(of: call.request, as: LinesBody.self)
        guard (1...Self.maxLines).contains(body.lines.count) else {
            throw Problem(.badRequest, "bad-request", "\"lines\" holds 1–\(Self.maxLines) lines")
        }
        // Before anything is done: a text with a control character was not meant as one line.
        for line in body.lines where !Self.isLine(line) {
            throw Problem(
                .badRequest,
                "bad-line",
                "a line holds control characters, or is longer than \(Self.maxLine) bytes"
            )
        }
        let end = ContinuousClock.now + Self.linesLimit
        var replies: [ByteBuffer] = []
        for line in body.lines { replies.append(await reply(to: line, call, before: end)) }
        var content = ByteBuffer(string: #"{"replies":["#)
        for (number, reply) in replies.enumerated() {
            if number > 0 { content.writeString(",") }
            content.writeImmutableBuffer(reply)
        }
        content.writeString("]}")
        return json(content)
    }

    /// In bytes: as much as the daemon reads.
    private static let maxLine = 64 * 1024

    private static func isLine(_ text: String) -> Bool {
        text.utf8.count < maxLine && !text.unicodeScalars.contains { $0.properties.generalCategory == .control }
    }

    /// What the control socket would answer.
    private func reply(to line: String, _ call: Call, before end: ContinuousClock.Instant) async -> ByteBuffer {
        do throws(ClientFault) {
            guard let request = try Self.request(line) else { throw .refused(Fault(.badRequest, "the line is empty")) }
            var reply = ByteBuffer(string: #"{"ok":"#)
            reply.writeImmutableBuffer(try await content(of: request, call, before: end))
            reply.writeString("}")
            return reply
        } catch {
            return Self.reply(Fault(error))
        }
    }

    private static func request(_ line: String) throws(ClientFault) -> DomoLanguage.Request? {
        do throws(Fault) {
            return try RequestParser.parse(line)
        } catch {
            throw .refused(error)
        }
    }

    private func content(
        of request: DomoLanguage.Request,
        _ call: Call,
        before end: ContinuousClock.Instant
    ) async throws(ClientFault) -> ByteBuffer {
        guard ContinuousClock.now < end else {
            throw .refused(
                Fault(.deadlinePassed, "the lines before it took \(Self.linesLimit)", hint: "send it on its own")
            )
        }
        switch LineUse(request) {
        case .atOnce: return try await call.session.ask(request, from: call.address).content
        case .waits:
            return try await LateReply.wait(until: end) { () throws(ClientFault) in
                try await call.session.wait(for: request, from: call.address).content
            }
        case .refused(let hint):
            throw .refused(Fault(.badRequest, "\(request.verb.rawValue) is not taken here", hint: hint))
        }
    }

    private static func reply(_ fault: Fault) -> ByteBuffer {
        var json = JSONWriter()
        json.object { json in
            json.key("error")
            json.object { json in
                json.key("code")
                json.string(fault.code.rawValue)
                json.key("message")
                json.string(fault.message)
                json.optional("hint", fault.hint)
            }
        }
        return ByteBuffer(bytes: json.bytes)
    }
}

/// How a line is handled that came over HTTP. A verb that is new has to be decided on.
enum LineUse: Equatable {
    /// On the connection of the token, which other requests share: it is answered at once, and leaves nothing behind.
    case atOnce
    /// On a connection of its own: it is answered when something has come to its end.
    case waits
    /// It would change who the connection is, or what comes over it, or belongs to a dialogue.
    case refused(hint: String)

    init(_ request: DomoLanguage.Request) {
        switch request {
        case .list, .show, .model, .orders, .why, .history, .stats, .calendar, .scenes, .status, .doctor, .token:
            self = .atOnce
        case .group, .script(.show), .script(.check), .plan: self = .atOnce
        case .scene(_, explain: true, _), .run(_, _, explain: true, _): self = .atOnce
        case .order, .scene, .sceneStop, .run, .record, .script, .knx, .discover, .reload, .export: self = .waits
        case .login, .logout, .claim: self = .refused(hint: "use /api/v1/session")
        case .watch: self = .refused(hint: "use /api/v1/events")
        case .backup, .restore: self = .refused(hint: "use domo backup and domo restore")
        }
    }
}

extension Fault {
    fileprivate init(_ fault: ClientFault) {
        switch fault {
        case .refused(let fault): self = fault
        case .badLine: self.init(.badLine, "it is no line of the language")
        case .disconnected(let reason): self.init(.unreachable, reason)
        }
    }
}
