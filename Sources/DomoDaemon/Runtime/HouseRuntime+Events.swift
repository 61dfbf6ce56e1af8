import DomoEngine
import DomoLanguage
import Logging

// What those who watch are shown.

extension HouseRuntime {
    /// The database fails, works again, or has something to say.
    func tell(ofMemory message: String, isFault: Bool) {
        log.log(level: isFault ? .error : .notice, "\(message)")
        publish(Event(kind: .memory, time: Instant.now().wall, message: message))
        endTurn()
    }

    func publish(_ event: Event) {
        log.note(event)
        guard !watchers.isEmpty else { return }
        tell(event) { $0.path.map(event.concerns) ?? true }
    }

    /// Traffic of a bus is made an event only where somebody watches it.
    func show(_ messages: [LinkMessage], of link: LinkID) {
        guard watchers.values.contains(where: \.telegrams) else { return }
        let now = Instant.now().wall
        for message in messages {
            let event = Event(message, of: link.key, at: now)
            tell(event) { $0.telegrams && $0.path.map(event.concerns) ?? true }
        }
    }

    /// A stage of an order is made an event only where somebody watches for it. Those that went wrong are published.
    func show(_ record: Record) {
        guard case .order(let order, _) = record, !order.stage.isFailure,
            watchers.values.contains(where: \.orders)
        else { return }
        let event = Event(order)
        tell(event) { $0.orders && $0.path.map(event.concerns) ?? true }
    }

    private func tell(_ event: Event, where isMeant: (Watched) -> Bool) {
        let line = event.jsonLine
        for (id, watch) in watchers where isMeant(watch) {
            guard let client = clients[id] else { continue }
            switch engine.sight(of: event, for: client.principal) {
            case .nothing: break
            case .whole: client.send(event: line, in: self)
            case .instead(let other): client.send(event: other.jsonLine, in: self)
            }
        }
    }
}
