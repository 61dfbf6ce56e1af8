import DomoClient
import DomoLanguage
import DomoModel
import HTTPTypes
import Hummingbird
import NIOCore

// Orders and scene runs.

extension API {
    private struct OrderBody: JSONBody {
        static let properties: Set = ["element", "place", "value", "type", "deadline", "explain"]

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
                    // Not a number: decode a text, or throw its error.
                    self = .text(try container.decode(String.self))
                }
            }
        }

        var element: String?
        /// Instead of an element: turns off the devices in this place.
        var place: String?
        var value: Value
        var type: String?
        var deadline: String?
        /// With a place: only lists the devices that would be turned off.
        var explain: Bool?
    }

    func order(_ call: Call) async throws(Problem) -> Response {
        let body = try await body(of: call, as: OrderBody.self)
        let value = body.value.text
        let name: String
        switch (body.element, body.place) {
        case (nil, _?) where body.type != nil || body.deadline != nil:
            throw Problem(.badRequest, "bad-request", "an order for a place can't have \"type\" or \"deadline\"")
        case (_?, nil) where body.explain != nil:
            throw Problem(.badRequest, "bad-request", "\"explain\" is only valid in an order for a place")
        case (nil, let place?): return try await switchOff(call, place, value, isExplained: body.explain == true)
        case (let element?, nil): name = element
        case (nil, nil), (_?, _?):
            throw Problem(.badRequest, "bad-request", "an order needs either \"element\" or \"place\"")
        }
        let isRelative = try await isStep(value, of: name, as: body.type, call)
        let element = Words.Word.literal(name)
        var words: [Words.Word]
        switch (value, body.type) {
        case ("toggle", nil), ("toggle", "binary"): words = [.keyword("toggle"), element]
        case _ where isRelative:
            words = [.keyword("dim"), element, .literal(value)]
        case (_, let type):
            let typed = type.map { [Words.Word.keyword("--as"), .literal($0)] } ?? []
            words = [.keyword("set")] + typed + [element, .literal(value)]
        }
        if let deadline = body.deadline { words += [.keyword("--deadline"), .literal(deadline)] }
        if let key = call.request.headers[.idempotencyKey] {
            guard (1...Order.maxKeyLength).contains(key.utf8.count), key.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
            else {
                throw Problem(
                    .badRequest,
                    "bad-request",
                    "invalid header Idempotency-Key",
                    hint: "use 1–\(Order.maxKeyLength) printable ASCII characters, such as a UUID"
                )
            }
            // A structured field (RFC 8941) is a quoted string.
            let isQuoted = key.count > 2 && key.first == "\"" && key.last == "\""
            words += [.keyword("--key"), .literal(isQuoted ? String(key.dropFirst().dropLast()) : key)]
        }
        let prefer = call.request.headers[.prefer]?.split(separator: "=")
        let isAwaited = prefer?.first == "wait"
        words += [.keyword("--wait"), .literal(isAwaited ? "accepted" : "none")]
        let request = try parse(words)
        do throws(ClientFault) {
            let reply =
                isAwaited
                ? try await call.daemon.wait(for: request)
                : try await call.daemon.ask(request)
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

    /// Whether a value is a step of a level, such as `+10`. The element's types decide: `-5` may be a temperature.
    private func isStep(
        _ value: String,
        of name: String,
        as type: String?,
        _ call: Call
    ) async throws(Problem) -> Bool {
        guard value.first == "+" || value.first == "-" else { return false }
        if let type { return type == FacetType.regulable.word }
        let element = try decode(ElementView.self, from: try await shown(call, name))
        return element.types.contains(FacetType.regulable.word)
    }

    private func switchOff(
        _ call: Call,
        _ place: String,
        _ value: String,
        isExplained: Bool
    ) async throws(Problem) -> Response {
        guard value == "off" else {
            throw Problem(
                .unprocessableContent,
                "refused-value",
                "invalid value \"\(value.prefix(80))\" for a place; only \"off\" is accepted",
                hint: "for other values, send an order for each element"
            )
        }
        let content = try await content(call, .group(GroupOrder(place: place, value: "off", explain: isExplained)))
        return json(content, status: isExplained ? .ok : .accepted)
    }

    /// An order by its number.
    func order(_ call: Call, numbered text: String) async throws(Problem) -> Response {
        guard let number = UInt64(text), number > 0, number < Int64.max else {
            throw .notFound("order \(text.prefix(80))")
        }
        let list: OrderList
        do throws(ClientFault) {
            let reply = try await call.daemon.ask(.orders(path: nil, last: 1, before: number + 1))
            list = try reply.decode(OrderList.self)
        } catch {
            throw Problem(error)
        }
        guard let order = list.orders.first, order.id == number else { throw .notFound("order \(number)") }
        var json = JSONWriter()
        json.value(order)
        return self.json(json.bytes)
    }

    func orders(_ call: Call) async throws(Problem) -> Response {
        let element = call.path["element"].map { [Words.Word.literal($0)] } ?? []
        return try await line(call, [.keyword("orders")] + element, options: ["last", "before"])
    }

    /// Responds as soon as the run has started: its events report the rest.
    func runScene(_ call: Call, _ name: String) async throws(Problem) -> Response {
        let tag = "web-" + String(UInt64.random(in: 0...UInt64.max), radix: 36)
        _ = try await content(call, .scene(name: name, explain: true))
        do throws(ClientFault) {
            try await call.daemon.begin(.scene(name: name, explain: false, tag: tag))
        } catch {
            throw Problem(error)
        }
        var json = JSONWriter()
        json.object { json in
            json.key("scene")
            json.string(name)
            json.key("tag")
            json.string(tag)
        }
        return self.json(json.bytes, status: .accepted)
    }
}
