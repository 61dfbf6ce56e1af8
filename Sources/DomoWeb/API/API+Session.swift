import DomoClient
import DomoLanguage
import HTTPTypes
import Hummingbird
import NIOCore

// Sessions and tokens.

extension API {
    private struct SignIn: JSONBody {
        static let properties: Set = ["code", "look", "token"]

        var code: String?
        /// Whether it only shows whose session it would be.
        var look: Bool?
        var token: String?
    }

    func signIn(_ request: Request, from address: String) async throws(Problem) -> Response {
        let body = try await body(of: request, upTo: Self.maxSignIn, as: SignIn.self)
        if body.look == true { return try await look(body, from: address) }
        return try await attempt(from: address) { () throws(Problem) in try await signIn(body, from: address) }
    }

    private func signIn(_ body: SignIn, from address: String) async throws(Problem) -> Response {
        do throws(ClientFault) {
            let (token, isOwn): (String, Bool)
            switch (body.code, body.token) {
            case (let code?, nil):
                let given = try await pool.claim(code, from: address)
                guard let secret = given.token else { throw .disconnected(reason: "domod returned no token") }
                (token, isOwn) = (secret, true)
            case (nil, let given?): (token, isOwn) = (given, false)
            case (nil, nil), (_?, _?):
                throw .refused(Fault(.badRequest, "expected either \"code\" or \"token\"", hint: "{\"code\": \"…\"}"))
            }
            let view = try await pool.call(with: token, from: address).view
            let halves = Credentials.split(token)
            var json = JSONWriter()
            json.object { json in
                json.key("key")
                json.string(halves.key)
                json.key("session")
                Self.write(view, to: &json)
            }
            var response = self.json(json.bytes, status: .created)
            let half = (isOwn ? Credentials.ownPrefix : "") + halves.cookie
            Credentials.set(half, isSecure: isSecure, in: &response)
            return response
        } catch {
            throw Self.problem(error)
        }
    }

    /// 401 for a token or code that the daemon does not accept.
    static func problem(_ fault: ClientFault) -> Problem {
        guard case .refused(let refusal) = fault, refusal.code == .notAllowed else { return Problem(fault) }
        return .unauthorized(refusal.message)
    }

    /// What a code is for, before its user decides to sign in with it.
    private func look(_ body: SignIn, from address: String) async throws(Problem) -> Response {
        guard let code = body.code, body.token == nil else {
            throw Problem(
                .badRequest,
                "bad-request",
                "\"look\" needs \"code\"",
                hint: "{\"code\": \"…\", \"look\": true}"
            )
        }
        let given = try await attempt(from: address) { () throws(Problem) in
            do throws(ClientFault) {
                return try await pool.claim(code, isLook: true, from: address)
            } catch {
                throw Self.problem(error)
            }
        }
        return json(Self.json(of: given))
    }

    /// A token created for this browser is revoked with its session, but not the tokens that it has made, for tablets and
    /// guests; a token that the user supplied may be in use elsewhere.
    func signOut(_ call: Call) async throws(Problem) -> Response {
        do throws(ClientFault) {
            if call.isOwnToken {
                _ = try await call.daemon.ask(.token(.revoke(name: call.daemon.view.name, .alone)))
            }
        } catch {
            // Revoking the token may close the connection before the reply.
            if case .disconnected = error {} else { throw Problem(error) }
        }
        var response = Response(status: .noContent)
        Credentials.set(nil, isSecure: isSecure, in: &response)
        return response
    }

    func session(_ call: Call) -> Response {
        var response = json(Self.json(of: call.daemon.view))
        if call.presented.isOldCookie, let half = call.presented.cookie {
            Credentials.set(half, isSecure: isSecure, in: &response)
        }
        return response
    }

    private static func write(
        _ name: String,
        _ role: Role,
        _ places: [String]?,
        doors: Bool?,
        to json: inout JSONWriter
    ) {
        json.key("name")
        json.string(name)
        json.key("role")
        json.string(role.word)
        if let places {
            json.key("places")
            json.array(places) { $0.string($1) }
        }
        json.optional("doors", doors)
    }

    /// What a code is for.
    static func json(of given: GivenToken) -> ByteBuffer {
        var json = JSONWriter()
        json.object { json in
            write(given.name, given.role, given.places, doors: given.doors, to: &json)
            json.optional("expires", given.expires)
            json.optional("codeExpires", given.codeExpires)
        }
        return ByteBuffer(bytes: json.bytes)
    }

    static func json(of view: SessionView) -> ByteBuffer {
        var json = JSONWriter()
        write(view, to: &json)
        return ByteBuffer(bytes: json.bytes)
    }

    private static func write(_ view: SessionView, to json: inout JSONWriter) {
        json.object { json in
            write(view.name, view.role, view.places, doors: view.doors, to: &json)
            json.optional("expires", view.expires)
            json.key("version")
            json.string(domoVersion)
        }
    }

    // MARK: - Tokens

    private struct TokenBody: JSONBody {
        static let properties: Set = ["name", "role", "places", "expires", "code", "mayCreateTokens", "doors"]

        var name: String
        var mayCreateTokens: Bool?
        var doors: Bool?
        var role: String?
        var places: [String]?
        var expires: String?
        var code: Bool?
    }

    /// If a request revokes its own token, the connection closes before the reply.
    func revoke(_ call: Call, _ name: String) async throws(Problem) -> Response {
        let mode: TokenStep.Revocation
        switch call.path["descendants"] {
        case nil: mode = .ask
        case "end": mode = .tree
        case "keep": mode = .alone
        case let word?:
            throw Problem(
                .badRequest,
                "bad-request",
                "invalid parameter descendants: \(word.prefix(80))",
                hint: "use descendants=end to end the tokens that it has made, descendants=keep to keep them"
            )
        }
        do throws(ClientFault) {
            return json(try await call.daemon.ask(.token(.revoke(name: name, mode))).content)
        } catch {
            guard case .disconnected = error, name == call.daemon.view.name else { throw Problem(error) }
            return Response(status: .noContent)
        }
    }

    func newToken(_ call: Call) async throws(Problem) -> Response {
        let body = try await body(of: call, as: TokenBody.self)
        var words: [Words.Word] = [.keyword("token"), .keyword("new"), .literal(body.name)]
        if let role = body.role { words += [.keyword("--role"), .literal(role)] }
        for place in body.places ?? [] { words += [.keyword("--place"), .literal(place)] }
        if let expires = body.expires { words += [.keyword("--expires"), .literal(expires)] }
        if body.code == true { words.append(.keyword("--code")) }
        if body.mayCreateTokens == true { words.append(.keyword("--may-create-tokens")) }
        if body.doors == true { words.append(.keyword("--doors")) }
        let content = try await content(call, try parse(words))
        let given = try decode(GivenToken.self, from: content)
        var linked = content
        // Add to the object a link that signs in whoever opens it; never one with a token, which histories would keep.
        if let code = given.code {
            var json = JSONWriter()
            json.string("\(origins.base(for: call.request, isSecure: isSecure))/#code=\(code)")
            linked.moveWriterIndex(to: linked.writerIndex - 1)
            linked.writeString(",\"link\":")
            linked.writeBytes(json.bytes)
            linked.writeString("}")
        }
        return json(linked, status: .created)
    }
}
