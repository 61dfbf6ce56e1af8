import DomoModel

/// The actuators of the simulated houses. A signal only has the name of an element: all elements with this name obey.
struct Actuators: Sendable {
    private(set) var all: [Actuator] = []
    private var byName: [String: [Int]] = [:]
    private var byPath: [String: Int] = [:]

    /// - Parameter old: The previous actuators; unchanged elements keep their state.
    init(_ houses: [House], keeping old: Actuators? = nil) {
        let index = HouseIndex(houses)
        let known = Dictionary(grouping: old?.all ?? [], by: \.path)
        for (number, element) in index.elements.enumerated() {
            // domo itself holds its value.
            guard !element.isVirtual else { continue }
            let path = index.path(of: ElementID(number))
            let same = known[path]?.first { $0.kind == element.kind && $0.types == element.types }
            // Signals name devices; nothing in them says that a part is meant.
            if !element.isPart { byName[element.name, default: []].append(all.count) }
            byPath[path] = byPath[path] ?? all.count
            all.append(same ?? Actuator(element, path: path))
        }
    }

    subscript(name: String) -> [Actuator] { byName[name, default: []].map { all[$0] } }

    /// The element of a request: by its full path, or the first with its name.
    func number(path: String?, name: String?) -> Int? { path.map { byPath[$0] } ?? name.flatMap { byName[$0]?.first } }

    /// Acts on a press of a wall switch.
    mutating func act(_ value: Value, on number: Int, at now: Duration) { all[number].act(value, at: now) }

    mutating func carryOut(_ signal: Signal, at now: Duration) -> Answer {
        guard let name = signal.name, !name.isEmpty else { return .badRequest("missing PERVMLSERVICENAME") }
        let known = Signal.Operation.allCases.map(\.rawValue).joined(separator: ", ")
        guard let word = signal.operation, !word.isEmpty else {
            return .badRequest("missing operation; use one of: \(known)")
        }
        guard let operation = Signal.Operation(rawValue: word) else {
            return .badRequest("unknown operation \(word); use one of: \(known)")
        }
        guard let numbers = byName[name] else { return .notFound("no element named \(name)") }
        var refusal: String?
        var isDone = false
        for number in numbers {
            if let reason = all[number].carryOut(operation, value: signal.value, at: now) {
                refusal = refusal ?? reason
            } else {
                isDone = true
            }
        }
        if let refusal, !isDone { return .badRequest(refusal) }
        return .noContent
    }
}
