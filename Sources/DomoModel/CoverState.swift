/// What people are shown of a cover: a blind, a shutter, an awning, a garage door.
public enum CoverState: String, Sendable, CaseIterable, Codable {
    /// At rest at its upper end.
    case open
    /// At rest at its lower end.
    case closed
    /// At rest at a known position between its ends.
    case between
    case opening
    case closing
    /// At rest, at an unknown position.
    case stopped
    /// Not known to be at rest.
    case unknown
}
