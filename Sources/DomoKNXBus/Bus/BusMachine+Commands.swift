public import DomoEngine
import DomoKNX
import DomoKNXHouse
public import DomoLanguage
import DomoModel

// The commands that a person sends to the bus: `domo knx …`.

extension BusMachine {
    public mutating func perform(_ command: LinkCommand, id: UInt64, at now: Instant) -> [Action] {
        do throws(Fault) {
            switch command {
            case .read(let address, let type):
                try startRead(
                    try group(address),
                    try type.map { type throws(Fault) in try datapointType(type) },
                    id,
                    at: now
                )
            case .write(let address, let value, let type):
                try write(
                    value,
                    to: try group(address),
                    try type.map { type throws(Fault) in try datapointType(type) },
                    id,
                    at: now
                )
            case .pause(let duration):
                connection.pause(until: now + duration)
                actions.append(.pause(duration))
                done(id, "disconnected for \(BusReport.text(duration)); \"domo knx resume\" connects earlier")
            case .resume:
                guard connection.resume(at: now) else {
                    done(id, "not paused")
                    break
                }
                actions.append(.pause(.zero))
                done(id, "connecting")
            case .diagnose:
                let report = diagnosis.report(profile, unanswered: reads.unanswered, connection, at: now)
                actions.append(.performed(id, .success(report)))
            case .log(let period):
                let question = TelegramLogQuestion(period, profile, at: now)
                actions.append(.readLog(question, command: id))
            case .learn(let step): actions.append(.performed(id, .success(diagnosis.learn(step, profile))))
            }
        } catch {
            actions.append(.performed(id, .failure(error)))
        }
        return drainActions()
    }

    private mutating func done(_ id: UInt64, _ line: String) {
        actions.append(.performed(id, .success(LinkAnswer(lines: [line]))))
    }

    private func group(_ text: String) throws(Fault) -> GroupAddress {
        do throws(AddressFault) {
            return try GroupAddress(text)
        } catch {
            throw Fault(.badRequest, error.message, hint: error.hint)
        }
    }

    private func datapointType(_ text: String) throws(Fault) -> DatapointType {
        do throws(DatapointFault) {
            return try DatapointType(text)
        } catch {
            throw Fault(.badRequest, error.message, hint: error.hint)
        }
    }

    private func requireConnection() throws(Fault) {
        guard !connection.isUp else { return }
        let reason = connection.downReason
        throw Fault(.unreachable, "\(profile.label) is not connected: \(reason)", hint: "see \"domo status\"")
    }

    // MARK: - Read and write

    private mutating func startRead(
        _ address: GroupAddress,
        _ type: DatapointType?,
        _ id: UInt64,
        at now: Instant
    ) throws(Fault) {
        try requireConnection()
        guard profile.table.isReadable(address) else {
            throw Fault(
                .badRequest,
                "\(address) is a command address and can't be read: in some installations a read triggers the command",
                hint: "read a state address of the element"
            )
        }
        pendingReads.add(address, type ?? profile.table.type(of: address), id, at: now)
        send(GroupTelegram(destination: address, service: .read), for: .command(id), at: now)
    }

    private mutating func write(
        _ value: String,
        to address: GroupAddress,
        _ type: DatapointType?,
        _ id: UInt64,
        at now: Instant
    ) throws(Fault) {
        try requireConnection()
        guard let known = type ?? profile.table.type(of: address) else {
            throw Fault(
                .badRequest,
                "the datapoint type of \(address) is not known: no house file uses this address",
                hint: "add --dpt TYPE, such as --dpt 9.001"
            )
        }
        do throws(DatapointFault) {
            // If the house file binds the address, its words are valid values too.
            let named = type == nil ? facet(at: address, knowing: value) : nil
            let payload =
                if let named { try named.payload(for: .text(value)) } else { try known.encode(known.value(of: value)) }
            send(GroupTelegram(destination: address, service: .write(payload)), for: .command(id), at: now)
        } catch {
            throw Fault(.refusedValue, error.message, hint: error.hint)
        }
    }

    private func facet(at address: GroupAddress, knowing word: String) -> KNXFacet? {
        profile.table[address].lazy.compactMap(\.facet).map { profile.bindings.facets[$0] }
            .first { $0.words.contains { $0.value.lowercased() == word.lowercased() } }
    }

    /// Handles the end of a command's telegram. A read stays pending until it is answered.
    mutating func endCommand(_ id: UInt64, _ end: TelegramEnd, _ telegram: GroupTelegram) {
        switch end {
        case .confirmed, .sent:
            guard case .write(let payload) = telegram.service else { return }
            done(id, "\(telegram.destination) \(payload.hex) \(end == .sent ? "sent" : "confirmed by the bus")")
        case .refused, .notSent, .unsendable, .lost:
            // The answer to a read may arrive before the confirmation; the command is then complete.
            guard telegram.service != .read || pendingReads.remove(id) else { return }
            let code = if case .unsendable = end { Fault.Code.refusedValue } else { Fault.Code.unreachable }
            actions.append(.performed(id, .failure(Fault(code, end.text(telegram.destination)))))
        }
    }
}
