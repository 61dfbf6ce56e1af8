public import DomoEngine
import DomoKNX
import DomoKNXHouse
public import DomoLanguage
import DomoModel

// The commands that a person sends to the bus: `domo knx …`.

extension BusMachine {
    /// A read that a person waits for.
    struct PendingRead: Sendable {
        var address: GroupAddress
        var type: DatapointType?
        var until: Instant
    }

    /// How long to wait for the answer to a read.
    private static let readTimeout: Duration = .seconds(3)

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
                pausedUntil = now + duration
                actions.append(.pause(duration))
                done(id, "disconnected for \(BusReport.text(duration)); \"domo knx resume\" connects earlier")
            case .resume:
                guard let until = pausedUntil, now < until else {
                    done(id, "not paused")
                    break
                }
                pausedUntil = nil
                actions.append(.pause(.zero))
                done(id, "connecting")
            case .diagnose:
                let report = BusReport(profile: profile, traffic: traffic, reads: reads, now: now)
                actions.append(.performed(id, .success(report.diagnosis(isUp: isUp, reason: downReason))))
            case .log(let period):
                let question = TelegramLogQuestion(period, profile, at: now)
                actions.append(.readLog(question, command: id))
            case .learn(let step):
                switch step {
                case .start: learner.start()
                case .stop: learner.stop()
                case .show: break
                }
                actions.append(.performed(id, .success(learner.answer(profile))))
            }
        } catch {
            actions.append(.performed(id, .failure(error)))
        }
        return takeActions()
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
        guard !isUp else { return }
        throw Fault(.unreachable, "\(profile.label) is not connected: \(downReason)", hint: "see \"domo status\"")
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
        pendingReads[id] = PendingRead(
            address: address,
            type: type ?? profile.table.type(of: address),
            until: now + Self.readTimeout
        )
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
        case .refused, .notSent, .lost:
            // The answer to a read may arrive before the confirmation; the command is then complete.
            guard telegram.service != .read || pendingReads.removeValue(forKey: id) != nil else { return }
            actions.append(.performed(id, .failure(Fault(.unreachable, "\(telegram.destination): \(end.text)"))))
        }
    }

    mutating func answerPendingReads(_ telegram: GroupTelegram, _ payload: Payload) {
        for (id, read) in pendingReads.sorted(by: { $0.key < $1.key }) where read.address == telegram.destination {
            pendingReads[id] = nil
            let type = read.type ?? DatapointType.guess(for: payload).first
            var line = "\(read.address) \(payload.hex)"
            if let type {
                do throws(DatapointFault) {
                    let unit = type.unit.map { " " + $0 } ?? ""
                    let guessed = read.type == nil ? " (a guess)" : ""
                    line = "\(read.address) = \(type.text(of: try type.decode(payload)))\(unit), \(type)\(guessed)"
                } catch {
                    line += ": \(error.message)"
                }
            }
            done(id, "\(line), data \(payload.hex), from \(telegram.source)")
        }
    }

    mutating func expirePendingReads(at now: Instant) {
        for (id, read) in pendingReads.sorted(by: { $0.key < $1.key }) where read.until <= now {
            pendingReads[id] = nil
            let fault = Fault(
                .deadlinePassed,
                "no device answered the read of \(read.address)",
                hint: "a device answers only if its group object has the R and T flags set in ETS"
            )
            actions.append(.performed(id, .failure(fault)))
        }
    }
}
