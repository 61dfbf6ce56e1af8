import DomoModel

/// A device, service or part as the broker shows it.
struct MirrorElement: Equatable, Sendable {
    struct Option: Equatable, Sendable {
        var value: String
        /// What people are shown.
        var label: String
    }

    struct Light: Equatable, Sendable {
        /// False for a lamp with white only.
        var hasColours: Bool
        /// In K; nil if it has no white.
        var white: ClosedRange<Int>?
    }

    /// Its stable ID: a topic level.
    var id: String
    /// The ID of its house: a topic level.
    var house: String
    var path: String
    /// What people are shown.
    var label: String
    /// What people are shown of the place that has it.
    var area: String
    var isService: Bool
    /// In the order of the controls.
    var types: [FacetType]
    /// The types that take orders over MQTT.
    var commands: Set<FacetType>
    /// Whether it takes no commands because it may let somebody in, or hide an alarm.
    var isGuarded = false
    /// Whether its switch is a push button.
    var isButton = false
    var elementClass: ElementClass?
    /// What a part is for its device.
    var role: FacetRole?
    var unit: String?
    var minimum: Double?
    var maximum: Double?
    var step: Double?
    /// The legal values of its text; nil for any text.
    var options: [Option]?
    /// The level at which a cover and its slats are open, 0 or 100.
    var openAt = 0
    /// Nil for all but lamps with colours.
    var light: Light?
    /// Those that are published; parts have none.
    var parts: [MirrorElement]

    /// Itself and its parts.
    var all: [MirrorElement] { [self] + parts }

    func takes(_ type: FacetType) -> Bool { commands.contains(type) }

    func part(_ role: FacetRole) -> MirrorElement? { parts.first { $0.role == role } }
}
