import DomoModel

/// The simulator without sockets and clock: takes a request and its time, returns an answer.
struct SimulatedHouse: Sendable {
    /// The path for signals. All other paths are also served below it, so that one URL is enough.
    static let signalPath = "/web/services/unsecureWebUI"
    /// The number of signals kept for `/signals`.
    static let keptSignals = 100
    /// The number of requests kept for `/requests`.
    static let keptRequests = 1000

    /// The response to a request.
    struct Response: Sendable, Equatable {
        /// Nil if the connection is closed without an answer.
        var answer: Answer?
        /// The action and its answer as one line for the log; nil if there was no action.
        var line: String?
        /// The additional delay of the answer.
        var delay: Duration = .zero
    }

    struct Record: Sendable {
        var signal: Signal
        var status: Int?
        var line: String
    }

    /// A signal or a state query.
    struct Request: Sendable {
        var time: Duration
        var method: String
        var target: String
        /// Nil if the connection was closed without an answer.
        var status: Int?
    }

    var actuators: Actuators
    private var xml: [UInt8]?
    var randomFaults: RandomFaults
    var requestedFaults = RequestedFaults()
    var records: [Record] = []
    private(set) var requests: [Request] = []
    private(set) var signalCount = 0
    private(set) var stateCount = 0

    /// - Parameter xml: The house file, for clients that load it by URL.
    init(houses: [House], xml: [UInt8]?, settings: SimulatorSettings) {
        actuators = Actuators(houses)
        self.xml = xml
        randomFaults = RandomFaults(failShare: settings.failShare, dropShare: settings.dropShare, seed: settings.seed)
        for requested in settings.requestedFaults { _ = requestedFaults.add(requested, actuators, at: .zero) }
    }

    /// Replaces the houses; unchanged elements keep their state.
    mutating func replace(with houses: [House], xml: [UInt8]?) {
        actuators = Actuators(houses, keeping: actuators)
        self.xml = xml
    }

    /// A target below a path, relative to the top level.
    ///
    /// - Returns: Nil for any other target.
    static func pathAtTop(of target: String, _ path: String) -> String? {
        if target.hasPrefix(path) { return target }
        return target.hasPrefix(signalPath + path) ? String(target.dropFirst(signalPath.count)) : nil
    }

    /// - Parameters:
    ///   - target: Path and query as received.
    ///   - now: The time since the start of the simulator.
    mutating func respond(method: String, target: String, at now: Duration) -> Response {
        let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let query = parts.count > 1 ? parts[1] : ""
        var path = String(parts.first ?? "")
        if path.hasPrefix(Self.signalPath + "/") { path.removeFirst(Self.signalPath.count) }
        switch (path, method) {
        case (Self.signalPath, "POST"):
            signalCount += 1
            return kept(takeSignal(query: query, at: now), method, target, at: now)
        case ("/state", "GET"):
            stateCount += 1
            return kept(takeQuestion(query: query, at: now), method, target, at: now)
        case ("/wall", "POST"): return takeWall(query: query, at: now)
        case ("/faults", "POST"): return Response(answer: addFault(query: query, at: now))
        case ("/faults", "DELETE"):
            requestedFaults.clear()
            return Response(answer: .noContent)
        case ("/signals", "GET"): return Response(answer: .json(signals()))
        case ("/requests", "GET"): return Response(answer: .json(requestLog()))
        case ("/house.xml", "GET"):
            return Response(
                answer: xml.map { Answer(status: 200, contentType: "application/xml", body: $0) }
                    ?? .notFound("the houses were not loaded from a single file")
            )
        case (Self.signalPath, _), ("/wall", _): return Response(answer: .notAllowed(allow: "POST"))
        case ("/faults", _): return Response(answer: .notAllowed(allow: "POST, DELETE"))
        case ("/state", _), ("/signals", _), ("/requests", _), ("/house.xml", _):
            return Response(answer: .notAllowed(allow: "GET"))
        default: return Response(answer: .notFound("no such path; send signals to \(Self.signalPath)"))
        }
    }

    private mutating func kept(_ response: Response, _ method: String, _ target: String, at now: Duration) -> Response {
        if requests.count == Self.keptRequests { requests.removeFirst() }
        requests.append(
            Request(time: now, method: method, target: String(target.prefix(2000)), status: response.answer?.status)
        )
        return response
    }

    /// A press of a wall switch: `name=Buzzer&value=on`, with the value as in the command language.
    private mutating func takeWall(query: Substring, at now: Duration) -> Response {
        guard let fields = Query(query)?.fields else {
            return Response(answer: .badRequest("the query is not percent-encoded UTF-8, or has a duplicate key"))
        }
        guard fields["path"] != nil || fields["name"] != nil, let value = fields["value"] else {
            return Response(answer: .badRequest("missing argument; write name=NAME&value=on, or path=PATH&value=40"))
        }
        guard let number = actuators.number(path: fields["path"], name: fields["name"]) else {
            return Response(answer: .notFound("no element named \(fields["path"] ?? fields["name"] ?? "")"))
        }
        let actuator = actuators.all[number]
        let answer: Answer
        do throws(ValueRefusal) {
            let element = Element(name: actuator.name, kind: actuator.kind, types: actuator.types)
            actuators.act(try element.value(value), on: number, at: now)
            answer = .noContent
        } catch {
            answer = .badRequest("\(error.message); \(error.hint)")
        }
        let press = Signal(name: actuator.signalName, value: value)
        let result = "\(answer.status)" + (answer.reason.map { " \($0)" } ?? "")
        return Response(answer: answer, line: "WALL \(press) → \(result)")
    }

    /// Adds a fault: `fault=stuck&name=Louver`.
    private mutating func addFault(query: Substring, at now: Duration) -> Answer {
        guard let fields = Query(query)?.fields else {
            return .badRequest("the query is not percent-encoded UTF-8, or has a duplicate key")
        }
        do throws(RequestedFault.Mistake) {
            let requested = try RequestedFault(fields: fields)
            actuators.advance(to: now)
            if let name = requested.name, actuators[name].isEmpty { return .notFound("no element named \(name)") }
            guard requestedFaults.add(requested, actuators, at: now) else {
                return .badRequest("too many faults (limit \(RequestedFaults.limit)); remove them with DELETE /faults")
            }
            return .noContent
        } catch {
            return .badRequest(error.message)
        }
    }
}
