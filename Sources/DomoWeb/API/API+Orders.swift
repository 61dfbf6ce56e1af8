import DomoClient
import DomoLanguage
import HTTPTypes
import Hummingbird
import NIOCore

// What changes the house: orders and scenes.

extension API {
    private struct OrderBody: Decodable {
        enum Value: Decodable {
            case text(String)

            var text: String {
                switch self {
                case .text(let text): text
                }
            }

            init(from decoder: any Decoder) throws {
                let container = try decoder.singleValueContainer()
                do {
                    let number = try container.decode(Double.self)
                    self = .text(number == number.rounded() && abs(number) < 1e15 ? String(Int(number)) : "\(number)")
                } catch {
                    // No number: then it is a text, or the fault is that of the text.
                    self = .text(try container.decode(String.self))
                }
            }
        }

        var element: String
        var value: Value
        var type: String?
        var deadline: String?
    }

    func order(_ call: Call) async throws(Problem) -> Response {
        let body = try await body(of: call.request, as: OrderBody.self)
        let value = body.value.text
        let isRelative = value.first == "+" || value.first == "-"
        let element = Words.Word.literal(body.element)
        var words: [Words.Word]
        switch (value, body.type) {
        case ("toggle", nil), ("toggle", "binary"): words = [.keyword("toggle"), element]
        case (_, "regulable") where isRelative, (_, nil) where isRelative:
            words = [.keyword("dim"), element, .literal(value)]
        case (_, let type):
            let typed = type.map { [Words.Word.keyword("--as"), .literal($0)] } ?? []
            words = [.keyword("set")] + typed + [element, .literal(value)]
        }
        if let deadline = body.deadline { words += [.keyword("--deadline"), .literal(deadline)] }
        let prefer = call.request.headers[HTTPField.Name("Prefer")!]?.split(separator: "=")
        let isAwaited = prefer?.first == "wait"
        words += [.keyword("--wait"), .literal(isAwaited ? "accepted" : "none")]
        let request = try parse(words)
        do throws(ClientFault) {
            let reply =
                isAwaited
                ? try await call.session.wait(for: request, from: call.address)
                : try await call.session.ask(request, from: call.address)
            var response = json(reply.content, status: isAwaited ? .ok : .accepted)
            if !isAwaited {
                let receipt = try reply.decode(OrderReceipt.self)
                response.headers[.location] = "/api/v1/orders/\(receipt.id)"
            }
            return response
        } catch {
            throw Problem(error)
        }
    }

    func scene(_ call: Call, _ parts: [String]) async throws(Problem) -> Response {
        guard parts.count >= 2, let verb = parts.last else { throw .notFound("resource") }
        let name = parts.dropLast().joined(separator: "/")
        switch verb {
        case "run":
            // It is answered when it has ended: until then its events tell of it.
            let tag = "web-" + String(UInt64.random(in: 0...UInt64.max), radix: 36)
            _ = try await content(call, .scene(name: name, explain: true))
            let (session, address) = (call.session, call.address)
            Task {
                do throws(ClientFault) {
                    _ = try await session.wait(for: .scene(name: name, explain: false, tag: tag), from: address)
                } catch {
                    // The events of the run have said so.
                }
            }
            var json = JSONWriter()
            json.object { json in
                json.key("scene")
                json.string(name)
                json.key("tag")
                json.string(tag)
            }
            return self.json(json.bytes, status: .accepted)
        case "stop": return try await wait(call, .sceneStop(name: name))
        default: throw .notFound("resource \"\(verb.prefix(80))\"")
        }
    }
}
