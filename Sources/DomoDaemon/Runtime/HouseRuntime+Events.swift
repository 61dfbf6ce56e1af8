import DomoEngine
import DomoLanguage
import Logging

// Events for watching clients.

extension HouseRuntime {
    /// Reports that the database fails or works again, or another message from it.
    func report(memory message: String, isFault: Bool) {
        log.log(level: isFault ? .error : .notice, "\(message)")
        publish(Event(kind: .memory, time: Instant.now().wall, message: message))
        endTurn()
    }

    /// Clients that use IDs must know that they are others now.
    func renamed(_ report: RenameReport) {
        publish(Event(kind: .reload, time: Instant.now().wall, message: "\(report.old) is \(report.new) now"))
    }

    func publish(_ event: Event) {
        log.note(event)
        guard !clients.watchers.isEmpty else { return }
        send(event) { $0.path.map(event.concerns) ?? true }
    }

    /// Bus traffic becomes an event only if somebody is watching it.
    func show(_ messages: [LinkMessage], of link: LinkID) {
        guard clients.watchers.values.contains(where: \.telegrams) else { return }
        let now = Instant.now().wall
        for message in messages {
            let event = Event(message, of: link.key, at: now)
            send(event) { $0.telegrams && $0.path.map(event.concerns) ?? true }
        }
    }

    /// A stage of an order becomes an event only if somebody is watching orders. Failures are published anyway.
    func show(_ record: Record) {
        guard case .order(let order, _) = record, !order.stage.isFailure,
            clients.watchers.values.contains(where: \.orders)
        else { return }
        let event = Event(order)
        send(event) { $0.orders && $0.path.map(event.concerns) ?? true }
    }

    private func send(_ event: Event, where matches: (Watched) -> Bool) {
        let line = event.jsonLine
        for (id, watch) in clients.watchers where matches(watch) {
            guard let client = clients[id] else { continue }
            switch engine.sight(of: event, for: client.principal) {
            case .nothing: break
            case .whole: client.send(event: line, in: self)
            case .instead(let other): client.send(event: other.jsonLine, in: self)
            }
        }
    }
}
