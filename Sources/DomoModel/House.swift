/// A house as its file describes it. A `House` that exists is valid: its names are unique where they must be.
public struct House: Sendable, Equatable {
    public var name: String
    public var location: Location?
    public var details: Details?
    /// The devices and services at the level of the house itself.
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

/// A device or a service of a house: what an order is given to.
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
    public var types: FacetTypes
    public var details: Details?

    public init(name: String, kind: Kind, types: FacetTypes, details: Details? = nil) {
        self.name = name
        self.kind = kind
        self.types = types
        self.details = details
    }
}

/// What a house file may say beyond the plain vocabulary (`urn:domo:house:1`). Most elements carry none of it, so it
/// stands behind a reference.
public final class Details: Sendable, Equatable {
    public struct Position: Sendable, Equatable {
        public var x: Double
        public var y: Double

        public init(x: Double, y: Double) {
            self.x = x
            self.y = y
        }
    }

    /// Names for people, by language tag (`es`, `en-GB`); the empty tag is the label for any language.
    public let labels: [String: String]
    /// The unit of a value, as it is shown: `°C`, `lx`.
    public let unit: String?
    public let minimum: Decimal?
    public let maximum: Decimal?
    /// Above 0; counted from the minimum, else from 0.
    public let step: Decimal?
    /// The types that can't be ordered.
    public let readOnly: FacetTypes
    public let icon: String?
    /// The picture that is the floor plan of a house or sector.
    public let plan: String?
    /// Where the element or sector stands on the plan of the place that holds it, in parts of the plan's width and height (0–1).
    public let position: Position?

    public init(
        labels: [String: String] = [:],
        unit: String? = nil,
        minimum: Decimal? = nil,
        maximum: Decimal? = nil,
        step: Decimal? = nil,
        readOnly: FacetTypes = FacetTypes(),
        icon: String? = nil,
        plan: String? = nil,
        position: Position? = nil
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
    }

    public static func == (one: Details, other: Details) -> Bool {
        one.labels == other.labels && one.unit == other.unit && one.minimum == other.minimum
            && one.maximum == other.maximum && one.step == other.step && one.readOnly == other.readOnly
            && one.icon == other.icon && one.plan == other.plan && one.position == other.position
    }
}

/// Where a house stands on the earth.
public struct Location: Sendable, Equatable {
    /// Degrees, north positive, −90–90.
    public var latitude: Double
    /// Degrees, east positive, −180–180.
    public var longitude: Double
    /// A name of the IANA time zone database, `Europe/Madrid`.
    public var timeZone: String?

    public init(latitude: Double, longitude: Double, timeZone: String? = nil) {
        self.latitude = latitude
        self.longitude = longitude
        self.timeZone = timeZone
    }
}
