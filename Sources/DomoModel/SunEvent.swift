/// A sun event of a day.
public enum SunEvent: String, Hashable, Sendable, CaseIterable {
    /// The start of civil twilight: the rising sun's centre is 6° below the horizon.
    case dawn
    /// The sun's upper edge appears.
    case sunrise
    /// The sun's upper edge disappears.
    case sunset
    /// The end of civil twilight: the setting sun's centre is 6° below the horizon.
    case dusk
}
