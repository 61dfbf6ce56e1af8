import DomoKNX
import DomoModel

/// Finds suspicious combinations of bindings that are each valid: the warnings of `domo check`.
public struct KNXBindingCheck {
    /// One use of a group address in the house files.
    private struct Use {
        enum Role {
            case command, listen, state, motionState, other
        }

        var role: Role
        var group: GroupAddress
        /// Nil if any type of 1 bit is valid.
        var type: DatapointType?
        /// Nil for scenes and exposures.
        var facet: FacetName?
        var position: String
        /// As a message writes it: `Casa/Salon/Louver (bidirectional)`.
        var owner: String
    }

    var faults = KNXFaultList()
    let bindings: KNXBindings
    /// The paths of elements that the house file marks as push buttons.
    private let marked: Set<String>
    /// By address, in the order of the house files.
    private var uses: [(group: GroupAddress, uses: [Use])] = []

    /// - `buttons`: The paths of elements that the house file marks as push buttons.
    /// - Returns: The first 50 warnings, grouped by kind, each kind in the order of the house files.
    public static func faults(in bindings: KNXBindings, buttons: Set<String> = []) -> [KNXBindingFault] {
        var check = KNXBindingCheck(bindings, buttons)
        check.findTypeConflicts()
        check.findSharedCommands()
        check.findSharedStates()
        check.findStatesThatAreCommands()
        check.findMissingStates()
        check.findTravelTimesWithoutStop()
        check.findTooManyReads()
        check.findPulses()
        for loop in KNXExposureLoop.all(in: bindings) { check.faults.append(loop.fault) }
        return check.faults.kept
    }

    /// Whether it is a push button, which has no state and is sent once.
    func isButton(_ facet: KNXFacet) -> Bool {
        facet.isButton || facet.facet.type == .binary && marked.contains(facet.facet.path)
    }

    private init(_ bindings: KNXBindings, _ buttons: Set<String>) {
        self.bindings = bindings
        marked = buttons
        var numbers: [GroupAddress: Int] = [:]
        for use in Self.uses(in: bindings) {
            if let number = numbers[use.group] {
                uses[number].uses.append(use)
            } else {
                numbers[use.group] = uses.count
                uses.append((use.group, [use]))
            }
        }
    }

    private static func uses(in bindings: KNXBindings) -> [Use] {
        var uses: [Use] = []
        for facet in bindings.facets {
            func add(_ role: Use.Role, _ group: GroupAddress?, _ type: DatapointType?) {
                guard let group else { return }
                uses.append(
                    Use(
                        role: role,
                        group: group,
                        type: type,
                        facet: facet.facet,
                        position: facet.position,
                        owner: facet.facet.shown
                    )
                )
            }
            add(.command, facet.command, facet.type)
            for state in facet.states { add(.state, state, facet.type) }
            for listen in facet.listens { add(.listen, listen.group, listen.type) }
            add(.other, facet.shift?.reference.group, KNXShift.temperature)
            for object in facet.colourObjects {
                add(.command, object.command, object.type)
                add(.state, object.state, object.type)
            }
            add(.other, facet.relative, DatapointType(main: 3, sub: 7))
            add(.other, facet.motion?.stop, nil)
            add(.other, facet.motion?.step, DatapointType(main: 1, sub: 7))
            add(.motionState, facet.motion?.moving, nil)
            add(.motionState, facet.motion?.movingDown, nil)
            add(.motionState, facet.motion?.direction, DatapointType(main: 1, sub: 8))
            add(.motionState, facet.motion?.locked, nil)
        }
        for scene in bindings.scenes {
            let owner = "scene number \(scene.number)"
            uses.append(
                Use(role: .other, group: scene.group, type: scene.type, position: scene.position, owner: owner)
            )
        }
        for exposure in bindings.exposures {
            uses.append(
                Use(
                    role: .other,
                    group: exposure.group,
                    type: exposure.type,
                    position: exposure.position,
                    owner: exposure.subject.shown
                )
            )
        }
        return uses
    }

    private mutating func warn(_ use: Use, _ message: String, _ hint: String) {
        faults.append(KNXBindingFault(.warning, at: use.position, message, hint: hint))
    }

    // MARK: One address with two meanings

    private mutating func findTypeConflicts() {
        for (group, uses) in uses {
            // 17.001 and 18.001 differ only in the bit that stores a scene.
            guard let first = uses.first(where: { $0.type != nil }), let type = first.type else { continue }
            guard let other = uses.first(where: { !Self.agree(type, $0.type) }) else { continue }
            warn(
                other,
                "\(group) has two datapoint types: \(type) for \(first.owner), "
                    + "\(other.type?.description ?? "1.xxx") for \(other.owner)",
                "write the type that the address has in ETS; the other is at \(first.position)"
            )
        }
    }

    private static func agree(_ one: DatapointType, _ other: DatapointType?) -> Bool {
        guard let other else { return one.main == 1 }
        let scenes: Set<UInt16> = [17, 18]
        return one == other || (scenes.contains(one.main) && scenes.contains(other.main))
    }

    private mutating func findSharedCommands() {
        for (group, uses) in uses {
            let commands = uses.filter { $0.role == .command }
            guard let first = commands.first else { continue }
            for other in commands.dropFirst() {
                warn(
                    other,
                    "\(group) commands \(first.owner) and \(other.owner)",
                    "bind an address that commands several elements with <Escucha>; the other is at \(first.position)"
                )
            }
        }
    }

    private mutating func findSharedStates() {
        for (group, uses) in uses {
            let states = uses.filter { $0.role == .state }
            guard let first = states.first else { continue }
            for other in states.dropFirst() where other.facet != first.facet {
                warn(
                    other,
                    "\(group) is the state of \(first.owner) and of \(other.owner)",
                    "give each its own state address in ETS; the other is at \(first.position)"
                )
            }
        }
    }

    private mutating func findStatesThatAreCommands() {
        let commands = bindings.commandGroups
        for (group, uses) in uses where commands.contains(group) {
            for use in uses where use.role == .state || use.role == .motionState {
                if let facet = bindings.facets.first(where: { $0.facet == use.facet && $0.isShared(group) }) {
                    warnOfShared(group, facet, use)
                    continue
                }
                warn(
                    use,
                    "\(group), a state of \(use.owner), is also a command address, so it is never read",
                    "use the address of the actuator's status object"
                )
            }
        }
    }

    /// Orders and states of a facet on one address.
    private mutating func warnOfShared(_ group: GroupAddress, _ facet: KNXFacet, _ use: Use) {
        guard facet.read == .never, facet.device == nil else { return }
        warn(
            use,
            "\(group) is both the command and the state of \(use.owner): what others write there is only assumed to be "
                + "its state, and its orders are not confirmed",
            "use the address of the actuator's status object; if the device answers reads there (a thermostat's set-point), "
                + "add leer=\"inicio\" (read=\"start\")"
        )
    }

    // MARK: Missing states

    private mutating func findMissingStates() {
        let facets = Dictionary(bindings.facets.map { ($0.facet, $0) }) { first, _ in first }
        for facet in bindings.facets where facet.command != nil && facet.states.isEmpty && !isButton(facet) {
            // `leer="no"` and travel times are deliberate.
            guard facet.read != .never, facet.motion?.up == nil, facet.motion?.direction == nil else { continue }
            let level = facets[FacetName(path: facet.facet.path, type: .regulable)]
            if facet.facet.type != .regulable, facet.facet.type != .value, level?.states.isEmpty == false { continue }
            faults.append(
                KNXBindingFault(
                    .warning,
                    at: facet.position,
                    "\(facet.facet.shown) has no state address, so its state is only assumed",
                    hint: "add estado (state), the address of the actuator's status object, or leer=\"no\" "
                        + "(read=\"no\") if it has none"
                )
            )
        }
    }
}

extension KNXBindingCheck {
    private mutating func findTravelTimesWithoutStop() {
        for facet in bindings.facets {
            guard let motion = facet.motion, motion.up != nil || motion.down != nil, motion.stop == nil,
                motion.step == nil
            else { continue }
            faults.append(
                KNXBindingFault(
                    .warning,
                    at: facet.position,
                    "\(facet.facet.shown) has travel times but no stop or step address, "
                        + "so it can't be moved to a position",
                    hint: "add parar or paso (stop, step)"
                )
            )
        }
    }
}

extension FacetName {
    /// As a message writes it: `Casa/Salon/Louver (bidirectional)`.
    var shown: String { "\(path) (\(type.word))" }
}

extension KNXExposure.Subject {
    /// As a message writes it.
    public var shown: String {
        switch self {
        case .facet(let facet): facet.shown
        case .scene(let name): "the scene \(KNXText.shown(name))"
        case .clock(let house): "the time of \(house)"
        }
    }
}
