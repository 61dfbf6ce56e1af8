/// When the sun rises and sets at a place.
public struct Sun: Sendable {
    /// Degrees, north positive, −90–90.
    public let latitude: Double
    /// Degrees, east positive, −180–180.
    public let longitude: Double

    public init(latitude: Double, longitude: Double) {
        self.latitude = latitude
        self.longitude = longitude
    }
}
