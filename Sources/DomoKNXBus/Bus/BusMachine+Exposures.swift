public import DomoEngine
import DomoKNX
import DomoKNXHouse
public import DomoModel

// Values that domo exposes on the bus, and orders that arrive on the same addresses.

extension BusMachine {
    /// Takes the new value of something that the link exposes.
    public mutating func expose(_ subject: Exposed, _ value: Value?, at now: Instant) -> [Action] {
        for number in exposing.note(subject, value, at: now) { expose(number, at: now) }
        return takeActions()
    }

    mutating func handleExposure(_ number: Int, _ payload: Payload, _ telegram: GroupTelegram) {
        let exposure = exposing[number]
        guard exposure.receives, case .facet(let facet) = exposure.subject else { return }
        do throws(DatapointFault) {
            let order = LinkOrder(
                facet,
                try exposing.value(number, payload),
                address: telegram.destination.description,
                source: telegram.source.description
            )
            actions.append(.report(.requested([order])))
        } catch {
            noteFault(error, telegram)
        }
    }

    /// Sends the value of an exposure.
    mutating func expose(_ number: Int, at now: Instant) {
        exposing.willSend(number, at: now)
        guard isUp, let payload = exposedPayload(number, at: now) else { return }
        send(GroupTelegram(destination: exposing[number].group, service: .write(payload)), for: .own, at: now)
    }

    mutating func answerRead(of address: GroupAddress, at now: Instant) {
        for role in profile.table[address] {
            guard case .exposure(let number) = role, exposing[number].answers,
                let payload = exposedPayload(number, at: now)
            else { continue }
            send(GroupTelegram(destination: address, service: .response(payload)), for: .own, at: now)
            return
        }
    }

    /// Nil if the value is unknown or can't be encoded with the type of the address.
    private mutating func exposedPayload(_ number: Int, at now: Instant) -> Payload? {
        do throws(DatapointFault) {
            return try exposing.payload(number, at: now)
        } catch {
            let exposure = exposing[number]
            actions.append(.note("\(exposure.subject.shown) is not sent to \(exposure.group): \(error.message)"))
            return nil
        }
    }
}
