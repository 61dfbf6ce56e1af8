import DomoEngine
import DomoKNX
import DomoKNXHouse
import DomoModel

/// The roles and types of each group address. Built once for each set of bindings.
struct GroupTable: Sendable {
    enum Role: Sendable, Hashable {
        /// Numbers of facets, scenes and exposures in the bindings.
        case command(Int)
        case state(Int)
        case listen(Int, listen: Int)
        case relative(Int)
        case stop(Int)
        case step(Int)
        case moving(Int)
        /// The second of two addresses for movement.
        case movingDown(Int)
        case direction(Int)
        case locked(Int)
        /// The temperature that the shift of a set-point belongs to.
        case reference(Int)
        case scene(Int)
        case exposure(Int)

        var facet: Int? {
            switch self {
            case .command(let facet), .state(let facet), .listen(let facet, _), .relative(let facet), .stop(let facet),
                .step(let facet), .moving(let facet), .movingDown(let facet), .direction(let facet), .locked(let facet),
                .reference(let facet):
                facet
            case .scene, .exposure: nil
            }
        }

        /// True if a write to the address is a command. Such addresses are never read: in real installations a device
        /// may answer with a value that triggers the command.
        var isCommand: Bool {
            switch self {
            case .command, .listen, .relative, .stop, .step, .scene: true
            case .state, .moving, .movingDown, .direction, .locked, .reference, .exposure: false
            }
        }
    }

    private var roles: [GroupAddress: [Role]] = [:]
    /// The first type that a binding gives each address.
    private var types: [GroupAddress: DatapointType] = [:]

    init(_ bindings: KNXBindings) {
        addRoles(bindings)
        addTypes(bindings)
    }

    private mutating func addTypes(_ bindings: KNXBindings) {
        func named(_ main: UInt16, _ sub: UInt16) -> DatapointType? {
            DatapointType.all.first { $0.main == main && $0.sub == sub }
        }
        let (dim, move, stop, step) = (named(3, 7), named(1, 8), named(1, 10), named(1, 7))
        let (bool, lock) = (named(1, 2), named(1, 3))
        var types = types
        func add(_ type: DatapointType?, at address: GroupAddress?) {
            guard let address, let type, types[address] == nil else { return }
            types[address] = type
        }
        for facet in bindings.facets {
            add(facet.type, at: facet.command)
            for state in facet.states { add(facet.type, at: state) }
            for listen in facet.listens { add(listen.type, at: listen.group) }
            for object in facet.colourObjects {
                add(object.type, at: object.command)
                add(object.type, at: object.state)
            }
            add(KNXShift.temperature, at: facet.shift?.reference.group)
            add(dim, at: facet.relative)
            add(stop, at: facet.motion?.stop)
            add(step, at: facet.motion?.step)
            add(bool, at: facet.motion?.moving)
            add(bool, at: facet.motion?.movingDown)
            add(move, at: facet.motion?.direction)
            add(lock, at: facet.motion?.locked)
        }
        for scene in bindings.scenes { add(scene.type, at: scene.group) }
        for exposure in bindings.exposures { add(exposure.type, at: exposure.group) }
        self.types = types
    }

    private mutating func addRoles(_ bindings: KNXBindings) {
        for (number, facet) in bindings.facets.enumerated() {
            if let command = facet.command { add(.command(number), at: command) }
            for state in facet.states { add(.state(number), at: state) }
            for (position, listen) in facet.listens.enumerated() {
                add(Self.role(of: listen, position, in: facet, number), at: listen.group)
            }
            for object in facet.colourObjects {
                if let command = object.command { add(.command(number), at: command) }
                if let state = object.state { add(.state(number), at: state) }
            }
            if let shift = facet.shift { add(.reference(number), at: shift.reference.group) }
            if let relative = facet.relative { add(.relative(number), at: relative) }
            guard let motion = facet.motion else { continue }
            if let stop = motion.stop { add(.stop(number), at: stop) }
            if let step = motion.step { add(.step(number), at: step) }
            if let moving = motion.moving { add(.moving(number), at: moving) }
            if let down = motion.movingDown { add(.movingDown(number), at: down) }
            if let direction = motion.direction { add(.direction(number), at: direction) }
            if let locked = motion.locked { add(.locked(number), at: locked) }
        }
        for (number, scene) in bindings.scenes.enumerated() { add(.scene(number), at: scene.group) }
        for (number, exposure) in bindings.exposures.enumerated() { add(.exposure(number), at: exposure.group) }
    }

    /// A central address for stopping covers or relative dimming acts on every facet that listens to it.
    private static func role(of listen: KNXListen, _ position: Int, in facet: KNXFacet, _ number: Int) -> Role {
        switch (facet.facet.type, listen.type.main, listen.type.sub) {
        case (.regulable, 3, 7): .relative(number)
        case (.bidirectional, 1, 7): .step(number)
        case (.bidirectional, 1, 10), (.bidirectional, 1, 17): .stop(number)
        default: .listen(number, listen: position)
        }
    }

    private mutating func add(_ role: Role, at address: GroupAddress) { roles[address, default: []].append(role) }

    /// The datapoint type of an address, if the bindings give one.
    func type(of address: GroupAddress) -> DatapointType? { types[address] }

    /// All addresses in the bindings.
    var addresses: [GroupAddress] { roles.keys.sorted { $0.raw < $1.raw } }

    subscript(address: GroupAddress) -> [Role] { roles[address] ?? [] }

    /// Whether the address can be read safely: no role of it is a command.
    func isReadable(_ address: GroupAddress) -> Bool { !self[address].contains(where: \.isCommand) }
}
