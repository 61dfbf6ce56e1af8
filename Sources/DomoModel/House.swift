/// A house as described by its file. A `House` that exists is valid: its names are unique where required.
public struct House: Sendable, Equatable {
    public var name: String
    public var location: Location?
    public var details: Details?
    /// The devices and services directly in the house, each followed by its parts.
    public var elements: [Element]
    public var sectors: [Sector]

    public init(
        name: String,
        location: Location? = nil,
        details: Details? = nil,
        elements: [Element] = [],
        sectors: [Sector] = []
    ) {
        self.name = name
        self.location = location
        self.details = details
        self.elements = elements
        self.sectors = sectors
    }
}

/// A part of a house: a room, a floor, a garden. Sectors nest.
public struct Sector: Sendable, Equatable {
    public var name: String
    public var details: Details?
    public var elements: [Element]
    public var sectors: [Sector]

    public init(name: String, details: Details? = nil, elements: [Element] = [], sectors: [Sector] = []) {
        self.name = name
        self.details = details
        self.elements = elements
        self.sectors = sectors
    }
}

/// A device or service of a house, or a part of one, which orders are given to.
public struct Element: Sendable, Equatable {
    public enum Kind: UInt8, Sendable {
        case device, service

        public var word: String {
            switch self {
            case .device: "device"
            case .service: "service"
            }
        }
    }

    /// The name that the server knows.
    public var name: String
    public var kind: Kind
    /// Whether it is a part of the device or service before it: the mode of a thermostat, the slats of a blind.
    public var isPart: Bool
    public var types: FacetTypes
    public var details: Details?

    public init(name: String, kind: Kind, isPart: Bool = false, types: FacetTypes, details: Details? = nil) {
        self.name = name
        self.kind = kind
        self.isPart = isPart
        self.types = types
        self.details = details
    }
}

/// Optional details in a house file (`urn:domo:house:1`). Most elements have none, so they are stored by reference.
public final class Details: Sendable, Equatable {
    public struct Position: Sendable, Equatable {
        public var x: Double
        public var y: Double

        public init(x: Double, y: Double) {
            self.x = x
            self.y = y
        }
    }

    /// How long a cover takes from one end to the other; at least one of both is known.
    public struct Travel: Sendable, Equatable {
        public static let times: ClosedRange<Duration> = .seconds(1) ... .seconds(600)

        public var up: Duration?
        public var down: Duration?

        public init(up: Duration?, down: Duration?) {
            self.up = up
            self.down = down
        }
    }

    /// How a push button is pressed.
    public struct Button: Sendable, Equatable {
        public static let pulses: ClosedRange<Duration> = .milliseconds(100) ... .seconds(600)

        /// What is sent: on or off.
        public var value: Value
        /// How long until the opposite value is sent; nil if the house ends the pulse itself.
        public var pulse: Duration?

        public init(value: Value = .on, pulse: Duration? = nil) {
            self.value = value
            self.pulse = pulse
        }

        /// What ends the pulse.
        public var end: Value { value == .on ? .off : .on }
    }

    /// Labels for people, by language tag (`es`, `en-GB`); the empty tag is for any language.
    public let labels: [String: String]
    /// The unit as shown after a value: `°C`, `lx`.
    public let unit: String?
    public let minimum: Decimal?
    public let maximum: Decimal?
    /// Above 0; counted from the minimum, otherwise from 0.
    public let step: Decimal?
    /// The types that can't be ordered.
    public let readOnly: FacetTypes
    public let icon: String?
    /// The image file with the floor plan of a house or sector.
    public let plan: String?
    /// The position of the element or sector on the plan of its place, as fractions of the plan's width and height
    /// (0–1).
    public let position: Position?
    /// The travel times of a cover.
    public let travel: Travel?
    /// The value that a virtual element begins with; nil for all other elements.
    public let initial: Value?
    /// What a part is for its device.
    public let role: FacetRole?
    /// What kind of thing an element is.
    public let elementClass: ElementClass?
    /// The light of a lamp of type 5; nil for colours only.
    public let light: LightModes?
    /// The legal values of a text; empty for any text.
    public let options: [ValueOption]
    /// Set if its binary type is a push button, which acts each time and has no state.
    public let button: Button?
    /// Whether an order for a whole place reaches it; nil if its class and name decide.
    public let inGroups: Bool?

    public init(
        labels: [String: String] = [:],
        unit: String? = nil,
        minimum: Decimal? = nil,
        maximum: Decimal? = nil,
        step: Decimal? = nil,
        readOnly: FacetTypes = FacetTypes(),
        icon: String? = nil,
        plan: String? = nil,
        position: Position? = nil,
        travel: Travel? = nil,
        initial: Value? = nil,
        role: FacetRole? = nil,
        elementClass: ElementClass? = nil,
        light: LightModes? = nil,
        options: [ValueOption] = [],
        button: Button? = nil,
        inGroups: Bool? = nil
    ) {
        self.labels = labels
        self.unit = unit
        self.minimum = minimum
        self.maximum = maximum
        self.step = step
        self.readOnly = readOnly
        self.icon = icon
        self.plan = plan
        self.position = position
        self.travel = travel
        self.initial = initial
        self.role = role
        self.elementClass = elementClass
        self.light = light
        self.options = options
        self.button = button
        self.inGroups = inGroups
    }

    public static func == (one: Details, other: Details) -> Bool {
        one.labels == other.labels && one.unit == other.unit && one.minimum == other.minimum
            && one.maximum == other.maximum && one.step == other.step && one.readOnly == other.readOnly
            && one.icon == other.icon && one.plan == other.plan && one.position == other.position
            && one.travel == other.travel && one.initial == other.initial && one.role == other.role
            && one.elementClass == other.elementClass && one.light == other.light && one.options == other.options
            && one.button == other.button && one.inGroups == other.inGroups
    }
}

/// The location of a house.
public struct Location: Sendable, Equatable {
    /// Degrees, north positive, −90–90.
    public var latitude: Double
    /// Degrees, east positive, −180–180.
    public var longitude: Double
    /// A name in the IANA time zone database: `Europe/Madrid`.
    public var timeZone: String?

    public init(latitude: Double, longitude: Double, timeZone: String? = nil) {
        self.latitude = latitude
        self.longitude = longitude
        self.timeZone = timeZone
    }
}
