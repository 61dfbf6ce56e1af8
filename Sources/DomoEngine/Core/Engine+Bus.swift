import DomoLanguage
import DomoModel

// What the buses of links bring beside states: traffic, and what people there want of domo.

extension Engine {
    /// Traffic that went by.
    mutating func take(_ messages: [LinkMessage], from id: LinkID) {
        guard links.isCurrent(id), !messages.isEmpty else { return }
        links.note(messages, of: id)
        outbox.show(messages, of: id)
        for message in messages { followInScenes(message) }
    }

    /// Somebody on the bus gives orders, as a person does. Nobody waits for an answer: what fails is an event.
    mutating func take(_ requested: [LinkOrder], from id: LinkID, at now: Instant) {
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
                "\"\(order.facet.path)\" is not in the house",
                hint: "correct the address that orders it"
            )
        }
        return try pending(order.wish, for: element, wait: .accepted, origin: .bus, cause: cause, at: now)
    }

    /// Somebody on the bus runs a scene.
    mutating func runScene(named name: String, by cause: Cause, from id: LinkID, at now: Instant) {
        guard links.isCurrent(id) else { return }
        do throws(Fault) {
            try startScene(named: name, by: cause)
        } catch {
            // A scene that is not there is reported once: the switch will be pressed again.
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
