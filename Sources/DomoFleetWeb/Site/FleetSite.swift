import DomoFleet
import DomoWeb
import HTTPTypes
import Hummingbird
import NIOCore

/// Responds to all requests: the page and the API of the fleet, and those of each house behind it.
struct FleetSite: HTTPResponder {
    typealias Context = WebContext

    let api: FleetAPI
    let assets: Assets
    let origins: Origins
    let addresses: ClientAddresses
    let isOnlySecure: Bool

    func respond(to request: Request, context: WebContext) async throws -> Response {
        var response: Response
        do throws(Problem) {
            response = try await answer(request, context)
        } catch {
            response = error.response
        }
        response.secure(isOnlySecure: isOnlySecure)
        return response
    }

    private func answer(_ request: Request, _ context: WebContext) async throws(Problem) -> Response {
        try origins.checkHost(of: request)
        let path = try RequestPath(request.uri)
        let address = addresses.address(of: request, from: context.peer)
        switch path.parts.first {
        case "api" where path.parts.dropFirst().first == "v1":
            return try await api.respond(to: request, path, from: address)
        case "house": return try await house(request, path, from: address)
        case "healthz": return Self.text("ok\n", .ok)
        case "readyz":
            do throws(Problem) {
                _ = try await api.people.ask { _ in true }
                return Self.text("ok\n", .ok)
            } catch {
                return Self.text("\(error.detail)\n", .serviceUnavailable)
            }
        default: break
        }
        guard request.method == .get || request.method == .head else {
            throw Problem(.methodNotAllowed, "bad-method", "\(request.method.rawValue) is not allowed; use GET or HEAD")
        }
        return try assets.response(to: request, path)
    }

    private static func text(_ text: String, _ status: HTTPResponse.Status) -> Response {
        Response(status: status, body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
    }

    /// The page of a house, which is the same for all; its API decides who may see what.
    private func house(
        _ request: Request,
        _ path: RequestPath,
        from address: String
    ) async throws(Problem) -> Response {
        guard let house = path.parts.dropFirst().first.flatMap({ HouseID($0) }) else {
            throw .notFound("house \"\(path.parts.dropFirst().first?.prefix(40) ?? "")\"")
        }
        let rest = path.suffix(after: 2)
        if HousePage.isAPI(rest) {
            return try await api.respond(to: request, rest, of: house, from: address)
        }
        // The page finds out from its address where it is.
        if rest.parts.isEmpty, !request.uri.path.hasSuffix("/") {
            return Response(status: .permanentRedirect, headers: [.location: "/house/\(house)/"])
        }
        guard request.method == .get || request.method == .head else {
            throw Problem(.methodNotAllowed, "bad-method", "\(request.method.rawValue) is not allowed; use GET or HEAD")
        }
        return try api.houseAssets.response(to: request, rest, prefix: "/house/\(house)")
    }
}
