import DomoJSON
import DomoModel

/// How a dialect writes orders and reads states, or what one of its kinds or one element overrides.
struct DialectLayer: Sendable, Equatable {
    /// The fields of a request that are given.
    struct Request: Sendable, Equatable {
        var method: HTTPMethod?
        var url: Template?
        /// By name in lower case.
        var headers: [String: RequestTemplate.Header] = [:]
        var body: RequestTemplate.Body?
        var success: SuccessRule?
        var failure: FailureRule?

        /// Returns a copy with what is missing taken from `base`.
        func over(_ base: Request) -> Request {
            Request(
                method: method ?? base.method,
                url: url ?? base.url,
                headers: base.headers.merging(headers) { $1 },
                body: body ?? base.body,
                success: success ?? base.success,
                failure: failure ?? base.failure
            )
        }

        /// Nil without a URL.
        var template: RequestTemplate? {
            url.map {
                RequestTemplate(
                    method: method ?? (body == nil ? .get : .post),
                    url: $0,
                    headers: headers.sorted { $0.key < $1.key }.map(\.value),
                    body: body
                )
            }
        }
    }

    struct Order: Sendable, Equatable {
        var request = Request()
        var variables: [String: Template] = [:]
    }

    struct One: Sendable, Equatable {
        var request = Request()
        /// The base of its JSON path and of those of the types; nil for the whole answer.
        var item: JSONPath?
        var source: StateSource?
    }

    var variables: [String: Template] = [:]
    var order = Request()
    var actions: [ActionWord: Order] = [:]
    var one: One?
    var types: [FacetType: TypeRule] = [:]
    var unknown: [String]?
    var movement: MovementRule?
    /// The level at which a cover is open, 0 or 100.
    var openAt: Int?

    /// Returns a copy with what is missing taken from `base`.
    func over(_ base: DialectLayer) -> DialectLayer {
        var merged = base
        merged.variables.merge(variables) { $1 }
        merged.order = order.over(base.order)
        for (word, order) in actions {
            merged.actions[word] = Order(
                request: order.request.over(base.actions[word]?.request ?? Request()),
                variables: (base.actions[word]?.variables ?? [:]).merging(order.variables) { $1 }
            )
        }
        merged.one = one ?? base.one
        merged.types.merge(types) { $1 }
        merged.unknown = unknown ?? base.unknown
        merged.movement = movement ?? (types[.bidirectional] == nil ? base.movement : base.movement?.withoutDirection)
        merged.openAt = openAt ?? base.openAt
        return merged
    }
}
