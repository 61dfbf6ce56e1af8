import DomoModel

/// The simulator without its sockets and its clock: a request and a moment in, an answer out.
struct SimulatedHouse: Sendable {
    /// Where signals go. What is served at the top is served below it too, so that one URL is enough.
    static let signalPath = "/web/services/unsecureWebUI"
    /// How many signals are kept for `/signals`.
    static let keptSignals = 100
    /// How many requests are kept for `/requests`.
    static let keptRequests = 1000

    /// What becomes of a request.
    struct Response: Sendable, Equatable {
        /// nil: the connection is closed without one.
        var answer: Answer?
        /// What was done, in one line, with its answer; nil where nothing was to be done.
        var line: String?
        /// How much later than others it is answered.
        var delay: Duration = .zero
    }

    struct Record: Sendable {
        var signal: Signal
        var status: Int?
        var line: String
    }

    /// A signal, or a question for states.
    struct Request: Sendable {
        var time: Duration
        var method: String
        var target: String
        /// nil: closed without an answer.
        var status: Int?
    }

    var actuators: Actuators
    private var xml: [UInt8]?
    var faults: Faults
    var troubles = Troubles()
    var records: [Record] = []
    private(set) var requests: [Request] = []
    private(set) var signalCount = 0
    private(set) var stateCount = 0

    /// - Parameter xml: the file that the houses were read from, for those who load it by its URL.
    init(houses: [House], xml: [UInt8]?, settings: SimulatorSettings) {
        actuators = Actuators(houses)
        self.xml = xml
        faults = Faults(failShare: settings.failShare, dropShare: settings.dropShare, seed: settings.seed)
        for trouble in settings.troubles { _ = troubles.add(trouble, actuators, at: .zero) }
    }

    /// Takes in houses that were built on: what stays is left as it stands.
    mutating func replace(with houses: [House], xml: [UInt8]?) {
        actuators = Actuators(houses, keeping: actuators)
        self.xml = xml
    }

    /// A target below a path, wherever that is served.
    ///
    /// - Returns: nil for any other target.
    static func pathAtTop(of target: String, _ path: String) -> String? {
        if target.hasPrefix(path) { return target }
        return target.hasPrefix(signalPath + path) ? String(target.dropFirst(signalPath.count)) : nil
    }

    /// - Parameters:
    ///   - target: path and query as they came.
    ///   - now: counted from the start of the simulator.
    mutating func take(method: String, target: String, at now: Duration) -> Response {
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
        case ("/faults", "POST"): return Response(answer: takeTrouble(query: query, at: now))
        case ("/faults", "DELETE"):
            troubles.clear()
            return Response(answer: .noContent)
        case ("/signals", "GET"): return Response(answer: .json(signals()))
        case ("/requests", "GET"): return Response(answer: .json(requestLog()))
        case ("/house.xml", "GET"):
            return Response(
                answer: xml.map { Answer(status: 200, contentType: "application/xml", body: $0) }
                    ?? .notFound("these houses were not loaded from one file")
            )
        case (Self.signalPath, _), ("/wall", _): return Response(answer: .notAllowed(allow: "POST"))
        case ("/faults", _): return Response(answer: .notAllowed(allow: "POST, DELETE"))
        case ("/state", _), ("/signals", _), ("/requests", _), ("/house.xml", _):
            return Response(answer: .notAllowed(allow: "GET"))
        default: return Response(answer: .notFound("nothing here; signals go to \(Self.signalPath)"))
        }
    }

    private mutating func kept(_ response: Response, _ method: String, _ target: String, at now: Duration) -> Response {
        if requests.count == Self.keptRequests { requests.removeFirst() }
        requests.append(
            Request(time: now, method: method, target: String(target.prefix(2000)), status: response.answer?.status)
        )
        return response
    }

    /// Somebody at the wall: `name=Buzzer&value=on`, the value as the command language writes it.
    private mutating func takeWall(query: Substring, at now: Duration) -> Response {
        guard let fields = Query(query)?.fields else {
            return Response(answer: .badRequest("the query is not percent-encoded UTF-8, or says something twice"))
        }
        guard fields["path"] != nil || fields["name"] != nil, let value = fields["value"] else {
            return Response(answer: .badRequest("write name=NAME&value=on, or path=PATH&value=40"))
        }
        guard let number = actuators.number(path: fields["path"], name: fields["name"]) else {
            return Response(answer: .notFound("no element is called \(fields["path"] ?? fields["name"] ?? "")"))
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
        let wish = Signal(name: actuator.name, value: value)
        let result = "\(answer.status)" + (answer.reason.map { " \($0)" } ?? "")
        return Response(answer: answer, line: "WALL \(wish) → \(result)")
    }

    /// `fault=stuck&name=Louver`: from now on something goes wrong.
    private mutating func takeTrouble(query: Substring, at now: Duration) -> Answer {
        guard let fields = Query(query)?.fields else {
            return .badRequest("the query is not percent-encoded UTF-8, or says something twice")
        }
        do throws(Trouble.Mistake) {
            let trouble = try Trouble(fields: fields)
            if let name = trouble.name, actuators[name].isEmpty { return .notFound("no element is called \(name)") }
            guard troubles.add(trouble, actuators, at: now) else {
                return .badRequest("there are \(Troubles.most) faults; take them away with DELETE /faults")
            }
            return .noContent
        } catch {
            return .badRequest(error.message)
        }
    }
}
