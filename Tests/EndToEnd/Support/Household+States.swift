import DomoTestKit
import Foundation
import Testing

/// A house that reports its state: the requests to its server, and the readings of the daemon.
extension Household {
    /// How the states of the simulated house are read.
    enum Question: String {
        /// One answer has all elements.
        case all
        /// Each element is read separately.
        case one
    }

    /// How the daemon reads the simulated house: fast, so that tests need not wait.
    struct Reading {
        var questions: [Question] = [.all, .one]
        /// Further keys of the dialect, such as `max-age: 2s`.
        var timing: [String] = []
        /// Further keys of the server, such as `max-in-flight: 1`.
        var server: [String] = []
        /// Further lines of the configuration.
        var more: [String] = []
    }

    /// The model house, its server and its daemon, which has read the house once.
    static func reporting(
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
            try household.startReportingDaemon(reading)
            try body(household)
        }
    }

    func startReportingDaemon(_ reading: Reading = Reading()) throws {
        try startedDaemon(["--config", reportingConfiguration(reading)] + places)
    }

    /// The paths of its files, as options.
    var places: [String] { ["--home", home, "--socket", socket, "--state", state] }

    /// Writes the configuration for the simulated house.
    /// - Returns: the path of the file.
    func reportingConfiguration(_ reading: Reading = Reading()) throws -> String {
        let questions = reading.questions.map {
            switch $0 {
            case .all: "all: {url: \"{url}/state\", items: elements, name: path, match: \"{path}\"}"
            case .one: "one: {url: \"{url}/state?path={path}\"}"
            }
        }
        let withValue =
            "{operation: setValue, url: \"{url}?operation={operation}&PERVMLSERVICENAME={name}&value={value}\"}"
        // Every order is confirmed or contradicted long before; where none is, the test sets the time.
        let usual = ["every: 1s", "confirm-after: 50ms", "confirm-within: 2m"].filter { line in
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

    /// Stops the daemon gracefully.
    func stopDaemon() throws {
        let daemon = try #require(daemon)
        daemon.send(SIGTERM)
        #expect(try daemon.waitForEnd() == 0, "\(daemon.errorOutput)")
        self.daemon = nil
    }

    // MARK: The simulated house

    /// Simulates a change at the device.
    func atTheWall(_ name: String, _ value: String) throws {
        try request("POST", "/wall?name=\(name)&value=\(value)")
    }

    /// Injects a fault: `fault=stuck&name=Buzzer`.
    func injectFault(_ fault: String) throws { try request("POST", "/faults?\(fault)") }

    /// Removes all faults.
    func removeFaults() throws { try request("DELETE", "/faults") }

    private func request(_ method: String, _ target: String) throws {
        let connection = try Connection(port: port)
        try connection.send("\(method) \(target) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        let answer = try connection.rest()
        try #require(answer.hasPrefix("HTTP/1.1 204"), "\(answer)")
    }

    /// A signal or a read as received by the simulated house.
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

    /// The last thousand requests.
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

    /// Waits until a scene is at a step.
    func waitForScene(_ step: String) throws {
        try eventually("a scene at \(step)") { try domo("scenes").output.contains(step) }
    }

    /// The last orders, the newest first.
    func orders(_ line: String = "orders") throws -> [OrderSeen] {
        struct List: Decodable { var orders: [OrderSeen] }
        return try ask(line, List.self).orders
    }

    struct ReadingSeen: Decodable {
        var type: String
        /// As text, even for a number; nil while it is unknown.
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

    /// Sends a request that must succeed.
    func ask<Content: Decodable>(_ line: String, _: Content.Type) throws -> Content {
        let text = try answer(to: line)
        do {
            return try JSONDecoder().decode(Done<Content>.self, from: Data(text.utf8)).ok
        } catch {
            throw KitFault(description: "\(line): \(text)")
        }
    }

    /// Sends a request that must fail.
    func fault(_ line: String) throws -> FaultSeen {
        struct Answer: Decodable { var error: FaultSeen }
        let text = try answer(to: line)
        do {
            return try JSONDecoder().decode(Answer.self, from: Data(text.utf8)).error
        } catch {
            throw KitFault(description: "\(line): \(text)")
        }
    }

    private func answer(to line: String) throws -> String {
        let connection = try Connection(socket: socket)
        try connection.send(line + "\n")
        return try #require(try connection.line(), "no answer to \(line)")
    }

    /// Waits until the element has this value and is fresh.
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
