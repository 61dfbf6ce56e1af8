import DomoFleet
import DomoFleetStore
import DomoLanguage
import DomoWeb
import HTTPTypes
import Hummingbird
import NIOCore

// The API of one house, behind that of the fleet.

extension FleetAPI {
    private struct HouseToken: JSONBody {
        static let properties: Set = ["code", "look", "token"]

        var code: String?
        /// Of the page of the house, which first shows what a code is for.
        var look: Bool?
        var token: String?
    }

    /// - Parameter path: below the address of the house.
    func respond(
        to request: Request,
        _ path: RequestPath,
        of house: HouseID,
        from address: String
    ) async throws(Problem) -> Response {
        let visitor = try await people.visitor(of: request, from: address)
        connections.noteSignedIn(address)
        let parts = Array(path.parts.dropFirst(2))
        switch (parts, request.method) {
        case (["session"], .delete): return signOut()
        case (["session"], .post): return try await signIn(request, at: house, for: visitor)
        default: break
        }
        let access = try await people.access(of: visitor, to: house)
        let isQuestion = request.method == .get || request.method == .head
        let token = try isQuestion ? access.anyToken() : access.tokenToAct()
        do throws(Problem) {
            let response = try await houses.page(of: house).respond(to: request, path, token: token, from: address)
            return guarded(response, for: visitor, at: house)
        } catch {
            // 401 would end the session at the fleet.
            guard error.status == .unauthorized else { throw error }
            throw Problem(
                .forbidden,
                "no-house-token",
                "the house no longer accepts your token: \(error.detail)",
                hint: "ask its owner for a new one"
            )
        }
    }

    /// A stream of events ends when the person may no longer see the house.
    private func guarded(_ response: Response, for visitor: Visitor, at house: HouseID) -> Response {
        guard response.headers[.contentType] == "text/event-stream" else { return response }
        var response = response
        let body = response.body
        response.body = ResponseBody { [people] writer in
            try await body.write(
                GuardedWriter(writer: writer) {
                    let again = try await people.visitor(with: visitor.token.text, from: visitor.address)
                    _ = try await people.access(of: again, to: house)
                }
            )
        }
        return response
    }

    /// The page of the house signs in with a code or token of the house: it is stored for the person.
    private func signIn(
        _ request: Request,
        at house: HouseID,
        for visitor: Visitor
    ) async throws(Problem) -> Response {
        let (session, isLook) = try await adopt(request, of: house, for: visitor)
        guard !isLook else { return json(session) }
        let halves = Credentials.split(visitor.token.text)
        var start = JSONWriter()
        start.string(halves.key)
        var body = ByteBuffer(string: "{\"key\":")
        body.writeBytes(start.bytes)
        body.writeString(",\"session\":")
        body.writeImmutableBuffer(session)
        body.writeString("}")
        var response = json(body, status: .created)
        Credentials.set(halves.cookie, isSecure: isSecure, in: &response)
        return response
    }

    /// Stores the token of a house, after the house has accepted it.
    ///
    /// - Returns: the session of the token in the house.
    func adopt(
        _ request: Request,
        of house: HouseID,
        for visitor: Visitor
    ) async throws(Problem) -> (session: ByteBuffer, isLook: Bool) {
        let body = try await HouseToken.read(from: request, upTo: 4096)
        _ = try await people.access(of: visitor, to: house)
        let page = try await houses.page(of: house)
        do throws(Problem) {
            if body.look == true, let code = body.code {
                return (try await page.look(code, from: visitor.address), true)
            }
            let token: String
            switch (body.code, body.token) {
            case (let code?, nil): token = try await page.token(for: code, from: visitor.address)
            case (nil, let given?): token = given
            case (nil, nil), (_?, _?):
                throw Problem(.badRequest, "bad-request", "expected either \"code\" or \"token\"")
            }
            let session = try await page.session(of: token, from: visitor.address)
            try await people.save(token, of: house, for: visitor)
            return (session, false)
        } catch {
            guard error.status == .unauthorized else { throw error }
            throw Problem(.forbidden, "refused", "the house refused it: \(error.detail)")
        }
    }
}

/// Checks before each part of a body whether the client may still have it.
private struct GuardedWriter: ResponseBodyWriter {
    var writer: any ResponseBodyWriter
    let check: @Sendable () async throws -> Void

    init(writer: any ResponseBodyWriter, _ check: @escaping @Sendable () async throws -> Void) {
        (self.writer, self.check) = (writer, check)
    }

    @concurrent mutating func write(_ buffer: ByteBuffer) async throws {
        try await check()
        try await writer.write(buffer)
    }

    @concurrent consuming func finish(_ trailingHeaders: HTTPFields?) async throws {
        try await writer.finish(trailingHeaders)
    }
}
