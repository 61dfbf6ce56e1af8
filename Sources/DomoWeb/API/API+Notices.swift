import DomoClient
import DomoLanguage
import Hummingbird
import NIOCore

// Messages to people, and the browsers that get them.

extension API {
    private struct NoticeBody: JSONBody {
        static let properties: Set = ["text", "to", "urgent", "about"]

        var text: String
        var to: [String]
        var urgent: Bool?
        var about: String?
    }

    /// Responds when all messages of the notice have an outcome, or after a minute.
    func notify(_ call: Call) async throws(Problem) -> Response {
        let body = try await body(of: call, as: NoticeBody.self)
        var words: [Words.Word] = [.keyword("notify"), .literal(body.text)]
        words += [.keyword("--to"), .literal(body.to.joined(separator: ","))]
        if body.urgent == true { words.append(.keyword("--urgent")) }
        if let about = body.about { words += [.keyword("--about"), .literal(about)] }
        return try await wait(call, try parse(words))
    }

    // MARK: - Acknowledgements

    private struct AcknowledgementBody: JSONBody {
        static let properties: Set = ["code"]

        var code: String?
    }

    /// With the code of its message a notice is acknowledged without signing in; without one, by the role of the token.
    func acknowledge(
        _ number: String,
        _ request: Request,
        _ path: RequestPath,
        from address: String
    ) async throws(Problem) -> Response {
        guard let number = UInt64(number) else { throw .notFound("notice \"\(number.prefix(80))\"") }
        var request = request
        if let code = try await code(in: &request) {
            try origins.checkOrigin(of: request, isBearer: request.headers[.authorization] != nil)
            return json(try await acknowledge(number, code: code, from: address))
        }
        let call = try await call(for: request, path, from: address)
        return try await ask(call, .notices(.acknowledge(number: number)))
    }

    /// - Throws: 403 for a wrong code, which says nothing about the session of the browser.
    private func acknowledge(
        _ number: UInt64,
        code: String,
        from address: String
    ) async throws(Problem) -> ByteBuffer {
        do throws(Problem) {
            return try await attempt(from: address) { () throws(Problem) in
                do throws(ClientFault) {
                    return try await pool.acknowledge(number, code: code)
                } catch {
                    throw Self.problem(error)
                }
            }
        } catch {
            guard error.status == .unauthorized else { throw error }
            throw Problem(Fault(.notAllowed, error.detail, hint: "open the link in the message"))
        }
    }

    /// The code in the body, which may be missing.
    private func code(in request: inout Request) async throws(Problem) -> String? {
        let bytes: ByteBuffer
        do {
            bytes = try await request.body.collect(upTo: Self.maxSignIn)
        } catch {
            throw .unreadBody(error)
        }
        guard bytes.readableBytes > 0 else { return nil }
        request.body = .init(buffer: bytes)
        return try await body(of: request, upTo: Self.maxSignIn, as: AcknowledgementBody.self).code
    }

    // MARK: - Browsers

    private struct PushBody: JSONBody {
        static let properties: Set = ["endpoint", "p256dh", "auth"]

        var endpoint: String
        var p256dh: String
        var auth: String
    }

    private struct EndpointBody: JSONBody {
        static let properties: Set = ["endpoint"]

        var endpoint: String
    }

    func subscribe(_ call: Call) async throws(Problem) -> Response {
        let body = try await body(of: call, as: PushBody.self)
        let words: [Words.Word] = [.keyword("push"), .keyword("subscribe")]
        return try await ask(
            call,
            try parse(words + [.literal(body.endpoint), .literal(body.p256dh), .literal(body.auth)])
        )
    }

    /// The endpoint is a secret: it is in the body, since addresses are logged.
    func unsubscribe(_ call: Call) async throws(Problem) -> Response {
        let body = try await body(of: call, as: EndpointBody.self)
        return try await ask(call, try parse([.keyword("push"), .keyword("unsubscribe"), .literal(body.endpoint)]))
    }
}
