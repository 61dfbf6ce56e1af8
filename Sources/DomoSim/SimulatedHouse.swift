import DomoModel

/// The simulator without its sockets and its clock: a request and a moment in, an answer out.
struct SimulatedHouse: Sendable {
    /// Where signals go.
    static let signalPath = "/web/services/unsecureWebUI"
    /// The state again, under the URL that houses know.
    static let statePath = "\(signalPath)/state"
    /// How many signals are kept for `/signals`.
    static let keptSignals = 100

    /// What becomes of a request.
    struct Response: Sendable, Equatable {
        /// nil: the connection is closed without one.
        var answer: Answer?
        /// The signal in one line, with its answer; nil for what is none.
        var line: String?
    }

    struct Record: Sendable {
        var signal: Signal
        var status: Int?
        var line: String
    }

    private(set) var actuators: Actuators
    private let xml: [UInt8]?
    private var faults: Faults
    private(set) var records: [Record] = []

    /// - Parameter xml: the file that the houses were read from, for those who load it by its URL.
    init(houses: [House], xml: [UInt8]?, settings: SimulatorSettings) {
        actuators = Actuators(houses)
        self.xml = xml
        faults = Faults(failShare: settings.failShare, dropShare: settings.dropShare, seed: settings.seed)
    }

    /// Takes in houses that were built on: what stays is left as it stands.
    mutating func replace(with houses: [House]) {
        actuators = Actuators(houses, keeping: actuators)
    }

    /// - Parameters:
    ///   - target: path and query as they came.
    ///   - now: counted from the start of the simulator.
    mutating func take(method: String, target: String, at now: Duration) -> Response {
        let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let path = String(parts.first ?? "")
        let needed = path == Self.signalPath ? "POST" : "GET"
        let answer: Answer
        switch (path, method == needed) {
        case (Self.signalPath, true): return takeSignal(query: parts.count > 1 ? parts[1] : "", at: now)
        case (Self.signalPath, false), ("/state", false), (Self.statePath, false), ("/signals", false),
            ("/house.xml", false):
            answer = .notAllowed(allow: needed)
        case ("/state", true), (Self.statePath, true):
            let name = parts.count > 1 ? Signal(query: parts[1])?.name : nil
            answer = .json(state(at: now, named: name))
        case ("/signals", true): answer = .json(signals())
        case ("/house.xml", true):
            answer =
                xml.map { Answer(status: 200, contentType: "application/xml", body: $0) }
                ?? .notFound("these houses were not loaded from one file")
        default: answer = .notFound("nothing here; signals go to \(Self.signalPath)")
        }
        return Response(answer: answer)
    }

    private mutating func takeSignal(query: Substring, at now: Duration) -> Response {
        let fault = faults.next()
        let decoded = Signal(query: query)
        let answer: Answer? =
            switch fault {
            case .fail: .failure
            case .dropBefore: nil
            case .dropAfter, nil:
                decoded.map { actuators.take($0, at: now) }
                    ?? .badRequest("the query is not percent-encoded UTF-8, or says something twice")
            }
        let result =
            switch fault {
            case .dropBefore: "dropped, not done"
            case .dropAfter: "dropped, \(answer == .noContent ? "done" : "not done")"
            case .fail, nil: answer.map { "\($0.status)" + ($0.reason.map { " \($0)" } ?? "") } ?? ""
            }
        let signal = decoded ?? Signal()
        let shown = decoded.map(\.description) ?? "(not to be decoded)"
        let line = "POST \(shown.isEmpty ? "(empty)" : shown) → \(result)"
        let isDropped = fault == .dropBefore || fault == .dropAfter
        if records.count == Self.keptSignals { records.removeFirst() }
        records.append(Record(signal: signal, status: isDropped ? nil : answer?.status, line: line))
        return Response(answer: isDropped ? nil : answer, line: line)
    }
}
