/// A moment of the day that the sun gives.
public enum SunEvent: String, Hashable, Sendable, CaseIterable {
    /// The beginning of civil twilight: the sun's centre stands 6° below the horizon, and rises.
    case dawn
    /// The sun's upper edge appears.
    case sunrise
    /// The sun's upper edge disappears.
    case sunset
    /// The end of civil twilight: the sun's centre stands 6° below the horizon, and sinks.
    case dusk
}
