import DomoClient
import DomoLanguage
import DomoModel
import FoundationEssentials
import HTTPTypes
import Hummingbird
import NIOCore
import NIOFoundationEssentialsCompat

/// `/api/v1`: requests become lines of the command language, and replies are passed on unchanged.
struct API: Sendable {
    static let maxBody = 256 * 1024
    /// Of a sign-in, by somebody who has shown nothing yet.
    static let maxSignIn = 4096

    let pool: SessionPool
    let origins: Origins
    let brake: FailureBrake
    /// Of deliveries to hooks: a device with an old secret must not keep people from signing in.
    var hookBrake = FailureBrake()
    var gate = KnockGate()
    let addresses: ClientAddresses
    let isSecure: Bool
    var counts = WebCounts()
    var connections = ConnectionCounts(.standard)

    /// A request, and who asks.
    struct Call: Sendable {
        var request: Request
        var path: RequestPath
        var daemon: TokenCall
        let presented: Credentials.Presented
        /// Whether the token is revoked with the session.
        var isOwnToken: Bool { presented.isOwn }
    }

    // MARK: - Routes

    func respond(to request: Request, _ path: RequestPath, from peer: SocketAddress?) async throws(Problem) -> Response
    {
        let address = addresses.address(of: request, from: peer)
        guard let route = Route(path) else { throw .notFound("resource") }
        if route == .session, request.method == .post {
            try origins.checkOrigin(of: request, isBearer: false)
            return try await signIn(request, from: address)
        }
        if case .acknowledgement(let number) = route, request.method == .post {
            return try await acknowledge(number, request, path, from: address)
        }
        let call = try await call(for: request, path, from: address)
        connections.noteSignedIn(address)
        return try await compressedResponse(to: call, route)
    }

    /// For a program that has signed the user in, and has the token of the house.
    ///
    /// - Throws: 401 if the daemon does not accept the token.
    func respond(
        to request: Request,
        _ path: RequestPath,
        token: String,
        from address: String
    ) async throws(Problem) -> Response {
        guard let route = Route(path) else { throw .notFound("resource") }
        let daemon = try await daemon(token, from: address)
        let presented = Credentials.Presented(token: token, isBearer: true)
        return try await compressedResponse(
            to: Call(request: request, path: path, daemon: daemon, presented: presented),
            route
        )
    }

    private func compressedResponse(to call: Call, _ route: Route) async throws(Problem) -> Response {
        let response = try await response(to: call, route)
        let resource = call.path.parts.dropFirst(2).first
        return await Compression.compressed(response, of: resource, for: call.request).holding(call.daemon.room)
    }

    private func response(to call: Call, _ route: Route) async throws(Problem) -> Response {
        switch (route, call.request.method) {
        case (.session, .get): return session(call)
        case (.session, .delete): return try await signOut(call)
        case (.model, .get): return try await model(call)
        case (.places, .get): return try await places(call)
        case (.elements, .get): return json(try await shown(call, try name(call)))
        case (.orders, .get): return try await orders(call)
        case (.orders, .post): return try await order(call)
        case (.order(let number), .get): return try await order(call, numbered: number)
        case (.history, .get): return try await history(call)
        case (.stats, .get): return try await ask(call, .stats(path: call.path.name(after: 3)))
        case (.scenes, .get): return try await ask(call, .scenes)
        case (.sceneCheck, .post): return try await checkScene(call)
        case (.scene(let name), .get): return try await sceneText(call, name)
        case (.scene(let name), .put): return try await saveScene(call, name)
        case (.scene(let name), .delete): return try await removeScene(call, name)
        case (.sceneRun(let name), .post): return try await runScene(call, name)
        case (.sceneStop(let name), .post): return try await wait(call, .sceneStop(name: name))
        case (.plan(let place), .get), (.queriedPlan(let place), .get): return try await plan(call, place)
        case (.queriedPlan(let place), .put), (.positions(let place), .put): return try await movePlan(call, place)
        case (.notices, .get): return try await line(call, [.keyword("notices")], options: ["last"])
        case (.notices, .post): return try await notify(call)
        case (.push, .get): return try await ask(call, .push(.list))
        case (.push, .post): return try await subscribe(call)
        case (.push, .delete): return try await unsubscribe(call)
        case (.calendar, .get): return try await line(call, [.keyword("calendar")], options: ["from", "for"])
        case (.status, .get): return try await ask(call, .status)
        case (.reload, .post): return try await wait(call, .reload)
        case (.tokens, .get): return try await ask(call, .token(.list))
        case (.tokens, .post): return try await newToken(call)
        case (.token(let name), .delete): return try await revoke(call, name)
        case (.backup, .get): return try await backup(call)
        case (.audit, .get):
            return try await line(call, [.keyword("audit")], options: ["last", "before", "since", "kind"])
        case (.log, .get): return try await log(call)
        case (.lines, .post): return try await lines(call)
        case (.events, .get): return try await EventStream(call: call, counts: counts).response()
        default:
            let names = route.methods.map(\.rawValue).joined(separator: ", ")
            var problem = Problem(
                .methodNotAllowed,
                "bad-method",
                "\(call.request.method.rawValue) is not allowed; use \(names)"
            )
            problem.headers[.allow] = names
            throw problem
        }
    }

    /// Authenticates a request.
    ///
    /// - Throws: 401, 403 or 429.
    func call(for request: Request, _ path: RequestPath, from address: String) async throws(Problem) -> Call {
        let presented = try Credentials.token(in: request, isSecure: isSecure)
        try origins.checkOrigin(of: request, isBearer: presented.isBearer)
        // Failures of others at the same address, such as a proxy, don't delay users whose token has worked.
        let daemon: TokenCall
        if await pool.isKnown(presented.token) {
            do throws(Problem) {
                daemon = try await self.daemon(presented.token, from: address)
            } catch {
                if error.status == .unauthorized { brake.note(address) }
                throw error
            }
        } else {
            daemon = try await attempt(from: address) { () throws(Problem) in
                try await self.daemon(presented.token, from: address)
            }
        }
        return Call(request: request, path: path, daemon: daemon, presented: presented)
    }

    /// - Throws: 401 if the daemon does not accept the token.
    private func daemon(_ token: String, from address: String) async throws(Problem) -> TokenCall {
        do throws(ClientFault) {
            return try await pool.call(with: token, from: address)
        } catch {
            throw Self.problem(error)
        }
    }

    /// Something that only someone with a secret can do: failures of an address are limited.
    ///
    /// - Throws: 429.
    func attempt<Result>(
        from address: String,
        with other: FailureBrake? = nil,
        _ body: () async throws(Problem) -> Result
    ) async throws(Problem) -> Result {
        try await (other ?? brake).attempt(from: address, body)
    }

    func name(_ call: Call) throws(Problem) -> String {
        guard let name = call.path.name(after: 3), !name.isEmpty else {
            throw Problem(.badRequest, "bad-request", "missing name", hint: "add it to the URL, or use ?path=")
        }
        return name
    }

    // MARK: - The house

    private func model(_ call: Call) async throws(Problem) -> Response {
        let content = try await content(call, .model(path: nil))
        // The content only changes when the files do.
        let tag = EntityTag(
            ContentTag.of(content.readableBytesView),
            isCompressed: AcceptedEncodings.acceptGzip(call.request.headers[.acceptEncoding])
        )
        let headers: HTTPFields = [
            .eTag: tag.description, .cacheControl: "private, no-cache", .vary: "Accept-Encoding",
        ]
        if tag.isNamed(by: call.request.headers[.ifNoneMatch]) {
            return Response(status: .notModified, headers: headers)
        }
        var response = json(content)
        for field in headers { response.headers[field.name] = field.value }
        return response
    }

    private func places(_ call: Call) async throws(Problem) -> Response {
        if let path = call.path.name(after: 3) { return try await ask(call, .list(path: path, recursive: false)) }
        do throws(ClientFault) {
            let (listing, event) = try await call.daemon.snapshot()
            return json(Snapshot(listing, event, call.daemon.session.events).json)
        } catch {
            throw Problem(error)
        }
    }

    private func log(_ call: Call) async throws(Problem) -> Response {
        let path = call.path.name(after: 3).map { [Words.Word.literal($0)] } ?? []
        return try await line(
            call,
            [.keyword("log")] + path,
            options: ["last", "before", "since", "until", "kind"]
        )
    }

    private func history(_ call: Call) async throws(Problem) -> Response {
        if let cursor = call.path["from"] {
            return try await ask(call, .records(RecordsQuestion(from: cursor, path: call.path.name(after: 3))))
        }
        return try await line(
            call,
            [.keyword("history"), .literal(try name(call))],
            options: ["since", "until", "after", "points"]
        )
    }

    // MARK: - Helpers

    /// - Parameter words: everything that users sent must be a literal, so that no name or value becomes an option.
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

    /// A request whose options are in the query.
    func line(_ call: Call, _ words: [Words.Word], options: [String]) async throws(Problem) -> Response {
        var words = words
        for option in options {
            if let value = call.path[option] { words += [.keyword("--\(option)"), .literal(value)] }
        }
        return try await ask(call, try parse(words))
    }

    func content(_ call: Call, _ request: DomoLanguage.Request) async throws(Problem) -> ByteBuffer {
        do throws(ClientFault) {
            return try await call.daemon.ask(request).content
        } catch {
            throw Problem(error)
        }
    }

    /// Decodes content of the daemon, for requests that need more than to pass it on.
    func decode<Content: Decodable>(_ type: Content.Type, from content: ByteBuffer) throws(Problem) -> Content {
        do {
            return try JSONDecoder().decode(type, from: Data(content.readableBytesView))
        } catch {
            throw Problem(.unreadable(error))
        }
    }

    func ask(_ call: Call, _ request: DomoLanguage.Request) async throws(Problem) -> Response {
        json(try await content(call, request))
    }

    /// An element with its readings. A place is a resource of its own.
    func shown(_ call: Call, _ name: String) async throws(Problem) -> ByteBuffer {
        struct Head: Decodable {
            var path: String
            var kind: String
        }
        let content = try await content(call, .show(element: name))
        let head = try decode(Head.self, from: content)
        guard head.kind == "house" || head.kind == "sector" else { return content }
        throw Problem(
            Fault(
                .unknownElement,
                "\(head.path) is a \(head.kind), not an element",
                hint: "/api/v1/places has its elements, and its ID"
            )
        )
    }

    func wait(_ call: Call, _ request: DomoLanguage.Request) async throws(Problem) -> Response {
        do throws(ClientFault) {
            return json(try await call.daemon.wait(for: request).content)
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

extension Response {
    /// The response, whose body keeps its room until it is sent.
    fileprivate func holding(_ room: Reservation) -> Response {
        guard body.contentLength != 0 else { return self }
        var response = self
        let body = body
        response.body = ResponseBody(contentLength: body.contentLength) { writer in
            try await body.write(PieceWriter(writer))
            withExtendedLifetime(room) {}
        }
        return response
    }
}

extension Words.Word {
    /// A verb or an option.
    static func keyword(_ text: String) -> Self { Words.Word(text: text, column: 1) }

    /// A text from a user, even if it looks like an option.
    static func literal(_ text: String) -> Self { Words.Word(text: text, column: 1, isQuoted: true) }
}
