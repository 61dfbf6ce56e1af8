import DomoModel

/// All that moves in the simulated houses. A signal knows an element by its name alone: whatever bears it, moves.
struct Actuators: Sendable {
    private(set) var all: [Actuator] = []
    private var byName: [String: [Int]] = [:]
    private var byPath: [String: Int] = [:]

    /// - Parameter old: what moved before: an element that stays as it was is left as it stands.
    init(_ houses: [House], keeping old: Actuators? = nil) {
        let index = HouseIndex(houses)
        let known = Dictionary(grouping: old?.all ?? [], by: \.path)
        for (number, element) in index.elements.enumerated() {
            let path = index.path(of: ElementID(number))
            let same = known[path]?.first { $0.kind == element.kind && $0.types == element.types }
            all.append(same ?? Actuator(element, path: path))
            byName[element.name, default: []].append(number)
            byPath[path] = byPath[path] ?? number
        }
    }

    subscript(name: String) -> [Actuator] { byName[name, default: []].map { all[$0] } }

    /// One element, as a request names it: by its whole path, or by its name, where the first that bears it is meant.
    func number(path: String?, name: String?) -> Int? { path.map { byPath[$0] } ?? name.flatMap { byName[$0]?.first } }

    /// What somebody at the wall does.
    mutating func act(_ action: Value, on number: Int, at now: Duration) { all[number].act(action, at: now) }

    mutating func take(_ signal: Signal, at now: Duration) -> Answer {
        guard let name = signal.name, !name.isEmpty else { return .badRequest("PERVMLSERVICENAME is missing") }
        let known = Signal.Operation.allCases.map(\.rawValue).joined(separator: ", ")
        guard let word = signal.operation, !word.isEmpty else {
            return .badRequest("operation is missing; there are: \(known)")
        }
        guard let operation = Signal.Operation(rawValue: word) else {
            return .badRequest("no operation \(word); there are: \(known)")
        }
        guard let numbers = byName[name] else { return .notFound("no element is called \(name)") }
        var refusal: String?
        var isDone = false
        for number in numbers {
            if let reason = all[number].take(operation, value: signal.value, at: now) {
                refusal = refusal ?? reason
            } else {
                isDone = true
            }
        }
        if let refusal, !isDone { return .badRequest(refusal) }
        return .noContent
    }
}
