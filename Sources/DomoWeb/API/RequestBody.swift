import FoundationEssentials
import HTTPTypes
import Hummingbird
import NIOCore
import NIOFoundationEssentialsCompat

/// The body of a request: an object of JSON with these properties, and no others. A property that is
/// misspelled is not passed over: the order would have no deadline, or the token no limit.
protocol RequestBody: Decodable {
    static var properties: Set<String> { get }
}

extension API {
    func body<Body: RequestBody>(of request: Request, as type: Body.Type) async throws(Problem) -> Body {
        let bytes: ByteBuffer
        do {
            bytes = try await request.body.collect(upTo: Self.maxBody)
        } catch {
            throw .unreadBody(error)
        }
        guard request.headers[.contentType]?.hasPrefix("application/json") == true else {
            throw Problem(.unsupportedMediaType, "bad-request", "the body is JSON: Content-Type: application/json")
        }
        do {
            let data = Data(bytes.readableBytesView)
            try JSONDecoder().decode(Properties.self, from: data).check(Body.properties)
            return try JSONDecoder().decode(type, from: data)
        } catch let problem as Problem {
            throw problem
        } catch {
            throw Problem(.badRequest, "bad-request", "the body can't be read: \(Self.text(of: error))")
        }
    }

    private static func text(of error: any Error) -> String {
        guard let error = error as? DecodingError else { return "it is no JSON" }
        switch error {
        case .keyNotFound(let key, _): return "\"\(key.stringValue)\" is missing"
        case .typeMismatch(_, let context) where context.codingPath.isEmpty: return "it is no object"
        case .typeMismatch(_, let context), .valueNotFound(_, let context):
            return "\"\(context.codingPath.map(\.stringValue).joined(separator: "."))\" has the wrong type"
        default: return "it is no JSON"
        }
    }
}

/// The properties that an object has, whatever they hold.
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
                hint: "the properties are: \(known.sorted().joined(separator: ", "))"
            )
        }
        if let name = empty.min() {
            throw Problem(.badRequest, "bad-request", "\"\(name)\" is null", hint: "leave it out")
        }
    }
}
