import DomoLanguage
import DomoModel

// Invariants of names and of elements without a server.

extension Simulation {
    /// A name that matches one element is resolved to it; a name that matches several or none is refused.
    func namesMeanOneElement(_ request: PendingRequest, _ reply: Reply) {
        guard let meaning = request.meaning else { return }
        var code: Fault.Code?
        if case .fault(let fault) = reply { code = fault.code }
        switch meaning {
        case .several:
            coverage.note("ambiguous names")
            if code != .ambiguousName { violate("an ambiguous name is answered with \(Self.brief(reply))") }
        case .nothing:
            if code != .unknownElement { violate("an unknown name is answered with \(Self.brief(reply))") }
        case .one(let number), .notConnected(let number):
            if code == .ambiguousName { violate("\(elements[number].path) is ambiguous") }
            if case .element(let view) = reply, view.path != elements[number].path {
                violate("\(elements[number].path) is shown as \(view.path)")
            }
        }
    }

    /// An order for an element without a server is refused. `ordersNeedAServer(_:)` checks that it is not stored
    /// either.
    func ordersWithoutServerAreRefused(_ request: PendingRequest, _ reply: Reply) {
        guard case .notConnected(let number)? = request.meaning, request.kind == .order else { return }
        coverage.note("orders without a server")
        guard case .fault(let fault) = reply, [.badConfiguration, .refusedValue].contains(fault.code) else {
            return violate("\(elements[number].path) has no server; the reply is \(Self.brief(reply))")
        }
    }

    /// Only an element with a server gets orders, and only the one that the request named.
    func ordersNeedAServer(_ record: OrderRecord, _ number: Int, _ request: PendingRequest?) {
        if server(of: number) == nil { violate("order \(record.id) for \(record.element), which has no server") }
        if let named = request?.meaning?.element, named != number {
            violate("order \(record.id) is for \(record.element); \(elements[named].path) was named")
        }
    }
}
