import DomoEngine
import DomoLanguage
import DomoModel
import Synchronization

/// An in-memory bus: it has states, takes orders, pushes changes, and can go down and come up. It outlives its links.
final class PushingBus: Sendable {
    private struct State {
        var isUp = true
        var values: [FacetName: Value] = [:]
        /// The links that are started, by their numbers.
        var links: [Int: @Sendable (LinkReport) -> Void] = [:]
        var made = 0
        var log: [String] = []
        var stopping: [@Sendable () -> Void] = []
        var holdsStop = false
    }

    private let state = Mutex(State())

    /// What happened to the bus: `start 1`, `write Casa/Lamp on`, `read Casa/Lamp`, `stop 1`.
    var log: [String] { state.withLock { $0.log } }

    // MARK: For the test

    /// Changes a state and reports it.
    func push(_ path: String, _ value: Value) {
        let facet = FacetName(path: path, type: value.type)
        state.withLock { $0.values[facet] = value }
        report(.observed([Observation(facet, value)]))
    }

    /// Changes a state without a report.
    func changeSilently(_ path: String, _ value: Value) {
        state.withLock { $0.values[FacetName(path: path, type: value.type)] = value }
    }

    func goDown(_ reason: String) {
        state.withLock { $0.isUp = false }
        report(.state(endpoint: nil, .down(reason: reason)))
    }

    func comeUp() {
        state.withLock { $0.isUp = true }
        report(.state(endpoint: nil, .up))
    }

    /// Delays the stops of links until `finishStops`.
    func holdStops() { state.withLock { $0.holdsStop = true } }

    func finishStops() {
        let stopping = state.withLock { state in
            defer { state.stopping = [] }
            state.holdsStop = false
            return state.stopping
        }
        for stopped in stopping { stopped() }
    }

    /// Sends a report to the links.
    func report(_ report: LinkReport) {
        for link in state.withLock({ $0.links.values }) { link(report) }
    }

    // MARK: For its links

    func makeNumber() -> Int {
        state.withLock { state in
            state.made += 1
            return state.made
        }
    }

    func start(_ number: Int, _ report: @escaping @Sendable (LinkReport) -> Void) {
        let isUp = state.withLock { state in
            state.links[number] = report
            state.log.append("start \(number)")
            return state.isUp
        }
        if isUp { report(.state(endpoint: nil, .up)) }
    }

    func stop(_ number: Int, _ stopped: @escaping @Sendable () -> Void) {
        let isHeld = state.withLock { state in
            state.links[number] = nil
            state.log.append("stop \(number)")
            if state.holdsStop { state.stopping.append(stopped) }
            return state.holdsStop
        }
        if !isHeld { stopped() }
    }

    func write(_ value: Value, to path: String) -> Outcome {
        let isUp = state.withLock { state in
            guard state.isUp else { return false }
            state.values[FacetName(path: path, type: value.type)] = value
            state.log.append("write \(path) \(value.word)")
            return true
        }
        guard isUp else { return .notSent(reason: "the bus is down") }
        // The actuator reports its state while the order is still being sent.
        report(.observed([Observation(FacetName(path: path, type: value.type), value, isOwn: true)]))
        return .accepted
    }

    func perform(_ command: LinkCommand) -> Result<LinkAnswer, Fault> {
        state.withLock { $0.log.append("command \(command.word)") }
        guard case .read(let address, _) = command else { return .failure(Fault(.badRequest, "it only reads")) }
        return .success(LinkAnswer(lines: ["\(address) is 21.5"]))
    }

    func read(_ targets: [Target]) -> Answer {
        state.withLock { state in
            guard state.isUp else { return .failed(reason: "the bus is down") }
            var found: [Answer.State] = []
            for (number, target) in targets.enumerated() {
                state.log.append("read \(target.path)")
                for type in target.types {
                    let value = state.values[FacetName(path: target.path, type: type)]
                    if let value { found.append(Answer.State(target: number, type: type, value: value)) }
                }
            }
            return .states(found)
        }
    }
}
