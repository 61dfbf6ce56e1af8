import DomoFleet
import DomoFleetStore
import DomoLanguage
import DomoModel
import DomoWeb
import HTTPTypes
import Hummingbird
import NIOCore

/// `/api/v1`: JSON about all houses that a person may see. `openapi.json` describes it.
struct FleetAPI: Sendable {
    static let maxBody = 256 * 1024
    private static let maxSignIn = 4096

    let people: People
    let houses: OpenHouses
    let orders: SetOrders
    let connections: ConnectionCounts
    let isSecure: Bool
    /// The page of each house.
    let houseAssets = Assets()

    func respond(to request: Request, _ path: RequestPath, from address: String) async throws(Problem) -> Response {
        let parts = Array(path.parts.dropFirst(2))
        if parts == ["session"], request.method == .post { return try await signIn(request, from: address) }
        let visitor = try await people.visitor(of: request, from: address)
        connections.noteSignedIn(address)
        let response = try await response(to: request, path, parts, for: visitor)
        guard response.headers[.contentType] == "application/json" else { return response }
        return await Compression.compressed(response, for: request)
    }

    private func response(
        to request: Request,
        _ path: RequestPath,
        _ parts: [String],
        for visitor: Visitor
    ) async throws(Problem) -> Response {
        switch (parts.first, parts.count) {
        case ("session", 1):
            try check(request, [.get, .delete, .post])
            return request.method == .delete ? signOut() : session(visitor)
        case ("houses", 1):
            try check(request, [.get])
            return try await list(path, for: visitor)
        case ("houses", 2):
            try check(request, [.get])
            return try await house(try id(parts[1]), for: visitor)
        case ("houses", 3):
            return try await part(parts[2], of: try id(parts[1]), request, path, for: visitor)
        case ("totals", 1):
            try check(request, [.get])
            return try await totals(for: visitor)
        case ("charts", 1):
            try check(request, [.get])
            return try await charts(path, for: visitor)
        case ("orders", 1):
            try check(request, [.get, .post])
            return request.method == .post
                ? try await give(request, for: visitor) : json(of: await orders.orders(of: visitor))
        case ("orders", 2):
            try check(request, [.get, .delete])
            guard let number = Int(parts[1]) else { throw .notFound("order \(parts[1].prefix(40))") }
            return request.method == .delete
                ? json(of: try await orders.stop(number, of: visitor), after: 0)
                : try await progress(number, path, for: visitor)
        default: throw .notFound("resource")
        }
    }

    private func part(
        _ part: String,
        of house: HouseID,
        _ request: Request,
        _ path: RequestPath,
        for visitor: Visitor
    ) async throws(Problem) -> Response {
        switch part {
        case "token":
            try check(request, [.put, .delete])
            guard request.method == .put else {
                _ = try await people.access(of: visitor, to: house)
                try await people.save(nil, of: house, for: visitor)
                return Response(status: .noContent)
            }
            return json(try await adopt(request, of: house, for: visitor).session)
        case "gaps":
            try check(request, [.get])
            return try await gaps(of: house, for: visitor)
        case "elements":
            try check(request, [.get])
            return try await elements(of: house, for: visitor)
        default: throw .notFound("resource")
        }
    }

    func check(_ request: Request, _ methods: [HTTPRequest.Method]) throws(Problem) {
        guard !methods.contains(request.method) else { return }
        let names = methods.map(\.rawValue).joined(separator: ", ")
        var problem = Problem(
            .methodNotAllowed,
            "bad-method",
            "\(request.method.rawValue) is not allowed; use \(names)"
        )
        problem.headers[.allow] = names
        throw problem
    }

    func id(_ text: some StringProtocol) throws(Problem) -> HouseID {
        guard let id = HouseID(text) else { throw .notFound("house \"\(text.prefix(40))\"") }
        return id
    }

    // MARK: - Sessions

    private struct SignIn: JSONBody {
        static let properties: Set = ["token"]

        var token: String
    }

    private func signIn(_ request: Request, from address: String) async throws(Problem) -> Response {
        try people.checkOrigin(of: request)
        let body = try await SignIn.read(from: request, upTo: Self.maxSignIn)
        let visitor = try await people.visitor(with: body.token, from: address)
        let halves = Credentials.split(visitor.token.text)
        var json = JSONWriter()
        json.object { json in
            json.key("key")
            json.string(halves.key)
            json.key("session")
            write(visitor, to: &json)
        }
        var response = self.json(ByteBuffer(bytes: json.bytes), status: .created)
        Credentials.set(halves.cookie, isSecure: isSecure, in: &response)
        return response
    }

    private func write(_ visitor: Visitor, to json: inout JSONWriter) {
        json.object { json in
            json.key("name")
            json.string(visitor.holder.name)
            json.key("kind")
            json.string("person")
            if let expires = visitor.holder.expires {
                json.key("expires")
                json.time(Timestamp(milliseconds: expires))
            }
            json.key("version")
            json.string(domoVersion)
        }
    }

    private func session(_ visitor: Visitor) -> Response {
        var json = JSONWriter()
        write(visitor, to: &json)
        return self.json(ByteBuffer(bytes: json.bytes))
    }

    /// The token stays valid: other devices may use it.
    func signOut() -> Response {
        var response = Response(status: .noContent)
        Credentials.set(nil, isSecure: isSecure, in: &response)
        return response
    }

    // MARK: - Responses

    func json(_ content: ByteBuffer, status: HTTPResponse.Status = .ok) -> Response {
        Response(
            status: status,
            headers: [.contentType: "application/json", .cacheControl: "no-store"],
            body: ResponseBody(byteBuffer: content)
        )
    }

    func json(status: HTTPResponse.Status = .ok, _ body: (inout JSONWriter) -> Void) -> Response {
        var json = JSONWriter(capacity: 4096)
        json.object(body)
        return self.json(ByteBuffer(bytes: json.bytes), status: status)
    }
}
