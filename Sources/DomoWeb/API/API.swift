import DomoClient
import DomoLanguage
import DomoModel
import FoundationEssentials
import HTTPTypes
import Hummingbird
import NIOCore
import NIOFoundationEssentialsCompat

/// `/api/v1`: requests become lines of the language, and replies go out as they are.
struct API: Sendable {
    static let maxBody = 256 * 1024

    let pool: SessionPool
    let origins: Origins
    let brake: FailureBrake
    let addresses: ClientAddresses
    let isSecure: Bool

    /// A request with whom it is for.
    struct Call {
        var request: Request
        var path: RequestPath
        var address: String
        var session: TokenSession
        var view: SessionView
        /// The token ends with the session.
        var isOwnToken: Bool
    }

    // MARK: - Routes

    /// - Parameter path: without `api` and `v1`.
    func respond(to request: Request, _ path: RequestPath, from peer: SocketAddress?) async throws(Problem) -> Response
    {
        let address = addresses.address(of: request, from: peer)
        let parts = Array(path.parts.dropFirst(2))
        guard let resource = parts.first else { throw .notFound("resource") }
        if resource == "session", parts.count == 1, request.method == .post {
            try origins.checkOrigin(of: request, isBearer: false)
            return try await signIn(request, from: address)
        }
        let presented = try Credentials.token(in: request)
        try origins.checkOrigin(of: request, isBearer: presented.isBearer)
        try checkBrake(address)
        let session: TokenSession
        let view: SessionView
        do throws(ClientFault) {
            (session, view) = try await pool.session(of: presented.token, from: address)
        } catch {
            guard case .refused(let fault) = error, fault.code == .notAllowed else { throw Problem(error) }
            brake.note(address)
            throw .unauthorized(fault.message)
        }
        let call = Call(
            request: request,
            path: path,
            address: address,
            session: session,
            view: view,
            isOwnToken: presented.isOwn
        )
        switch (resource, request.method) {
        case ("session", .get): return json(sessionJSON(view))
        case ("session", .delete): return try await signOut(call)
        case ("model", .get): return try await model(call)
        case ("places", .get): return try await places(call)
        case ("elements", .get): return try await ask(call, .show(element: try name(call)))
        case ("orders", .get): return try await orders(call)
        case ("orders", .post): return try await order(call)
        case ("history", .get): return try await history(call)
        case ("stats", .get): return try await ask(call, .stats(path: call.path.name(after: 3)))
        case ("scenes", .get): return try await ask(call, .scenes)
        case ("scenes", .post): return try await scene(call, Array(parts.dropFirst()))
        case ("calendar", .get): return try await line(call, [.keyword("calendar")], options: ["from", "for"])
        case ("status", .get): return try await ask(call, .status)
        case ("reload", .post): return try await wait(call, .reload)
        case ("tokens", .get): return try await ask(call, .token(.list))
        case ("tokens", .post): return try await newToken(call)
        case ("tokens", .delete): return try await ask(call, .token(.revoke(name: try name(call))))
        case ("events", .get): return try await EventStream(call: call).response()
        default: throw unknown(resource, request.method)
        }
    }

    private static let methods: [String: [HTTPRequest.Method]] = [
        "session": [.get, .post, .delete], "model": [.get], "places": [.get], "elements": [.get],
        "orders": [.get, .post],
        "history": [.get], "stats": [.get], "scenes": [.get, .post], "calendar": [.get], "status": [.get],
        "reload": [.post], "tokens": [.get, .post, .delete], "events": [.get],
    ]

    private func unknown(_ resource: String, _ method: HTTPRequest.Method) -> Problem {
        guard let allowed = Self.methods[resource] else { return .notFound("resource \"\(resource.prefix(80))\"") }
        let names = allowed.map(\.rawValue).joined(separator: ", ")
        var problem = Problem(.methodNotAllowed, "bad-method", "\(resource) takes \(names)")
        problem.headers[.allow] = names
        return problem
    }

    func checkBrake(_ address: String) throws(Problem) {
        guard let wait = brake.wait(for: address) else { return }
        var problem = Problem(.tooManyRequests, "busy", "too many failed attempts to sign in from this address")
        problem.headers[.retryAfter] = String(max(1, wait.components.seconds))
        throw problem
    }

    func name(_ call: Call) throws(Problem) -> String {
        guard let name = call.path.name(after: 3), !name.isEmpty else {
            throw Problem(.badRequest, "bad-request", "the name is missing", hint: "put it into the URL, or use ?path=")
        }
        return name
    }

    // MARK: - The house

    private func model(_ call: Call) async throws(Problem) -> Response {
        let content = try await content(call, .model(path: nil))
        // FNV-1a of the content, which is the same while the files are.
        let hash = content.readableBytesView.reduce(0xCBF2_9CE4_8422_2325 as UInt64) {
            ($0 ^ UInt64($1)) &* 0x100_0000_01B3
        }
        let tag = "\"\(String(hash, radix: 16))\""
        if call.request.headers[.ifNoneMatch] == tag { return Response(status: .notModified, headers: [.eTag: tag]) }
        var response = json(content)
        response.headers[.eTag] = tag
        response.headers[.cacheControl] = "private, no-cache"
        return response
    }

    private func places(_ call: Call) async throws(Problem) -> Response {
        if let path = call.path.name(after: 3) { return try await ask(call, .list(path: path, recursive: false)) }
        do throws(ClientFault) {
            let (listing, event) = try await call.session.snapshot(from: call.address)
            return json(Snapshot(listing, event, call.session.events).json)
        } catch {
            throw Problem(error)
        }
    }

    private func orders(_ call: Call) async throws(Problem) -> Response {
        let last = call.path["last"].flatMap { Int($0) } ?? 50
        guard (1...1000).contains(last) else {
            throw Problem(.badRequest, "bad-request", "last is 1–1000")
        }
        return try await ask(call, .orders(element: call.path["element"], last: last))
    }

    private func history(_ call: Call) async throws(Problem) -> Response {
        try await line(
            call,
            [.keyword("history"), .literal(try name(call))],
            options: ["since", "until", "after", "points"]
        )
    }

    // MARK: - Helpers

    func body<Body: Decodable>(of request: Request, as type: Body.Type) async throws(Problem) -> Body {
        let bytes: ByteBuffer
        do {
            bytes = try await request.body.collect(upTo: Self.maxBody)
        } catch {
            throw Problem(.contentTooLarge, "bad-request", "the body is longer than \(Self.maxBody) bytes")
        }
        guard request.headers[.contentType]?.hasPrefix("application/json") == true else {
            throw Problem(.unsupportedMediaType, "bad-request", "the body is JSON: Content-Type: application/json")
        }
        do {
            return try JSONDecoder().decode(type, from: Data(bytes.readableBytesView))
        } catch {
            throw Problem(.badRequest, "bad-request", "the body can't be read: \(Self.text(of: error))")
        }
    }

    private static func text(of error: any Error) -> String {
        guard let error = error as? DecodingError else { return "it is no JSON" }
        switch error {
        case .keyNotFound(let key, _): return "\"\(key.stringValue)\" is missing"
        case .typeMismatch(_, let context), .valueNotFound(_, let context):
            return "\"\(context.codingPath.map(\.stringValue).joined(separator: "."))\" has the wrong type"
        default: return "it is no JSON"
        }
    }

    /// - Parameter words: what users sent is a literal: no name or value becomes an option.
    func parse(_ words: [Words.Word]) throws(Problem) -> DomoLanguage.Request {
        do throws(Fault) {
            guard let request = try RequestParser.parse(words) else {
                throw Fault(.badRequest, "the request is empty")
            }
            return request
        } catch {
            throw Problem(error)
        }
    }

    /// A request whose options stand in the query.
    private func line(_ call: Call, _ words: [Words.Word], options: [String]) async throws(Problem) -> Response {
        var words = words
        for option in options {
            if let value = call.path[option] { words += [.keyword("--\(option)"), .literal(value)] }
        }
        return try await ask(call, try parse(words))
    }

    func content(_ call: Call, _ request: DomoLanguage.Request) async throws(Problem) -> ByteBuffer {
        do throws(ClientFault) {
            return try await call.session.ask(request, from: call.address).content
        } catch {
            throw Problem(error)
        }
    }

    func ask(_ call: Call, _ request: DomoLanguage.Request) async throws(Problem) -> Response {
        json(try await content(call, request))
    }

    func wait(_ call: Call, _ request: DomoLanguage.Request) async throws(Problem) -> Response {
        do throws(ClientFault) {
            return json(try await call.session.wait(for: request, from: call.address).content)
        } catch {
            throw Problem(error)
        }
    }

    func json(_ bytes: [UInt8], status: HTTPResponse.Status = .ok) -> Response {
        json(ByteBuffer(bytes: bytes), status: status)
    }

    func json(_ content: ByteBuffer, status: HTTPResponse.Status = .ok) -> Response {
        Response(
            status: status,
            headers: [.contentType: "application/json", .cacheControl: "no-store"],
            body: ResponseBody(byteBuffer: content)
        )
    }
}

extension Words.Word {
    /// A verb or an option.
    static func keyword(_ text: String) -> Self { Words.Word(text: text, column: 1) }

    /// What a user sent, whatever it looks like.
    static func literal(_ text: String) -> Self { Words.Word(text: text, column: 1, isQuoted: true) }
}
