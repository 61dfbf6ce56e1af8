import DomoKNX
import DomoModel

/// A house to be written.
struct HouseDraft: Equatable {
    var name: String
    var content = PlaceDraft(name: "")
    /// Notes for the user: what was guessed, and what could not be read.
    var notes: [String] = []
    /// What could not be placed.
    var unplaced: [UnplacedDraft] = []
    /// The position of the house, in degrees.
    var location: (latitude: String, longitude: String)?
    /// The notation of addresses.
    var style = GroupAddress.Style.three
    /// All addresses of the project, so that the next import can find new ones.
    var addresses: [GroupAddress] = []

    static func == (one: Self, other: Self) -> Bool {
        one.name == other.name && one.content == other.content && one.notes == other.notes
            && one.unplaced == other.unplaced && one.style == other.style && one.addresses == other.addresses
            && one.location?.latitude == other.location?.latitude
            && one.location?.longitude == other.location?.longitude
    }
}

struct UnplacedDraft: Equatable {
    /// The address as written; empty if there is none.
    var address: String
    var name: String
    var reason: String
}

/// A sector, or the house itself.
struct PlaceDraft: Equatable {
    var name: String
    var places: [PlaceDraft] = []
    var elements: [ElementDraft] = []
    var remarks = Remarks()

    /// Whether something in it needs the vocabulary of extensions.
    var hasExtensions: Bool {
        remarks.label != nil || elements.contains(where: \.hasExtensions) || places.contains(where: \.hasExtensions)
    }

    /// All devices in the place and below.
    var devices: [ElementDraft] { elements + places.flatMap(\.devices) }

    /// All elements in the place and below, with their parts.
    var allElements: [ElementDraft] { elements.flatMap { [$0] + $0.parts } + places.flatMap(\.allElements) }
}

/// A device or a part of one, and its facets, at most one of each kind.
struct ElementDraft: Equatable {
    var name: String
    var unit: String?
    /// The initial value of a virtual element, or empty for the usual one; nil for all other elements.
    var virtual: String?
    var remarks = Remarks()
    var facets: [FacetDraft]
    var elementClass: ElementClass?
    /// What light a lamp with white has.
    var light: LightDraft?
    /// What it is for its device; only parts have one.
    var role: FacetRole?
    var parts: [ElementDraft] = []
    /// The index of the bundle that it was made from.
    var bundle: Int?
    /// The element outside of any device, if it is a device with parts or one of them; otherwise empty.
    var alone: [ElementDraft] = []

    init(name: String, unit: String? = nil, facets: [FacetDraft]) {
        self.name = name
        self.unit = unit
        self.facets = facets
    }

    /// Whether it needs the vocabulary of extensions.
    var hasExtensions: Bool {
        unit != nil || virtual != nil || remarks.label != nil || elementClass != nil || role != nil || light != nil
            || !parts.isEmpty || staysOn
    }

    /// Whether orders for places must leave it out: its name is that of an appliance that stays on.
    var staysOn: Bool {
        guard virtual == nil, elementClass == nil || elementClass == .socket,
            !facets.contains(where: { $0.kind == .motion })
        else { return false }
        return facets.contains { ($0.kind == .binary || $0.kind == .level) && $0.command != nil }
            && ApplianceNames.staysOn(name)
    }

    /// All addresses of its own, in the order in which they are written.
    var addresses: [GroupAddress] { facets.flatMap(\.addresses) }

    /// The addresses of its commands and states, in the same order.
    var ownAddresses: [GroupAddress] { facets.flatMap(\.ownAddresses) }

    /// The element and its parts, as they are without devices.
    var ungrouped: [ElementDraft] { (alone.isEmpty ? [self] : alone) + parts.flatMap(\.ungrouped) }
}

struct FacetDraft: Equatable {
    /// The raw value is the number in `Tipo`.
    enum Kind: Int, CaseIterable {
        case binary = 1
        case level, motion, value, colour
    }

    struct Listen: Equatable {
        var group: GroupAddress
        /// Nil for the facet's type.
        var type: TypeNumber?
    }

    struct Word: Equatable {
        var value: String
        var raw: Int
    }

    /// An object of a lamp with colours beside the main one.
    struct ColourObject: Equatable {
        var part: ColourPart
        var command: GroupAddress?
        var state: GroupAddress?

        var addresses: [GroupAddress] { [command, state].compactMap { $0 } }
    }

    var kind: Kind
    var command: GroupAddress?
    var states: [GroupAddress] = []
    var type: TypeNumber?
    var relative: GroupAddress?
    var stop: GroupAddress?
    var step: GroupAddress?
    var moving: GroupAddress?
    var direction: GroupAddress?
    var locked: GroupAddress?
    var listens: [Listen] = []
    var objects: [ColourObject] = []
    /// Words for raw values, instead of those of the type.
    var words: [Word] = []
    /// Whether no device answers a read of its state.
    var isNeverRead = false

    init(_ kind: Kind) { self.kind = kind }

    /// The addresses of its commands and states.
    var ownAddresses: [GroupAddress] { [command].compactMap { $0 } + states + objects.flatMap(\.addresses) }

    var addresses: [GroupAddress] {
        let single = [command, relative, stop, step, moving, direction, locked].compactMap { $0 }
        let inner = objects.flatMap { $0.addresses.first == $0.addresses.last ? [$0.addresses[0]] : $0.addresses }
        return single + states.filter { $0 != command } + inner + listens.map(\.group)
    }
}
