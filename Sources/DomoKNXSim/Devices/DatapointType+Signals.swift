import DomoKNX
import DomoKNXHouse

/// Decoding of data in actuators. Data with the wrong width or that can't be decoded is ignored, as in real devices.
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
                // The type needs another form.
            }
        }
        return nil
    }
}

/// Conversion between percent and the scale of the type: 5.005 has a range of 0–255, 5.001 already is in percent.
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
    /// The type and inversion of an address that commands the facet; nil for other addresses.
    func command(on group: GroupAddress) -> (type: DatapointType, isInverted: Bool)? {
        if group == command { return (type, isInverted) }
        return listens.first { $0.group == group }.map { ($0.type, $0.isInverted) }
    }

    var commands: [GroupAddress] { (command.map { [$0] } ?? []) + listens.map(\.group) }

    /// The commanded bit, with inversion removed.
    func bit(of payload: Payload, on group: GroupAddress) -> Bool? {
        guard let (type, isInverted) = command(on: group), let number = type.number(of: payload) else { return nil }
        return (number != 0) != isInverted
    }

    /// The commanded level, 0–100 %, with inversion removed.
    func level(of payload: Payload, on group: GroupAddress) -> Double? {
        guard let (type, isInverted) = command(on: group), let number = type.number(of: payload) else { return nil }
        let level = type.percent(of: number)
        return isInverted ? 100 - level : level
    }

    /// The level in a telegram on a sensor's address.
    func sensedLevel(of payload: Payload) -> Double? {
        guard let number = type.number(of: payload) else { return nil }
        return isInverted ? 100 - type.percent(of: number) : type.percent(of: number)
    }

    func payload(of bit: Bool) -> Payload? { type.payload(of: bit != isInverted ? 1 : 0) }

    func payload(ofLevel level: Double) -> Payload? {
        type.payload(of: type.number(ofPercent: isInverted ? 100 - level : level))
    }
}
