import DomoLanguage
import HTTPTypes
package import Hummingbird
import NIOCore

/// Responds to all requests: the API, the page, health checks and metrics.
struct Site: HTTPResponder {
    typealias Context = WebContext

    let api: API
    let assets: Assets
    let origins: Origins
    let pool: SessionPool
    let metrics: Metrics
    /// Whether browsers are told to use only https for all ports of the host's name.
    var isOnlySecure = false

    func respond(to request: Request, context: WebContext) async throws -> Response {
        let start = ContinuousClock.now
        var response: Response
        do throws(Problem) {
            response = try await answer(request, context)
        } catch {
            response = MisdirectedPage.response(to: request, error, isSecure: api.isSecure) ?? error.response
        }
        response.secure(isOnlySecure: isOnlySecure)
        metrics.counts.note(status: response.status.code, after: .now - start)
        return response
    }

    private func answer(_ request: Request, _ context: WebContext) async throws(Problem) -> Response {
        try origins.checkHost(of: request)
        let path = try RequestPath(request.uri)
        switch path.parts.first {
        case "api" where path.parts.dropFirst().first == "v1":
            return try await api.respond(to: request, path, from: context.peer)
        case "hooks":
            return try await api.knock(request, path, from: api.addresses.address(of: request, from: context.peer))
        case "healthz": return Response(status: .ok, body: ResponseBody(byteBuffer: ByteBuffer(string: "ok\n")))
        case "readyz":
            let isReady = await pool.isDaemonReachable()
            return Response(
                status: isReady ? .ok : .serviceUnavailable,
                body: ResponseBody(byteBuffer: ByteBuffer(string: isReady ? "ok\n" : "domod is unreachable\n"))
            )
        case "metrics" where path.parts.count == 1 && request.method == .get:
            let address = api.addresses.address(of: request, from: context.peer)
            return try await metrics.response(for: try await api.call(for: request, path, from: address))
        default: break
        }
        guard request.method == .get || request.method == .head else {
            var problem = Problem(
                .methodNotAllowed,
                "bad-method",
                "\(request.method.rawValue) is not allowed; use GET or HEAD"
            )
            problem.headers[.allow] = "GET, HEAD"
            throw problem
        }
        return try assets.response(to: request, path)
    }
}

extension Response {
    /// Adds the headers of all responses.
    ///
    /// - Parameter isOnlySecure: whether browsers are told to use only https for all ports of the host's name.
    package mutating func secure(isOnlySecure: Bool) {
        headers[.domoVersion] = domoVersion
        headers[.xContentTypeOptions] = "nosniff"
        headers[.referrerPolicy] = "no-referrer"
        headers[.crossOriginResourcePolicy] = "same-origin"
        headers[.crossOriginOpenerPolicy] = "same-origin"
        if isOnlySecure { headers[.strictTransportSecurity] = "max-age=31536000" }
    }
}
