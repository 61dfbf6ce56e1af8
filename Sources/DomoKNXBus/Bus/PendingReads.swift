import DomoEngine
import DomoKNX
import DomoLanguage

/// Reads that a person waits for (`domo knx read`), by the number of the command.
struct PendingReads: Sendable {
    private struct PendingRead: Sendable {
        var address: GroupAddress
        var type: DatapointType?
        var until: Instant
    }

    /// How long to wait for the answer.
    private static let timeout: Duration = .seconds(3)

    private var reads: [UInt64: PendingRead] = [:]

    mutating func add(_ address: GroupAddress, _ type: DatapointType?, _ id: UInt64, at now: Instant) {
        reads[id] = PendingRead(address: address, type: type, until: now + Self.timeout)
    }

    /// - Returns: False if the command is already complete.
    mutating func remove(_ id: UInt64) -> Bool { reads.removeValue(forKey: id) != nil }

    mutating func answer(_ telegram: GroupTelegram, _ payload: Payload, into actions: inout [BusMachine.Action]) {
        for (id, read) in reads.sorted(by: { $0.key < $1.key }) where read.address == telegram.destination {
            reads[id] = nil
            let line = Self.line(payload, of: read)
            let answer = LinkAnswer(lines: ["\(line), data \(payload.hex), from \(telegram.source)"])
            actions.append(.performed(id, .success(answer)))
        }
    }

    private static func line(_ payload: Payload, of read: PendingRead) -> String {
        let raw = "\(read.address) \(payload.hex)"
        guard let type = read.type ?? DatapointType.guess(for: payload).first else { return raw }
        do throws(DatapointFault) {
            let unit = type.unit.map { " " + $0 } ?? ""
            let guessed = read.type == nil ? " (a guess)" : ""
            return "\(read.address) = \(type.text(of: try type.decode(payload)))\(unit), \(type)\(guessed)"
        } catch {
            return "\(raw): \(error.message)"
        }
    }

    mutating func expire(at now: Instant, into actions: inout [BusMachine.Action]) {
        for (id, read) in reads.sorted(by: { $0.key < $1.key }) where read.until <= now {
            reads[id] = nil
            let fault = Fault(
                .deadlinePassed,
                "no device answered the read of \(read.address)",
                hint: "a device answers only if its group object has the R and T flags set in ETS"
            )
            actions.append(.performed(id, .failure(fault)))
        }
    }

    var earliest: Instant? { reads.values.map(\.until).min() }
}
