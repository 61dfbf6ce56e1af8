import DomoKNX
import DomoKNXBus

/// What actuators make of the data of telegrams. Data that does not have the width of the type, or can't be decoded, is
/// ignored, as group objects of devices do.
extension DatapointType {
    func number(of payload: Payload) -> Double? {
        do throws(DatapointFault) {
            return switch try decode(payload) {
            case .bool(let bool): bool ? 1 : 0
            case .integer(let integer): Double(integer)
            case .real(let real): real
            case .text, .record: nil
            }
        } catch {
            return nil
        }
    }

    func payload(of number: Double) -> Payload? {
        for value: DatapointValue in [.real(number), .integer(Int64(number.rounded())), .bool(number != 0)] {
            do throws(DatapointFault) {
                return try encode(value)
            } catch {
                // The type takes another form, or none.
            }
        }
        return nil
    }
}

/// Levels in percent, in the scale of the type: 5.005 counts from 0 to 255, 5.001 in percent itself.
extension DatapointType {
    private var scale: ClosedRange<Double> { subtype.range ?? 0...1 }

    func percent(of number: Double) -> Double {
        let width = scale.upperBound - scale.lowerBound
        return width > 0 ? min(100, max(0, (number - scale.lowerBound) / width * 100)) : 0
    }

    func number(ofPercent percent: Double) -> Double {
        scale.lowerBound + percent / 100 * (scale.upperBound - scale.lowerBound)
    }
}

extension KNXFacet {
    /// How a telegram on one of the addresses that command the facet is to be understood; nil for other addresses.
    func command(on group: GroupAddress) -> (type: DatapointType, isInverted: Bool)? {
        if group == command { return (type, isInverted) }
        return listens.first { $0.group == group }.map { ($0.type, $0.isInverted) }
    }

    var commands: [GroupAddress] { (command.map { [$0] } ?? []) + listens.map(\.group) }

    /// What a telegram commands, 0 or 1 in the sense of the house.
    func bit(of payload: Payload, on group: GroupAddress) -> Bool? {
        guard let (type, isInverted) = command(on: group), let number = type.number(of: payload) else { return nil }
        return (number != 0) != isInverted
    }

    /// What a telegram commands, 0–100 % in the sense of the house.
    func level(of payload: Payload, on group: GroupAddress) -> Double? {
        guard let (type, isInverted) = command(on: group), let number = type.number(of: payload) else { return nil }
        let level = type.percent(of: number)
        return isInverted ? 100 - level : level
    }

    /// What was sent on an address of a sensor.
    func sensedLevel(of payload: Payload) -> Double? {
        guard let number = type.number(of: payload) else { return nil }
        return isInverted ? 100 - type.percent(of: number) : type.percent(of: number)
    }

    func payload(of bit: Bool) -> Payload? { type.payload(of: bit != isInverted ? 1 : 0) }

    func payload(ofLevel level: Double) -> Payload? {
        type.payload(of: type.number(ofPercent: isInverted ? 100 - level : level))
    }
}
