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
        return try await attempt(from: address, with: hookBrake) { () throws(Problem) in
            guard knock.proof != .none else {
                throw .unauthenticKnock("no secret and no signature: send Authorization: Bearer SECRET")
            }
            // Only read when there is something to check.
            (knock.body, knock.isForm) = try await content(of: request, isQuery: secretInURL != nil)
            do throws(ClientFault) {
                try await pool.knock(knock)
            } catch {
                guard case .refused(let fault) = error, fault.code == .unknownHook else { throw Problem(error) }
                throw .unauthenticKnock(fault.message)
            }
            return Response(status: .noContent, headers: [.cacheControl: "no-store"])
        }
    }

    /// The body in base64, and whether it has the pairs of a form.
    ///
    /// - Parameter isQuery: whether the pairs of the query count if there is no body.
    private func content(of request: Request, isQuery: Bool) async throws(Problem) -> (body: String, isForm: Bool) {
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
            return (Base64.text(of: text), true)
        }
        let type = request.headers[.contentType]?.lowercased() ?? ""
        return (Base64.text(of: Array(bytes.readableBytesView)), type.hasPrefix("application/x-www-form-urlencoded"))
    }
}

extension Problem {
    fileprivate static func unauthenticKnock(_ detail: String) -> Problem {
        var problem = Problem(.unauthorized, Fault.Code.unknownHook.rawValue, detail)
        problem.headers[.wwwAuthenticate] = "Bearer"
        return problem
    }
}
