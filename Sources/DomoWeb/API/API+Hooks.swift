import DomoClient
import DomoLanguage
import DomoSystem
import HTTPTypes
import Hummingbird
import NIOCore

// `/hooks/NAME`: what other programs and devices deliver. domod decides whether it is authentic; nothing of it is logged
// here.

extension API {
    /// The parts of a delivery that are in its headers.
    private struct Head {
        var secret: String?
        var signature: String?
        var time: String?
        var delivery: String?

        init(_ headers: HTTPFields) throws(Problem) {
            let bearer = headers[.authorization].flatMap { value in
                value.lowercased().hasPrefix("bearer ") ? String(value.dropFirst(7)) : nil
            }
            secret = headers[.hookSecret] ?? bearer
            signature = headers[.webhookSignature]
            time = headers[.webhookTimestamp]
            delivery = headers[.webhookID] ?? headers[.deliveryID] ?? headers[.githubDelivery]
            let words = [secret, signature, time, delivery].compactMap(\.self)
            guard words.allSatisfy({ $0.utf8.count <= Knock.maxWord }) else {
                throw Problem(.badRequest, "bad-request", "a header is longer than \(Knock.maxWord) bytes")
            }
        }
    }

    /// `POST /hooks/NAME` with the secret or the signature in headers; `GET` or `POST /hooks/NAME/SECRET` for devices
    /// that can send only an address.
    func knock(_ request: Request, _ path: RequestPath, from address: String) async throws(Problem) -> Response {
        let parts = path.rest(after: 1)
        let secretInURL = parts.count == 2 ? parts[1] : nil
        guard (1...2).contains(parts.count) else { throw .notFound("resource") }
        let methods: [HTTPRequest.Method] = secretInURL == nil ? [.post] : [.get, .post]
        guard methods.contains(request.method) else {
            let names = methods.map(\.rawValue).joined(separator: ", ")
            var problem = Problem(
                .methodNotAllowed,
                "bad-method",
                "\(request.method.rawValue) is not allowed; use \(names)"
            )
            problem.headers[.allow] = names
            throw problem
        }
        let head = try Head(request.headers)
        var knock = Knock(hook: parts[0], proof: .none, delivery: head.delivery, from: address)
        if let secretInURL {
            knock.proof = .secret(secretInURL, isInURL: true)
        } else if let signature = head.signature, let time = head.time {
            knock.proof = .signature(signature, time: time)
        } else if let secret = head.secret {
            knock.proof = .secret(secret, isInURL: false)
        }
        guard knock.proof != .none else {
            return try await attempt(from: address, with: hookBrake) { () throws(Problem) in
                throw .unauthenticKnock("no secret and no signature: send Authorization: Bearer SECRET")
            }
        }
        let (bytes, isForm) = try await content(of: request, isQuery: secretInURL != nil)
        knock.isForm = isForm
        return try await decide(knock, bytes, from: address)
    }

    /// Lets domod decide. After wrong ones from the same network, only what is wrong again gets another answer: a secret
    /// can't be guessed, and a right one is never held back by what others at its network do.
    private func decide(_ knock: Knock, _ body: ByteBuffer, from address: String) async throws(Problem) -> Response {
        guard await gate.enter(address) else {
            var problem = Problem(.serviceUnavailable, "busy", "too many deliveries at a time")
            problem.headers[.retryAfter] = "1"
            throw problem
        }
        defer { gate.leave(address) }
        var knock = knock
        knock.body = Base64.text(of: Array(body.readableBytesView))
        let start = hookBrake.begin(address)
        do throws(ClientFault) {
            try await pool.knock(knock)
            if start == .allowed { hookBrake.end(address, isFailure: false) }
            return Response(status: .noContent, headers: [.cacheControl: "no-store"])
        } catch {
            guard case .refused(let fault) = error, fault.code == .unknownHook else {
                if start == .allowed { hookBrake.end(address, isFailure: false) }
                throw Problem(error)
            }
            if start == .allowed { hookBrake.end(address, isFailure: true) }
            guard case .refused(let wait) = start else { throw .unauthenticKnock(fault.message) }
            throw FailureBrake.problem(after: wait.components.seconds)
        }
    }

    /// The body, and whether it has the pairs of a form.
    ///
    /// - Parameter isQuery: whether the pairs of the query count if there is no body.
    private func content(of request: Request, isQuery: Bool) async throws(Problem) -> (ByteBuffer, isForm: Bool) {
        let bytes: ByteBuffer
        do {
            bytes = try await request.body.collect(upTo: Knock.maxBody)
        } catch {
            throw .unreadBody(error, limit: Knock.maxBody)
        }
        if bytes.readableBytes == 0, isQuery, let query = request.uri.query {
            let text = Array(query.utf8)
            guard text.count <= Knock.maxBody else {
                throw Problem(.badRequest, "bad-request", "the query is longer than \(Knock.maxBody) bytes")
            }
            return (ByteBuffer(bytes: text), true)
        }
        let type = request.headers[.contentType]?.lowercased() ?? ""
        return (bytes, type.hasPrefix("application/x-www-form-urlencoded"))
    }
}

extension Problem {
    fileprivate static func unauthenticKnock(_ detail: String) -> Problem {
        var problem = Problem(.unauthorized, Fault.Code.unknownHook.rawValue, detail)
        problem.headers[.wwwAuthenticate] = "Bearer"
        return problem
    }
}
