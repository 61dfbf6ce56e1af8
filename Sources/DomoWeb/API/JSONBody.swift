import DomoClient
import FoundationEssentials
import HTTPTypes
package import Hummingbird
import NIOCore
import NIOFoundationEssentialsCompat

/// The body of a request: a JSON object with these properties and no others. Unknown properties are errors: a
/// misspelled one would otherwise leave an order without its deadline, or a token without its limits.
package protocol JSONBody: Decodable {
    static var properties: Set<String> { get }
}

extension API {
    /// The body of somebody's request, which counts for the room of their tree.
    func body<Body: JSONBody>(of call: Call, as type: Body.Type) async throws(Problem) -> Body {
        let length = call.request.headers[.contentLength].flatMap { Int($0) } ?? Self.maxBody
        if let fault = call.daemon.room.grow(by: min(max(0, length), Self.maxBody)) { throw Problem(fault) }
        return try await body(of: call.request, upTo: Self.maxBody, as: type)
    }

    func body<Body: JSONBody>(
        of request: Request,
        upTo limit: Int,
        as type: Body.Type
    ) async throws(Problem) -> Body {
        try await Body.read(from: request, upTo: limit)
    }
}

extension JSONBody {
    /// - Parameter limit: in octets.
    package static func read(from request: Request, upTo limit: Int) async throws(Problem) -> Self {
        let bytes: ByteBuffer
        do {
            bytes = try await request.body.collect(upTo: limit)
        } catch {
            throw .unreadBody(error)
        }
        guard request.headers[.contentType]?.hasPrefix("application/json") == true else {
            throw Problem(
                .unsupportedMediaType,
                "bad-request",
                "the body must be JSON; send Content-Type: application/json"
            )
        }
        do {
            let data = Data(bytes.readableBytesView)
            try JSONDecoder().decode(Properties.self, from: data).check(properties)
            return try JSONDecoder().decode(Self.self, from: data)
        } catch let problem as Problem {
            throw problem
        } catch {
            throw Problem(.badRequest, "bad-request", "invalid body: \(Self.text(of: error))")
        }
    }

    private static func text(of error: any Error) -> String {
        (error as? DecodingError)?.text ?? "not valid JSON"
    }
}

/// The names of an object's properties.
private struct Properties: Decodable {
    private struct Name: CodingKey {
        var stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    private var names: [String] = []
    private var empty: [String] = []

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Name.self)
        for key in container.allKeys {
            names.append(key.stringValue)
            if try container.decodeNil(forKey: key) { empty.append(key.stringValue) }
        }
    }

    func check(_ known: Set<String>) throws(Problem) {
        if let other = names.sorted().first(where: { !known.contains($0) }) {
            throw Problem(
                .badRequest,
                "bad-request",
                "unknown property \"\(other.prefix(80))\"",
                hint: "known properties: \(known.sorted().joined(separator: ", "))"
            )
        }
        if let name = empty.min() {
            throw Problem(.badRequest, "bad-request", "\"\(name)\" is null", hint: "omit it")
        }
    }
}
