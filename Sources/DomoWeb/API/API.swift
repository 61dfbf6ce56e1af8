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
        var token: String
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
        let (token, isBearer) = try Credentials.token(in: request)
        try origins.checkOrigin(of: request, isBearer: isBearer)
        try checkBrake(address)
        let session: TokenSession
        let view: SessionView
        do throws(ClientFault) {
            (session, view) = try await pool.session(of: token, from: address)
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
            token: token
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
        case ("calendar", .get): return try await line(call, ["calendar"], options: ["from", "for"])
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

    private func checkBrake(_ address: String) throws(Problem) {
        guard let wait = brake.wait(for: address) else { return }
        var problem = Problem(.tooManyRequests, "busy", "too many failed attempts to sign in from this address")
        problem.headers[.retryAfter] = String(max(1, wait.components.seconds))
        throw problem
    }

    private func name(_ call: Call) throws(Problem) -> String {
        guard let name = call.path.name(after: 3), !name.isEmpty else {
            throw Problem(.badRequest, "bad-request", "the name is missing", hint: "put it into the URL, or use ?path=")
        }
        return name
    }

    // MARK: - Sign-in

    private struct SignIn: Decodable {
        var code: String?
        var token: String?
    }

    private func signIn(_ request: Request, from address: String) async throws(Problem) -> Response {
        try checkBrake(address)
        let body = try await body(of: request, as: SignIn.self)
        do throws(ClientFault) {
            let token: String
            switch (body.code, body.token) {
            case (let code?, nil):
                let given = try await pool.claim(code)
                guard let secret = given.token else { throw .disconnected(reason: "domod gave no token") }
                token = secret
            case (nil, let given?): token = given
            case (nil, nil), (_?, _?):
                throw .refused(Fault(.badRequest, "either a code or a token signs in", hint: "{\"code\": \"…\"}"))
            }
            let (_, view) = try await pool.session(of: token, from: address)
            let halves = Credentials.split(token)
            var json = JSONWriter()
            json.object { json in
                json.key("key")
                json.string(halves.key)
                json.key("session")
                write(view, to: &json)
            }
            var response = self.json(json.bytes, status: .created)
            response.headers[.setCookie] = cookie(halves.cookie, maxAge: Credentials.maxAge)
            return response
        } catch {
            guard case .refused(let fault) = error, fault.code == .notAllowed else { throw Problem(error) }
            brake.note(address)
            throw .unauthorized(fault.message)
        }
    }

    /// The token of a browser is its own: it ends with the session.
    private func signOut(_ call: Call) async throws(Problem) -> Response {
        do throws(ClientFault) {
            _ = try await call.session.ask(.token(.revoke(name: call.view.name)), from: call.address)
        } catch {
            throw Problem(error)
        }
        var response = Response(status: .noContent)
        response.headers[.setCookie] = cookie("", maxAge: 0)
        return response
    }

    private func cookie(_ value: String, maxAge: Int) -> String {
        "\(Credentials.cookie)=\(value); Path=/; HttpOnly; SameSite=Strict; Max-Age=\(maxAge)"
            + (isSecure ? "; Secure" : "")
    }

    private func sessionJSON(_ view: SessionView) -> [UInt8] {
        var json = JSONWriter()
        write(view, to: &json)
        return json.bytes
    }

    private func write(_ view: SessionView, to json: inout JSONWriter) {
        json.object { json in
            json.key("name")
            json.string(view.name)
            json.key("role")
            json.string(view.role.word)
            if let places = view.places {
                json.key("places")
                json.array(places) { $0.string($1) }
            }
            json.optional("expires", view.expires)
            json.key("version")
            json.string(domoVersion)
        }
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
        try await line(call, ["history", try name(call)], options: ["since", "until", "after", "points"])
    }

    // MARK: - Orders and scenes

    private struct OrderBody: Decodable {
        enum Value: Decodable {
            case text(String)

            var text: String {
                switch self {
                case .text(let text): text
                }
            }

            init(from decoder: any Decoder) throws {
                let container = try decoder.singleValueContainer()
                if let number = try? container.decode(Double.self) {
                    self = .text(number == number.rounded() && abs(number) < 1e15 ? String(Int(number)) : "\(number)")
                } else {
                    self = .text(try container.decode(String.self))
                }
            }
        }

        var element: String
        var value: Value
        var type: String?
        var deadline: String?
    }

    private func order(_ call: Call) async throws(Problem) -> Response {
        let body = try await body(of: call.request, as: OrderBody.self)
        let value = body.value.text
        let isRelative = value.first == "+" || value.first == "-"
        var words: [String]
        switch (value, body.type) {
        case ("toggle", nil), ("toggle", "binary"): words = ["toggle", body.element]
        case (_, "regulable") where isRelative, (_, nil) where isRelative: words = ["dim", body.element, value]
        case (_, let type): words = ["set"] + (type.map { ["--as", $0] } ?? []) + [body.element, value]
        }
        if let deadline = body.deadline { words += ["--deadline", deadline] }
        let prefer = call.request.headers[HTTPField.Name("Prefer")!]?.split(separator: "=")
        let isAwaited = prefer?.first == "wait"
        words += ["--wait", isAwaited ? "accepted" : "none"]
        let request = try parse(words)
        do throws(ClientFault) {
            let reply =
                isAwaited
                ? try await call.session.wait(for: request, from: call.address)
                : try await call.session.ask(request, from: call.address)
            var response = json(reply.content, status: isAwaited ? .ok : .accepted)
            if !isAwaited {
                let receipt = try reply.decode(OrderReceipt.self)
                response.headers[.location] = "/api/v1/orders/\(receipt.id)"
            }
            return response
        } catch {
            throw Problem(error)
        }
    }

    private func scene(_ call: Call, _ parts: [String]) async throws(Problem) -> Response {
        guard parts.count >= 2, let verb = parts.last else { throw .notFound("resource") }
        let name = parts.dropLast().joined(separator: "/")
        switch verb {
        case "run":
            // It is answered when it has ended: until then its events tell of it.
            let tag = "web-" + String(UInt64.random(in: 0...UInt64.max), radix: 36)
            _ = try await content(call, .scene(name: name, explain: true))
            let (session, address) = (call.session, call.address)
            Task {
                do throws(ClientFault) {
                    _ = try await session.wait(for: .scene(name: name, explain: false, tag: tag), from: address)
                } catch {
                    // The events of the run have said so.
                }
            }
            var json = JSONWriter()
            json.object { json in
                json.key("scene")
                json.string(name)
                json.key("tag")
                json.string(tag)
            }
            return self.json(json.bytes, status: .accepted)
        case "stop": return try await wait(call, .sceneStop(name: name))
        default: throw .notFound("resource \"\(verb.prefix(80))\"")
        }
    }

    // MARK: - Tokens

    private struct TokenBody: Decodable {
        var name: String
        var role: String?
        var places: [String]?
        var expires: String?
        var code: Bool?
    }

    private func newToken(_ call: Call) async throws(Problem) -> Response {
        let body = try await body(of: call.request, as: TokenBody.self)
        var words = ["token", "new"]
        if let role = body.role { words += ["--role", role] }
        for place in body.places ?? [] { words += ["--place", place] }
        if let expires = body.expires { words += ["--expires", expires] }
        if body.code == true { words.append("--code") }
        return json(try await content(call, try parse(words + [body.name])), status: .created)
    }

    // MARK: - Helpers

    private func body<Body: Decodable>(of request: Request, as type: Body.Type) async throws(Problem) -> Body {
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

    /// Each word is quoted, whatever it holds: no name or value becomes an option or a second word.
    private func parse(_ words: [String]) throws(Problem) -> DomoLanguage.Request {
        let line = words.map { word in
            let isPlain = word.hasPrefix("--") && word.dropFirst(2).allSatisfy { $0.isASCII && $0.isLetter }
            return isPlain && Self.options.contains(word) ? word : Words.quoted(word)
        }.joined(separator: " ")
        do throws(Fault) {
            guard let request = try RequestParser.parse(line) else {
                throw Fault(.badRequest, "the request is empty")
            }
            return request
        } catch {
            throw Problem(error)
        }
    }

    private static let options: Set = [
        "--as", "--deadline", "--wait", "--role", "--place", "--expires", "--code", "--since", "--until", "--after",
        "--points", "--from", "--for",
    ]

    /// A request whose options stand in the query.
    private func line(_ call: Call, _ words: [String], options: [String]) async throws(Problem) -> Response {
        var words = words
        for option in options {
            if let value = call.path[option] { words += ["--\(option)", value] }
        }
        return try await ask(call, try parse(words))
    }

    private func content(_ call: Call, _ request: DomoLanguage.Request) async throws(Problem) -> ByteBuffer {
        do throws(ClientFault) {
            return try await call.session.ask(request, from: call.address).content
        } catch {
            throw Problem(error)
        }
    }

    private func ask(_ call: Call, _ request: DomoLanguage.Request) async throws(Problem) -> Response {
        json(try await content(call, request))
    }

    private func wait(_ call: Call, _ request: DomoLanguage.Request) async throws(Problem) -> Response {
        do throws(ClientFault) {
            return json(try await call.session.wait(for: request, from: call.address).content)
        } catch {
            throw Problem(error)
        }
    }

    private func json(_ bytes: [UInt8], status: HTTPResponse.Status = .ok) -> Response {
        json(ByteBuffer(bytes: bytes), status: status)
    }

    private func json(_ content: ByteBuffer, status: HTTPResponse.Status = .ok) -> Response {
        Response(
            status: status,
            headers: [.contentType: "application/json", .cacheControl: "no-store"],
            body: ResponseBody(byteBuffer: content)
        )
    }
}
