public import DomoEngine
import DomoKNX
import DomoKNXHouse
public import DomoModel

// Values that domo exposes on the bus, and orders that arrive on the same addresses.

extension BusMachine {
    /// Handles the new value of something that the link exposes.
    public mutating func expose(_ subject: Exposed, _ value: Value?, at now: Instant) -> [Action] {
        for number in exposing.note(subject, value, at: now) { expose(number, at: now) }
        return drainActions()
    }

    /// Notes whether a time service keeps the machine's clock right, for the time that is exposed.
    public mutating func noteClock(isSynchronized: Bool) { exposing.isClockSynchronized = isSynchronized }

    mutating func handleExposure(_ number: Int, _ payload: Payload, _ telegram: GroupTelegram) {
        do throws(DatapointFault) {
            guard let order = try exposing.order(number, payload, from: telegram) else { return }
            actions.append(.report(.requested([order])))
        } catch {
            noteFault(error, telegram)
        }
    }

    /// Sends the value of an exposure.
    mutating func expose(_ number: Int, isRepetition: Bool = false, at now: Instant) {
        exposing.willSend(number, at: now)
        guard connection.isUp, let telegram = exposing.telegram(number, at: now, into: &actions) else { return }
        send(telegram, for: isRepetition ? .repetition : .own, rank: .report, at: now)
    }

    /// Sends what is due. Repetitions wait while others use up the bus.
    mutating func exposeDue(at now: Instant) {
        let due = exposing.due(at: now)
        for number in due.changes { expose(number, at: now) }
        for number in due.repetitions {
            let moment = reads.spareAt(from: now)
            if moment <= now {
                expose(number, isRepetition: true, at: now)
            } else {
                exposing.putOff(number, until: moment)
            }
        }
    }

    mutating func answerRead(of address: GroupAddress, at now: Instant) {
        for role in profile.table[address] {
            guard case .exposure(let number) = role,
                let telegram = exposing.answer(number, at: now, into: &actions)
            else { continue }
            send(telegram, for: .own, rank: .report, at: now)
            return
        }
    }
}
