public import DomoKNX
public import DomoModel

/// How a set-point is ordered as a difference: `6.010` counts increments, `9.002` is in K.
///
/// Source: KNX 03/07/02 Datapoint Types, 6.010 DPT_Value_1_Count and 9.002 DPT_Value_Tempd. Which set-point the shift is
/// added to is a setting of the device.
public struct KNXShift: Sendable, Equatable {
    /// The temperature (9.001) that the shift belongs to.
    public enum Reference: Sendable, Hashable {
        /// The base set-point: with the shift it is the set-point.
        case base(GroupAddress)
        /// The set-point to which the device regulates now: it contains the shift.
        case setPoint(GroupAddress)

        public var group: GroupAddress {
            switch self {
            case .base(let group), .setPoint(let group): group
            }
        }
    }

    /// The type of a temperature on the reference address.
    public static let temperature = DatapointType(main: 9, sub: 1)

    /// The greatest difference between the ordered temperature and the one that is reached: 9.001 has steps of 0.02 °C from
    /// 20.48 °C on, and 0.04 °C from 40.96 °C on.
    public static let tolerance = 0.03

    public var reference: Reference
    /// The K of one count of 6.010; nil for 9.002.
    public var increment: Decimal?

    public init(_ reference: Reference, increment: Decimal? = nil) {
        self.reference = reference
        self.increment = increment
    }

    /// A shift in K.
    public func kelvin(of payload: Payload, _ type: DatapointType) throws(DatapointFault) -> Double {
        switch try type.decode(payload) {
        case .integer(let count): Double(count) * (increment?.double ?? 1)
        case .real(let kelvin): kelvin
        case .bool, .text, .record: throw DatapointFault(.wrongForm, "\(type) is not a difference of temperatures")
        }
    }

    /// A temperature on the reference address.
    public static func celsius(of payload: Payload) throws(DatapointFault) -> Double {
        guard let temperature, case .real(let celsius) = try temperature.decode(payload) else {
            throw DatapointFault(.wrongForm, "it is not a temperature")
        }
        return celsius
    }

    /// The data that orders a temperature, and the temperature that it orders.
    public func payload(
        for celsius: Double,
        from base: Double,
        _ type: DatapointType
    ) throws(DatapointFault) -> (payload: Payload, celsius: Double) {
        guard let increment else {
            let payload = try type.encode(.real(celsius - base))
            return (payload, base + (try kelvin(of: payload, type)))
        }
        let count = ((celsius - base) / increment.double).rounded()
        guard (-128...127).contains(count) else {
            throw DatapointFault(
                .outOfRange,
                "\(Self.text(celsius)) °C is too far from \(Self.text(base)) °C",
                hint: "a shift is at most 127 increments of \(increment) K"
            )
        }
        let reached = base + count * increment.double
        guard abs(reached - celsius) <= Self.tolerance else {
            let next = reached + (reached < celsius ? 1 : -1) * increment.double
            throw DatapointFault(
                .outOfRange,
                "\(Self.text(celsius)) °C can't be reached from \(Self.text(base)) °C in increments of \(increment) K",
                hint: "order \(Self.text(min(reached, next))) or \(Self.text(max(reached, next)))"
            )
        }
        return (try type.encode(.integer(Int64(count))), reached)
    }

    /// For people: how an order becomes data.
    public func text(of value: Value) -> String {
        let count = increment.map { ", in increments of \($0) K" } ?? ""
        switch reference {
        case .base(let group): return "\(value.word) °C as its difference from the base on \(group)\(count)"
        case .setPoint(let group):
            return "\(value.word) °C as its difference from the set-point on \(group) without its shift\(count)"
        }
    }

    /// `21.5` for 21.499999
    static func text(_ celsius: Double) -> String {
        let rounded = DatapointValue.real((celsius * 100).rounded() / 100)
        return temperature?.text(of: rounded) ?? "\(celsius)"
    }

    /// A temperature as a value.
    public static func value(_ celsius: Double) -> Value {
        let text = text(celsius)
        return FacetType.value.value(word: text) ?? .text(text)
    }
}
