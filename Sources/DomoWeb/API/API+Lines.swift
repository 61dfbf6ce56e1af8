import DomoClient
import DomoLanguage
import Hummingbird
import NIOCore

// Lines of the command language, for programs.

extension API {
    static let maxLines = 100
    /// The limit for all lines of a request. A line that is still running then continues, and gets `deadline-passed`.
    private static let linesLimit: Duration = .seconds(30)

    private struct LinesBody: JSONBody {
        static let properties: Set = ["lines"]

        var lines: [String]
    }

    func lines(_ call: Call) async throws(Problem) -> Response {
        let body = try await body(of: call, as: LinesBody.self)
        guard (1...Self.maxLines).contains(body.lines.count) else {
            throw Problem(
                .badRequest,
                "bad-request",
                "\"lines\" must have 1–\(Self.maxLines) lines, not \(body.lines.count)"
            )
        }
        // Check before running anything: a text with a control character was not meant as one line.
        for line in body.lines where !Self.isLine(line) {
            throw Problem(
                .badRequest,
                "bad-line",
                "a line contains control characters or is longer than \(Self.maxLine) bytes"
            )
        }
        let end = ContinuousClock.now + Self.linesLimit
        var response = json([])
        response.body = ResponseBody { writer in
            try await write(repliesTo: body.lines, call, before: end, to: &writer)
            try await writer.finish(nil)
        }
        return response
    }

    /// Replies are sent as they come: a line is run when the client has room for the replies before it. If the client is
    /// gone, the lines that only read are left out, and orders are given.
    @concurrent private func write(
        repliesTo lines: [String],
        _ call: Call,
        before end: ContinuousClock.Instant,
        to writer: inout any ResponseBodyWriter
    ) async throws {
        var text = ByteBuffer(string: #"{"replies":["#)
        var failure: (any Error)?
        for (number, line) in lines.enumerated() {
            if number > 0 { text.writeString(",") }
            if failure != nil, Self.onlyReads(line) { continue }
            let reply = await reply(to: line, call, before: end)
            guard failure == nil else { continue }
            do {
                if text.readableBytes + reply.readableBytes < Self.pieceLength {
                    text.writeImmutableBuffer(reply)
                    continue
                }
                try await writer.write(text)
                text = ByteBuffer()
                try await writer.write(reply)
                call.daemon.room.clear()
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
        text.writeString("]}")
        try await writer.write(text)
    }

    /// Short replies are sent together, in pieces of this length.
    private static let pieceLength = 16 * 1024

    private static func onlyReads(_ line: String) -> Bool {
        do throws(ClientFault) {
            return try request(line)?.onlyReads ?? true
        } catch {
            return true
        }
    }

    /// In bytes; the limit of the daemon.
    private static let maxLine = 64 * 1024

    private static func isLine(_ text: String) -> Bool {
        text.utf8.count < maxLine && !text.unicodeScalars.contains { $0.properties.generalCategory == .control }
    }

    /// The reply that the control socket would send.
    private func reply(to line: String, _ call: Call, before end: ContinuousClock.Instant) async -> ByteBuffer {
        do throws(ClientFault) {
            guard let request = try Self.request(line) else { throw .refused(Fault(.badRequest, "the line is empty")) }
            return try await self.reply(to: request, call, before: end)
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

    private func reply(
        to request: DomoLanguage.Request,
        _ call: Call,
        before end: ContinuousClock.Instant
    ) async throws(ClientFault) -> ByteBuffer {
        guard ContinuousClock.now < end else {
            throw .refused(
                Fault(
                    .deadlinePassed,
                    "not run: the lines before it took \(Self.linesLimit)",
                    hint: "send it in its own request"
                )
            )
        }
        switch LineUse(request) {
        case .atOnce: return try await call.daemon.ask(request).line
        case .waits:
            return try await LateReply.wait(until: end) { () throws(ClientFault) in
                try await call.daemon.wait(for: request).line
            }
        case .refused(let hint):
            throw .refused(Fault(.badRequest, "\(request.verb.rawValue) is not accepted here", hint: hint))
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

/// How a line received over HTTP is handled. Every new verb needs a decision here.
enum LineUse: Equatable {
    /// On the token's connection, which other requests share: it gets an immediate reply, and leaves no state behind.
    case atOnce
    /// On a connection of its own: it gets its reply when an operation has ended.
    case waits
    /// It would change the connection's principal or subscriptions, or is part of a dialogue.
    case refused(hint: String)

    init(_ request: DomoLanguage.Request) {
        switch request {
        case .list, .show, .model, .orders, .why, .history, .records, .log, .stats, .audit, .calendar, .scenes,
            .status, .doctor, .token, .hook, .notices, .push:
            self = .atOnce
        case .group, .script(.show), .script(.check), .plan: self = .atOnce
        case .scene(_, explain: true, _, _, _), .run(_, _, explain: true, _, _): self = .atOnce
        case .order, .scene, .sceneStop, .run, .record, .script, .knx, .discover, .reload, .export, .rename, .notify:
            self = .waits
        case .knock: self = .refused(hint: "use /hooks")
        case .login, .logout, .claim: self = .refused(hint: "use /api/v1/session")
        case .watch: self = .refused(hint: "use /api/v1/events")
        case .notifier: self = .refused(hint: "use the control socket")
        case .backup, .restore: self = .refused(hint: "use domo backup and domo restore")
        }
    }
}

extension Fault {
    fileprivate init(_ fault: ClientFault) {
        switch fault {
        case .refused(let fault), .overloaded(let fault): self = fault
        case .badLine: self.init(.badLine, "the line contains control characters or is too long")
        case .disconnected(let reason): self.init(.unreachable, reason)
        }
    }
}
