public import DomoCalendar
public import DomoEngine
import DomoKNX
public import DomoKNXHouse
public import DomoModel

/// The capabilities of a KNX link: it has one endpoint, the interface, and controls the facets that house files bind to
/// group addresses.
public struct KNXLinkProfile: LinkProfile {
    /// The default pace of orders and reads: 20 telegrams per second leave more than half of a TP1 line to other
    /// devices.
    public static let defaultPace = Pace(perSecond: 20, burst: 20)

    /// The reads per second that, with their answers, use half of a TP1 line, which carries 50 telegrams per second.
    static let readsPerSecond = 12.5

    /// The share of a pace that reads may use. At a pace slower than the default there are fewer reads; at a pace
    /// faster than a TP1 line, reads and their answers use half of the line.
    static func readShare(of pace: Pace) -> Double {
        max(0.25, min(readsPerSecond / defaultPace.perSecond, readsPerSecond / pace.perSecond))
    }

    public let label: String
    public let bindings: KNXBindings
    public let endpoints: [EndpointProfile]
    /// The local time of each house, by its name.
    let clocks: [String: LocalClock]
    let table: GroupTable
    private let numbers: [FacetName: Int]

    /// - `label`: The name of the interface in messages: its URL.
    /// - `bindings`: The bindings of the elements on this link.
    /// - `clocks`: The local time of each house, by its name.
    public init(
        label: String,
        bindings: KNXBindings,
        clocks: [String: LocalClock] = [:],
        pace: Pace = Self.defaultPace
    ) {
        self.label = label
        self.bindings = bindings
        self.clocks = clocks
        table = GroupTable(bindings)
        var numbers: [FacetName: Int] = [:]
        for (number, facet) in bindings.facets.enumerated() { numbers[facet.facet] = number }
        self.numbers = numbers
        endpoints = [
            EndpointProfile(
                label: label,
                slots: 16,
                pace: pace,
                // Half of the bus is reserved for orders and wall switches.
                readShare: Self.readShare(of: pace),
                maxReads: ReadQueue.maxOutstanding,
                reportsReachability: true
            )
        ]
    }

    /// The clock for times without a zone: that of the first house.
    var defaultClock: LocalClock {
        clocks.min { $0.key < $1.key }?.value ?? LocalClock(UTC())
    }

    public var missingBinding: MissingBinding { .groupAddress }

    // MARK: - Facets

    func number(_ path: String, _ type: FacetType) -> Int? { numbers[FacetName(path: path, type: type)] }

    func facet(_ path: String, _ type: FacetType) -> KNXFacet? { number(path, type).map { bindings.facets[$0] } }

    /// The motion of an element; nil if it is not a cover.
    func motion(_ path: String) -> KNXMotion? { facet(path, .bidirectional)?.motion }

    /// Whether a level of the element is reached by a timed movement because it has no address for positions.
    func isTimed(_ path: String) -> Bool {
        guard facet(path, .regulable)?.command == nil, let cover = facet(path, .bidirectional), cover.command != nil,
            let motion = cover.motion
        else { return false }
        return (motion.up != nil || motion.down != nil) && (motion.stop != nil || motion.step != nil)
    }

    // MARK: - LinkProfile

    public var distinguishesElements: Bool { true }

    public func endpoint(of target: Target) -> Int? {
        target.types.contains { isBound(target.path, $0) } ? 0 : nil
    }

    /// Whether the facet has a binding or is reached by timed movements.
    func isBound(_ path: String, _ type: FacetType) -> Bool {
        number(path, type) != nil || type == .regulable && isTimed(path)
    }

    public func writable(_ target: Target) -> FacetTypes {
        var types = FacetTypes()
        for type in target.types {
            let isTimed = type == .regulable && isTimed(target.path)
            if isTimed || facet(target.path, type)?.isOrdered ?? false { types.append(type) }
        }
        return types
    }

    public func readable(_ target: Target) -> FacetTypes {
        var types = FacetTypes()
        for type in target.types {
            guard let facet = facet(target.path, type) else { continue }
            if !facet.states.isEmpty || reportsDirection(facet) { types.append(type) }
        }
        return types
    }

    public var reading: ReadPolicy? {
        // The pace of the endpoint limits reads.
        ReadPolicy(mode: .pushed, confirmWithin: .seconds(10), perSecond: 10_000, timeout: .seconds(10))
    }

    public func reading(of target: Target, _ type: FacetType) -> FacetReadPolicy? {
        guard let facet = facet(target.path, type) else { return nil }
        return FacetReadPolicy(
            isRead: queriedState(facet) != nil,
            confirmsOrders: reportsOrders(facet),
            maximumAge: facet.expires,
            confirmWithin: facet.within,
            resolution: facet.resolution
        )
    }

    private func reportsDirection(_ facet: KNXFacet) -> Bool {
        facet.motion?.direction != nil || facet.motion?.movingDown != nil
    }

    /// On an address that orders use too, only a read shows their result.
    private func reportsOrders(_ facet: KNXFacet) -> Bool {
        reportsDirection(facet) || facet.states.contains { !facet.isShared($0) } || stateToRead(facet) != nil
    }

    public func cost(ofReading target: Target) -> Int {
        let facets = target.types.compactMap { facet(target.path, $0) }
        let addresses =
            facets.compactMap(queriedState) + facets.flatMap { $0.colour == nil ? [] : companionsToRead($0) }
        return max(1, Set(addresses).count)
    }

    public func cost(of value: Value, for target: Target) -> Int {
        guard case .colour(let colour) = value, let facet = facet(target.path, .colour) else { return 1 }
        do throws(SignalFault) {
            return try telegrams(for: colour, facet, name: target.name).count
        } catch {
            // The order is refused.
            return 1
        }
    }

    public func cover(_ target: Target) -> CoverProfile {
        let motion = motion(target.path)
        // DPT 5.001 of a cover: 0 % is open, 100 % is closed. The binding inverts what an actuator reports otherwise.
        return CoverProfile(
            directionAtZero: .up,
            up: motion?.up,
            down: motion?.down,
            isPositionedByTime: isTimed(target.path),
            // A direction address reports the last movement.
            reportsEnds: false,
            stopTurnsSlats: motion.map { $0.stop == nil && $0.step != nil } ?? false
        )
    }

    public func mayRepeat(_ value: Value, of target: Target) -> Bool { mayRepeat(value, path: target.path) }

    public var buttons: [String] { bindings.facets.filter(\.isButton).map(\.facet.path) }

    public func dims(_ target: Target) -> Bool { facet(target.path, .regulable)?.relative != nil }

    func mayRepeat(_ value: Value, path: String) -> Bool {
        // A lamp that goes on dimming is worse than a second stop.
        if case .dimming(let dimming) = value { return dimming == .stop }
        if value == .stop { return motion(path)?.mayRepeatStop ?? true }
        guard let facet = facet(path, value.type), facet.colour == nil else { return true }
        do throws(DatapointFault) {
            return facet.mayRepeat(try facet.payload(for: value))
        } catch {
            // The order is refused with the reason.
            return true
        }
    }

    public func signal(for value: Value, of target: Target) throws(SignalFault) -> String {
        if case .level(let level) = value, isTimed(target.path) {
            return "\(label): timed movement of \(target.name), stop at \(level.value) %"
        }
        if value.type == .value, let facet = facet(target.path, .value), let shift = facet.shift,
            let command = facet.command
        {
            return "\(label): write \(command) (\(facet.type)), \(shift.text(of: value))"
        }
        if case .colour(let colour) = value, let facet = facet(target.path, .colour) {
            let telegrams = try telegrams(for: colour, facet, name: target.name)
            let words = telegrams.map { telegram in
                let type = facet.colour?.objects.first { $0.command == telegram.address }?.type
                return "\(telegram.address) \(telegram.payload.hex) (\(type?.description ?? ""))"
            }
            return "\(label): write \(words.joined(separator: ", "))"
        }
        let (address, payload, type) = try telegram(for: value, path: target.path, name: target.name)
        return "\(label): write \(address) \(payload.hex) (\(type))"
    }

    /// Reduces `21.5 °C` to 21.5 and the number of a named value to its name. A number with more digits than its type
    /// is returned as ordered.
    public func canonical(_ value: Value, of target: Target) -> Value {
        guard value.type == .value, let facet = facet(target.path, .value) else { return value }
        if facet.shift != nil { return facet.celsius(of: value).map(KNXShift.value) ?? value }
        do {
            let reported = try facet.value(of: facet.payload(for: value))
            if case .number = value, case .number = reported { return value }
            return reported
        } catch {
            // The order will be refused with the reason.
            return value
        }
    }

    /// The one telegram that orders a value.
    func telegram(
        for value: Value,
        path: String,
        name: String
    ) throws(SignalFault) -> (address: GroupAddress, payload: Payload, type: String) {
        guard let facet = facet(path, value.type) else {
            throw SignalFault(message: "\(name) has no group address", hint: "bind it in the house file")
        }
        if value == .stop {
            guard let address = facet.motion?.stop ?? facet.motion?.step else {
                throw SignalFault(
                    message: "\(name) has no stop or step address",
                    hint: "add parar or paso to its Movimiento in the house file"
                )
            }
            return (
                address, .bits(facet.motion?.stop == nil ? 0 : facet.motion?.stopBit ?? 1),
                facet.motion?.stop == nil ? "1.007" : "1.010"
            )
        }
        if case .dimming(let dimming) = value {
            guard let address = facet.relative else {
                throw SignalFault(
                    message: "\(name) has no address for relative dimming",
                    hint: "add relativa to its binding in the house file, or order a level"
                )
            }
            return (address, facet.payload(for: dimming), "3.007")
        }
        guard let command = facet.command else {
            throw SignalFault(
                message: "\(name) has no command address for \(value.type.word)",
                hint: "add orden to its binding in the house file"
            )
        }
        do throws(DatapointFault) {
            return (command, try facet.payload(for: value), facet.type.description)
        } catch {
            throw SignalFault(message: "\(name): \(error.message)", hint: error.hint)
        }
    }

    public var takesCommands: Bool { true }

    public var bindsByName: Bool { false }

    /// Elements with exactly the same addresses are the same thing.
    public func binding(of target: Target) -> Binding? {
        guard target.types.contains(where: { isBound(target.path, $0) }) else { return nil }
        var binding = Binding(signals: [])
        for type in target.types {
            guard let facet = facet(target.path, type) else {
                if type == .regulable, isTimed(target.path) { continue }
                // A facet without addresses belongs to this element only.
                binding.signals.append("\(label) \(type.word) of \(target.path)")
                continue
            }
            if let command = facet.command {
                binding.signals.append("\(label) \(command) \(facet.type) \(facet.isInverted)")
            }
            let motion = facet.motion
            for address in [motion?.stop, motion?.step, facet.relative].compactMap({ $0 }) {
                binding.signals.append("\(label) \(address)")
            }
            for object in facet.colourObjects {
                if let command = object.command { binding.signals.append("\(label) \(command) \(object.type)") }
                if let state = object.state { binding.queries.append("\(label) \(state) \(object.type)") }
            }
            if let shift = facet.shift { binding.signals.append("\(label) \(shift)") }
            binding.queries += facet.states.map { "\(label) \($0) \(facet.type) \(facet.isInverted)" }
        }
        return binding
    }

    public var exposed: [Exposed] {
        bindings.exposures.compactMap { $0.sends || $0.answers ? $0.exposed : nil }
    }
}

extension Payload {
    /// `01`, `0c66`
    var hex: String { description }
}

extension [UInt8] {
    /// `2900bce0`
    var hex: String {
        let digits = Array("0123456789abcdef".utf8)
        return String(decoding: flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }
}
