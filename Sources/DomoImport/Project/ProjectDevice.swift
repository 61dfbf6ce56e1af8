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
    /// `M-0083_A-0030-11-5DB7`; nil where the project does not say.
    var application: String?
    /// Those that are linked with any group.
    var objects: [GroupObject] = []
}

/// A group object: what a device sends to groups, and takes from them.
struct GroupObject: Equatable {
    /// `O-5_R-12`, with modules `MD-1_M-1_MI-1_O-2-0_R-1`.
    var reference: String
    var number: Int?
    var name = ""
    var text = ""
    var functionText = ""
    var description = ""
    /// `1 Bit`, `2 Bytes`; nil where the application program could not be read.
    var size: String?
    var flags = ObjectFlags()
    var types: [TypeNumber] = []
    /// The first is the one that it sends to.
    var links: [GroupAddress] = []
    /// What joins the objects of one output, as far as the project says.
    var channel: String?

    /// The type that its width allows, where it has none of its own.
    var typesByWidth: [TypeNumber] {
        if !types.isEmpty { return types }
        return switch size {
        case "1 Bit": [TypeNumber(1)]
        // 23.xxx has 2 bits as well, and is rare.
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

    /// Takes what is not said here from where the object comes from.
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

    /// Takes orders and sends nothing: an actuator's input.
    var isInput: Bool { canWrite && !canTransmit }
    /// Sends what is so, answers reads, and takes nothing: an actuator's status, a sensor's value.
    var isOutput: Bool { canRead && canTransmit && !canWrite }
    /// Does all three: a set-point of a thermostat.
    var isBoth: Bool { canRead && canTransmit && canWrite }
}
