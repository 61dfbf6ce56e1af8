import DomoKNX
import DomoKNXHouse
import DomoModel

/// `Valor`: a setpoint, which takes a value and reports it, or a sensor, which has no commands. A setpoint whose one
/// address has the flags R, W, T and U is also changed at the device, as a thermostat is, and reports that by a write.
struct ValueDevice: SimulatedDevice {
    private let facet: KNXFacet
    private let settings: BusSettings
    /// As on the bus, regardless of inversion.
    private var value: DatapointValue?
    private var nextReport: Duration?

    init(_ facet: KNXFacet, _ settings: BusSettings) {
        self.facet = facet
        self.settings = settings
        value = facet.type.exampleValue
    }

    var facets: [KNXFacet] { [facet] }
    var reportsForever: Bool { true }
    private var isSensor: Bool { facet.commands.isEmpty }
    private var isShared: Bool { facet.states.contains { facet.isShared($0) } }
    var inputs: [GroupAddress] { isSensor ? facet.states : facet.commands }
    var outputs: [GroupAddress] { facet.states }

    mutating func receive(_ payload: Payload, on group: GroupAddress, at now: Duration, _ reactions: inout Reactions) {
        let type = facet.command(on: group)?.type ?? facet.type
        let wanted: DatapointValue
        do throws(DatapointFault) {
            wanted = try type.decode(payload)
        } catch {
            // A device ignores invalid data.
            return
        }
        let isChange = wanted != value
        value = wanted
        guard isChange || settings.statusPolicy == .always else { return }
        reactions.reports += facet.states.filter { $0 != group }
    }

    mutating func wake(at now: Duration, _ reactions: inout Reactions) {
        guard isSensor || isShared, let interval = settings.sensorInterval else { return }
        if let nextReport, nextReport <= now {
            if isShared { changeAtTheDevice() }
            reactions.reports += facet.states
        }
        let due = nextReport.map { $0 > now ? $0 : now + interval } ?? now + interval
        nextReport = due
        reactions.wake = due
    }

    /// A step up, and from the top back to the lowest.
    private mutating func changeAtTheDevice() {
        guard case .real(let number) = value else { return }
        value = .real(number >= 25 ? 18 : number + 0.5)
    }

    func value(of group: GroupAddress, at now: Duration) -> Payload? {
        guard let value else { return nil }
        do throws(DatapointFault) {
            return try facet.type.encode(value)
        } catch {
            // The value came from a central address with another type.
            return nil
        }
    }

    func states(at now: Duration) -> [SimulatedState] { [.value(value)] }

    mutating func shuffle(_ dice: inout SplitMix64) {
        if let range = facet.type.subtype.range, let value {
            let low = max(range.lowerBound, 0)
            let number = (low + min(range.upperBound - low, 40) * Double(dice.below(1000)) / 1000).rounded()
            switch value {
            case .integer: self.value = .integer(Int64(number))
            case .real: self.value = .real(number)
            case .bool, .text, .record: break
            }
        } else if case .bool = value {
            value = .bool(dice.below(2) == 1)
        }
        nextReport = settings.sensorInterval.map { dice.duration(below: $0) }
    }
}

extension DatapointType {
    /// An initial value for a device: 21 if the type has it, otherwise the first valid one.
    fileprivate var exampleValue: DatapointValue? {
        var candidates = [payload(of: 21)].compactMap { $0 }
        // 0x65 is a letter, for codes of letters.
        for octet: UInt8 in [0, 1, 0x21, 0x65] {
            switch size {
            case .bits: candidates.append(.bits(octet & 1))
            case .octets(let count): candidates.append(.octets([UInt8](repeating: octet, count: count)))
            case .upTo: candidates.append(.octets([]))
            }
        }
        for candidate in candidates {
            do throws(DatapointFault) {
                return try decode(candidate)
            } catch {
                // These octets are not a valid value.
            }
        }
        return nil
    }
}
