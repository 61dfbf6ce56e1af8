public import DomoEngine
import DomoKNX
import DomoKNXHouse
import DomoModel

// Reads of states: for queries from the engine, and the link's own reads of states that covers report in addition to
// their position.

extension BusMachine {
    public mutating func read(_ query: Query, at now: Instant) -> [Action] {
        reads.chargeQuery(profile.cost(ofReading: query.targets) { $0 }, at: now)
        if !connection.isUp {
            actions.append(.answer(query.id, .failed(reason: connection.downReason)))
        } else if reads.add(query, profile, at: now, into: &actions) {
            readNext(at: now)
        }
        return drainActions()
    }

    /// Sends the reads that may be sent now.
    mutating func readNext(at now: Instant) {
        while let address = reads.next(isUp: connection.isUp, at: now, into: &actions) {
            let telegram = GroupTelegram(destination: address, service: .read)
            reads.noteGiven(address, ticket: send(telegram, for: .read(address), at: now))
        }
    }

    mutating func readOwnStates(at now: Instant) {
        reads.addOwn(profile.unqueriedStates)
        readNext(at: now)
    }
}
