import Foundation
import Testing

/// A house that tells its state: what is asked of the daemon's server, and what the daemon knows.
extension Household {
    /// Which questions the simulated house is asked.
    enum Question: String {
        /// One answer tells of all elements.
        case all
        /// Each element is asked for alone.
        case one
    }

    /// How the daemon reads the simulated house: quick, so that tests need not wait.
    struct Reading {
        var questions: [Question] = [.all, .one]
        /// What else the dialect says of it, such as `max-age: 2s`.
        var timing: [String] = []
        /// What else is said of the server, such as `max-in-flight: 1`.
        var server: [String] = []
        /// What else stands in the configuration.
        var more: [String] = []
    }

    /// The model house, its server and its daemon, which has read the house once.
    static func telling(
        home: String = modelHouse,
        scenes: [String: String] = [:],
        simulator: [String] = [],
        _ reading: Reading = Reading(),
        _ body: (Household) throws -> Void
    ) throws {
        try with { household in
            try household.folder.write("home.xml", home)
            for (name, text) in scenes { try household.folder.write("scenes/\(name).domo", text) }
            try household.startSimulator(simulator)
            try household.startTellingDaemon(reading)
            try body(household)
        }
    }

    func startTellingDaemon(_ reading: Reading = Reading()) throws {
        try startedDaemon(["--config", tellingConfiguration(reading)] + places)
    }

    /// Where its files lie, as options.
    var places: [String] { ["--home", home, "--socket", socket, "--state", state] }

    /// Writes what the daemon is told of the simulated house.
    /// - Returns: the path of the file.
    func tellingConfiguration(_ reading: Reading = Reading()) throws -> String {
        let questions = reading.questions.map {
            switch $0 {
            case .all: "all: {url: \"{url}/state\", items: elements, name: path, match: \"{path}\"}"
            case .one: "one: {url: \"{url}/state?path={path}\"}"
            }
        }
        let withValue =
            "{operation: setValue, url: \"{url}?operation={operation}&PERVMLSERVICENAME={name}&value={value}\"}"
        let usual = ["every: 1s", "confirm-after: 50ms", "confirm-within: 2s"].filter { line in
            let key = line.prefix { $0 != ":" }
            return !reading.timing.contains { $0.hasPrefix("\(key):") }
        }
        let lines =
            [
                "server:", "  url: \(serverURL)", "  dialect: casa",
            ] + reading.server.map { "  \($0)" } + [
                "dialects:", "  casa:",
                "    order: {method: POST, url: \"{url}?operation={operation}&PERVMLSERVICENAME={name}\"}",
                "    actions:",
                "      on: {operation: enable}", "      off: {operation: disable}", "      up: {operation: enable}",
                "      down: {operation: disable}", "      stop: {operation: stop}", "      level: \(withValue)",
                "      text: \(withValue)", "    state:", "      unknown: [between, unavailable]",
                "      binary: {json: state.binary}", "      regulable: {json: state.regulable}",
                "      bidirectional: {json: state.bidirectional}", "      value: {json: state.value}",
            ] + (questions + usual + reading.timing).map { "      \($0)" } + reading.more
        return try folder.write("domod.yaml", lines.joined(separator: "\n") + "\n")
    }

    /// Ends the daemon in good order.
    func stopDaemon() throws {
        let daemon = try #require(daemon)
        daemon.send(SIGTERM)
        #expect(try daemon.waitForEnd() == 0, "\(daemon.errorOutput)")
        self.daemon = nil
    }

    // MARK: The simulated house

    /// What somebody at the wall does.
    func atTheWall(_ name: String, _ value: String) throws {
        try request("POST", "/wall?name=\(name)&value=\(value)")
    }

    /// From now on something goes wrong: `fault=stuck&name=Buzzer`.
    func spoil(_ fault: String) throws { try request("POST", "/faults?\(fault)") }

    /// Nothing goes wrong any more.
    func mend() throws { try request("DELETE", "/faults") }

    private func request(_ method: String, _ target: String) throws {
        let connection = try Connection(port: port)
        try connection.send("\(method) \(target) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        let answer = try connection.rest()
        try #require(answer.hasPrefix("HTTP/1.1 204"), "\(answer)")
    }

    /// A signal, or a question for states, as the simulated house got it.
    struct RequestSeen: Decodable {
        /// Since its start.
        var seconds: Double
        var method: String
        var target: String
        var status: Int?
    }

    private struct RequestLog: Decodable {
        var requests: [RequestSeen]
    }

    /// The last thousand of them.
    func requests(_ method: String) throws -> [RequestSeen] {
        try JSONDecoder().decode(RequestLog.self, from: Data(get("/requests").utf8)).requests
            .filter { $0.method == method }
    }

    // MARK: What the daemon knows

    struct OrderSeen: Decodable {
        struct Attempt: Decodable {
            var time: String
            var milliseconds: Double?
            var result: String?
        }
        var id: Int
        var element: String
        var action: String
        var by: String
        var origin: String
        var requested: String
        var signal: String?
        var attempts: [Attempt]
        var stage: String
        var acceptedAfter: Double?
        var confirmedAfter: Double?
        var followedBy: Int?
        var observed: String?
        var problem: String?
    }

    /// The last orders, the newest first.
    func orders(_ line: String = "orders") throws -> [OrderSeen] {
        struct List: Decodable { var orders: [OrderSeen] }
        return try ask(line, List.self).orders
    }

    struct ReadingSeen: Decodable {
        var type: String
        /// As a text, also where it is a number; nil while it is not known.
        var value: String?
        var certainty: String
        var stale: Bool
        /// Nil while nothing is known.
        var since: String?
        var by: String?

        private enum CodingKeys: CodingKey { case type, value, certainty, stale, since, by }

        init(from decoder: any Decoder) throws {
            let fields = try decoder.container(keyedBy: CodingKeys.self)
            type = try fields.decode(String.self, forKey: .type)
            certainty = try fields.decode(String.self, forKey: .certainty)
            stale = try fields.decode(Bool.self, forKey: .stale)
            since = try fields.decodeIfPresent(String.self, forKey: .since)
            by = try fields.decodeIfPresent(String.self, forKey: .by)
            do {
                value = try fields.decodeIfPresent(String.self, forKey: .value)
            } catch DecodingError.typeMismatch {
                value = String(try fields.decode(Int.self, forKey: .value))
            }
        }
    }

    func reading(_ element: String) throws -> ReadingSeen {
        struct Element: Decodable { var readings: [ReadingSeen] }
        return try #require(try ask("show \(element)", Element.self).readings.first)
    }

    struct ReceiptSeen: Decodable {
        var id: Int
        var outcome: String
        var attempts: Int
        var milliseconds: Double
        var stored: Bool?
    }

    struct FaultSeen: Decodable {
        var code: String
        var message: String
        var stored: Bool?
    }

    private struct Done<Content: Decodable>: Decodable {
        var ok: Content
    }

    /// A request that is carried out.
    func ask<Content: Decodable>(_ line: String, _: Content.Type) throws -> Content {
        let text = try answer(to: line)
        do {
            return try JSONDecoder().decode(Done<Content>.self, from: Data(text.utf8)).ok
        } catch {
            throw ChildProcess.Failure(description: "\(line): \(text)")
        }
    }

    /// A request that is refused, or fails.
    func fault(_ line: String) throws -> FaultSeen {
        struct Answer: Decodable { var error: FaultSeen }
        let text = try answer(to: line)
        do {
            return try JSONDecoder().decode(Answer.self, from: Data(text.utf8)).error
        } catch {
            throw ChildProcess.Failure(description: "\(line): \(text)")
        }
    }

    private func answer(to line: String) throws -> String {
        let connection = try Connection(socket: socket)
        try connection.send(line + "\n")
        return try #require(try connection.line(), "no answer to \(line)")
    }

    /// Asks again until it holds.
    func eventually(_ what: String, within seconds: Double = 20, _ holds: () throws -> Bool) throws {
        let deadline = Date(timeIntervalSinceNow: seconds)
        while try !holds() {
            guard Date() < deadline else {
                throw ChildProcess.Failure(
                    description: "not within \(seconds) s: \(what)\n\(daemon?.errorOutput ?? "")"
                )
            }
            Thread.sleep(forTimeInterval: 0.02)
        }
    }

    /// Waits until the element is known to be so, and fresh.
    func waitForReading(_ element: String, _ value: String) throws {
        try eventually("\(element) \(value), fresh") {
            let reading = try reading(element)
            return reading.value == value && !reading.stale && reading.certainty == "confirmed"
        }
    }

    func waitForStale(_ element: String) throws {
        try eventually("\(element) stale") { try reading(element).stale }
    }
}
