import DomoKNX

/// A device on the bus.
struct ProjectDevice: Equatable {
    var id: String
    /// `1.1.5`
    var address: String
    var name: String
    var description = ""
    var manufacturer = ""
    var product = ""
    /// `M-0083_A-0030-11-5DB7`; nil if unknown.
    var application: String?
    /// The objects that are linked with a group.
    var objects: [GroupObject] = []
}

/// A group object, through which a device sends to groups and receives from them.
struct GroupObject: Equatable {
    /// `O-5_R-12`, with modules `MD-1_M-1_MI-1_O-2-0_R-1`.
    var reference: String
    var number: Int?
    var name = ""
    var text = ""
    var functionText = ""
    var description = ""
    /// What the application program declares it to be, for ETS 6: `417.52`.
    var semantics: [String] = []
    /// `1 Bit`, `2 Bytes`; nil if the application program could not be read.
    var size: String?
    var flags = ObjectFlags()
    var types: [TypeNumber] = []
    /// The linked groups. It sends to the first.
    var links: [GroupAddress] = []
    /// The channel that connects the objects of one output; nil if unknown.
    var channel: String?

    /// Its types, else the type that its size suggests.
    var typesByWidth: [TypeNumber] {
        if !types.isEmpty { return types }
        return switch size {
        case "1 Bit": [TypeNumber(1)]
        // 23.xxx also has 2 bits, but is rare.
        case "2 Bit": [TypeNumber(2)]
        case "4 Bit": [TypeNumber(3)]
        default: []
        }
    }
}

/// The flags of a group object, as ETS shows them: K, L, S, Ü, A in German, C, R, W, T, U in English.
struct ObjectFlags: Equatable {
    var communicates: Bool?
    var reads: Bool?
    var writes: Bool?
    var transmits: Bool?
    var updates: Bool?

    /// Fills missing flags from the definition of the object.
    mutating func fill(from other: ObjectFlags) {
        communicates = communicates ?? other.communicates
        reads = reads ?? other.reads
        writes = writes ?? other.writes
        transmits = transmits ?? other.transmits
        updates = updates ?? other.updates
    }

    var canRead: Bool { reads == true }
    var canWrite: Bool { writes == true }
    var canTransmit: Bool { transmits == true }

    /// Receives commands and sends nothing: an actuator's input.
    var isInput: Bool { canWrite && !canTransmit }
    /// Does all three: a set-point of a thermostat.
    var isBoth: Bool { canRead && canTransmit && canWrite }
}
