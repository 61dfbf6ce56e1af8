/// What a person may do with a house through the fleet. The house itself decides on orders.
public enum FleetRole: Int64, CaseIterable, Comparable, Sendable {
    case read = 1
    case act, manage

    public static func < (one: Self, other: Self) -> Bool { one.rawValue < other.rawValue }
}
