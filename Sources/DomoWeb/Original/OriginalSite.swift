import DomoClient
import DomoLanguage
import DomoModel
import HTTPTypes
import Hummingbird
import Logging
import NIOCore

/// Serves the original phone application, on an address of its own. The application has no token, so it acts with the
/// one in `--original-token-file`. Requests from web pages are rejected.
struct OriginalSite: HTTPResponder {
    typealias Context = WebContext

    static let signalPath = ["web", "services", "unsecureWebUI"]
    private static let houseFile = "house.xml"

    let pool: SessionPool
    let token: String
    let origins: Origins
    let addresses: ClientAddresses
    let log: Logger

    func respond(to request: Request, context: WebContext) async throws -> Response {
        var response: Response
        do throws(Problem) {
            response = try await answer(request, addresses.address(of: request, from: context.peer))
        } catch {
            response = Self.text(error.status, error.detail, error.headers)
        }
        response.headers[.xContentTypeOptions] = "nosniff"
        response.headers[.crossOriginResourcePolicy] = "same-origin"
        return response
    }

    private func answer(_ request: Request, _ address: String) async throws(Problem) -> Response {
        try refusePages(request)
        let path = try RequestPath(request.uri)
        let isHouse = path.parts.last == Self.houseFile
        let below = isHouse ? Array(path.parts.dropLast()) : path.parts
        guard below == Self.signalPath || isHouse && below.isEmpty else {
            throw Problem(
                .notFound,
                "not-found",
                "not found; send signals to /\(Self.signalPath.joined(separator: "/"))"
            )
        }
        let method: HTTPRequest.Method = isHouse ? .get : .post
        guard request.method == method else {
            var problem = Problem(
                .methodNotAllowed,
                "bad-method",
                "\(request.method.rawValue) is not allowed; use \(method.rawValue)"
            )
            problem.headers[.allow] = method.rawValue
            throw problem
        }
        do throws(ClientFault) {
            let daemon = try await pool.call(with: token, from: address)
            let listing = try await daemon.ask(.list(path: nil, recursive: true)).decode(Listing.self)
            if isHouse {
                return Response(
                    status: .ok,
                    headers: [.contentType: "application/xml", .cacheControl: "no-cache"],
                    body: ResponseBody(byteBuffer: ByteBuffer(string: OriginalHouse(listing).xml))
                )
            }
            return try await signal(path.fields, listing, daemon)
        } catch {
            if case .refused(let fault) = error, fault.code == .notAllowed {
                log.warning("the token of --original-token-file: \(fault.message)")
            }
            throw Problem(error)
        }
    }

    /// Rejects requests of browsers, by their headers. With DNS rebinding a page would be of this origin, so the host
    /// name is checked as well.
    private func refusePages(_ request: Request) throws(Problem) {
        try origins.checkHost(of: request)
        let isPage = request.headers.contains { field in
            field.name == .origin || field.name.canonicalName.hasPrefix("sec-fetch-")
        }
        guard !isPage else {
            throw Problem(.forbidden, "bad-origin", "requests from web pages are not allowed at this address")
        }
    }

    // MARK: - Signals

    /// Sends a signal to all elements of that name: the application does not know paths.
    private func signal(
        _ fields: [String: String]?,
        _ listing: Listing,
        _ daemon: TokenCall
    ) async throws(ClientFault) -> Response {
        do throws(OriginalSignal.Refusal) {
            let signal = try OriginalSignal(fields)
            let elements = listing.places.flatMap { Self.elements(of: $0, called: signal.name) }
            guard !elements.isEmpty else { return Self.text(.notFound, "unknown element \"\(signal.name)\"") }
            var refusal: OriginalSignal.Refusal?
            var orders: [DomoLanguage.Request] = []
            for element in elements {
                do throws(OriginalSignal.Refusal) {
                    orders.append(try Self.request(signal, element))
                } catch {
                    refusal = error
                }
            }
            if orders.isEmpty, let refusal { throw refusal }
            let fault = await Self.give(orders, daemon)
            if let fault { return Self.text(Problem(fault).status, Self.message(fault)) }
            return Response(status: .noContent)
        } catch {
            return Self.text(.badRequest, error.message)
        }
    }

    private static func elements(of place: PlaceView, called name: String) -> [ElementView] {
        place.elements.filter { $0.name == name } + place.sectors.flatMap { elements(of: $0, called: name) }
    }

    private static func request(
        _ signal: OriginalSignal,
        _ element: ElementView
    ) throws(OriginalSignal.Refusal) -> DomoLanguage.Request {
        let (type, value) = try signal.order(element.types.compactMap { FacetType(word: $0) })
        do throws(Fault) {
            let words: [Words.Word] = [
                .keyword("set"), .keyword("--as"), .literal(type.word), .keyword("--wait"), .literal("accepted"),
                .literal(element.path), .literal(value),
            ]
            guard let request = try RequestParser.parse(words) else {
                throw Fault(.badRequest, "the order is empty")
            }
            return request
        } catch {
            throw OriginalSignal.Refusal(message: error.message)
        }
    }

    /// - Returns: nil if at least one was accepted; else the fault of the first.
    private static func give(
        _ orders: [DomoLanguage.Request],
        _ daemon: TokenCall
    ) async -> ClientFault? {
        await withTaskGroup(of: (Int, ClientFault?).self) { group in
            for (number, order) in orders.enumerated() {
                group.addTask {
                    do throws(ClientFault) {
                        _ = try await daemon.wait(for: order)
                        return (number, nil)
                    } catch {
                        return (number, error)
                    }
                }
            }
            var first: (Int, ClientFault)?
            var isDone = false
            for await (number, fault) in group {
                guard let fault else {
                    isDone = true
                    continue
                }
                if number <= first?.0 ?? number { first = (number, fault) }
            }
            return isDone ? nil : first?.1
        }
    }

    private static func message(_ fault: ClientFault) -> String { Problem(fault).detail }

    /// One line of plain text.
    private static func text(_ status: HTTPResponse.Status, _ line: String, _ headers: HTTPFields = [:]) -> Response {
        var headers = headers
        headers[.contentType] = "text/plain; charset=utf-8"
        headers[.cacheControl] = "no-store"
        let safe = String(
            String.UnicodeScalarView(
                line.unicodeScalars.map { $0.properties.generalCategory == .control ? "\u{FFFD}" : $0 }
            )
        )
        return Response(
            status: status,
            headers: headers,
            body: ResponseBody(byteBuffer: ByteBuffer(string: safe + "\n"))
        )
    }
}
