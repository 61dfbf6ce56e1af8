import DomoModel

/// The actuators of the simulated houses. A signal only has the name of an element: all elements with this name obey. A
/// part of a device has the name of its device before its own; in houses with parts the end of a path names the elements
/// whose path it ends.
struct Actuators: Sendable {
    private(set) var all: [Actuator] = []
    /// The devices whose parts depend on each other.
    private var devices: [SimulatedDevice] = []
    /// The device of an actuator, by the actuator's number.
    private var deviceOf: [Int: Int] = [:]
    private var byName: [String: [Int]] = [:]
    private var byPath: [String: Int] = [:]
    /// In a house without parts only names mean an element, as for the original server.
    private let hasParts: Bool

    /// - Parameter old: The previous actuators; unchanged elements keep their state.
    init(_ houses: [House], keeping old: Actuators? = nil) {
        let index = HouseIndex(houses)
        hasParts = index.hasParts
        let known = Dictionary(grouping: old?.all ?? [], by: \.path)
        for (number, element) in index.elements.enumerated() {
            // domo itself holds its value.
            guard !element.isVirtual else { continue }
            let path = index.path(of: ElementID(number))
            let same = known[path]?.first { $0.kind == element.kind && $0.types == element.types }
            let owner = index.owner(of: ElementID(number)).map { index[$0].name }
            let name = owner.map { "\($0)\(ElementPath.separator)\(element.name)" } ?? element.name
            byName[name, default: []].append(all.count)
            byPath[path] = byPath[path] ?? all.count
            all.append(same ?? Self.actuator(of: element, path: path, name: name))
        }
        if index.hasParts { connectParts(index, keeping: old) }
    }

    private static func actuator(of element: Element, path: String, name: String) -> Actuator {
        guard element.isPart, element.details?.role == .slats else {
            return Actuator(element, path: path, signalName: name)
        }
        return Actuator(element, path: path, signalName: name, dimmerTravel: SimulatedDevice.turningTime)
    }

    private mutating func connectParts(_ index: HouseIndex, keeping old: Actuators?) {
        let known = Dictionary((old?.devices ?? []).map { ($0.path, $0) }) { one, _ in one }
        for number in index.elements.indices {
            let parts = index.parts(of: ElementID(number))
            let path = index.path(of: ElementID(number))
            guard !parts.isEmpty, let owner = byPath[path] else { continue }
            var roles: [FacetRole: (number: Int, element: Element)] = [:]
            for part in parts {
                guard let role = index.elements[part].details?.role,
                    let number = byPath[index.path(of: ElementID(part))]
                else { continue }
                roles[role] = (number, index.elements[part])
            }
            guard
                let device = SimulatedDevice(
                    path: path,
                    owner: (owner, index.elements[number]),
                    parts: roles,
                    keeping: known[path],
                    &all
                )
            else { continue }
            for number in device.members { deviceOf[number] = devices.count }
            devices.append(device)
        }
    }

    /// Lets what depends on time alone happen: slats whose cover has stopped, a room that gets warm.
    mutating func advance(to now: Duration) {
        for number in devices.indices { devices[number].advance(&all, to: now) }
    }

    subscript(name: String) -> [Actuator] { numbers(of: name).map { all[$0] } }

    private func numbers(of name: String) -> [Int] {
        if let numbers = byName[name] { return numbers }
        guard hasParts, name.contains(ElementPath.separator) else { return [] }
        if let number = byPath[name] { return [number] }
        return all.indices.filter { all[$0].isNamed(name) }
    }

    /// The element of a request: by its full path, or the first with its name.
    func number(path: String?, name: String?) -> Int? {
        path.map { byPath[$0] } ?? name.flatMap { numbers(of: $0).first }
    }

    /// Acts on a press of a wall switch.
    mutating func act(_ value: Value, on number: Int, at now: Duration) {
        advance(to: now)
        guard let device = deviceOf[number] else { return all[number].act(value, at: now) }
        devices[device].act(value, on: number, &all, at: now)
    }

    mutating func carryOut(_ signal: Signal, at now: Duration) -> Answer {
        guard let name = signal.name, !name.isEmpty else { return .badRequest("missing PERVMLSERVICENAME") }
        let known = Signal.Operation.allCases.map(\.rawValue).joined(separator: ", ")
        guard let word = signal.operation, !word.isEmpty else {
            return .badRequest("missing operation; use one of: \(known)")
        }
        guard let operation = Signal.Operation(rawValue: word) else {
            return .badRequest("unknown operation \(word); use one of: \(known)")
        }
        let numbers = numbers(of: name)
        guard !numbers.isEmpty else { return .notFound("no element named \(name)") }
        advance(to: now)
        var refusal: String?
        var isDone = false
        for number in numbers {
            if let reason = carryOut(operation, value: signal.value, on: number, at: now) {
                refusal = refusal ?? reason
            } else {
                isDone = true
            }
        }
        if let refusal, !isDone { return .badRequest(refusal) }
        return .noContent
    }

    /// - Returns: Why the signal is refused; nil if it was executed.
    private mutating func carryOut(
        _ operation: Signal.Operation,
        value: String?,
        on number: Int,
        at now: Duration
    ) -> String? {
        guard let device = deviceOf[number] else { return all[number].carryOut(operation, value: value, at: now) }
        return devices[device].carryOut(operation, value: value, on: number, &all, at: now)
    }
}
