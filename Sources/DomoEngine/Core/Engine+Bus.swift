import DomoLanguage
import DomoModel

// What buses report besides states: telegrams, and the orders and scenes that people there request.

extension Engine {
    /// Telegrams seen on the bus.
    mutating func handle(messages: [LinkMessage], from id: LinkID) {
        guard links.isCurrent(id), !messages.isEmpty else { return }
        links.note(messages, of: id, at: now)
        outbox.show(messages, of: id)
        for message in messages { followInScenes(message) }
    }

    /// Orders from the bus, treated like those of a person. Nobody waits for a reply: failures become events.
    mutating func handle(orders requested: [LinkOrder], from id: LinkID, at now: Instant) {
        guard links.isCurrent(id) else { return }
        for order in requested {
            let cause = Cause.bus(link: id.key, address: order.address, source: order.source)
            do throws(Fault) {
                submit(try pending(order, cause: cause, at: now), at: now)
            } catch {
                let message = error.message
                outbox.publish(
                    Event(
                        kind: .order,
                        time: now.wall,
                        path: order.facet.path,
                        stage: .failed,
                        message: message,
                        by: cause
                    )
                )
            }
        }
    }

    private mutating func pending(_ order: LinkOrder, cause: Cause, at now: Instant) throws(Fault) -> PendingOrder {
        guard let element = houses.index.element(at: order.facet.path) else {
            throw Fault(
                .unknownElement,
                "there is no element \"\(order.facet.path)\"",
                hint: "correct the element that address \(order.address) refers to"
            )
        }
        return try pending(order.wish, for: element, wait: .accepted, origin: .bus, cause: cause, at: now)
    }

    /// A scene requested from the bus.
    mutating func runScene(named name: String, by cause: Cause, from id: LinkID, at now: Instant) {
        guard links.isCurrent(id) else { return }
        do throws(Fault) {
            try startScene(named: name, by: cause)
        } catch {
            // A missing scene is reported once, not each time the switch is pressed.
            guard error.code != .unknownScene || unknownScenes.insert(FoldedName.fold(name)).inserted else { return }
            outbox.publish(
                Event(
                    kind: .scene,
                    time: now.wall,
                    message: error.message,
                    by: cause,
                    scene: name,
                    progress: .failed
                )
            )
        }
    }
}

extension LinkOrder {
    var wish: Order.Wish {
        if case .level(let level) = value { return .level(.to(level)) }
        return .value(value.word, as: facet.type)
    }
}
