import DomoTestKit
import Foundation
import Testing

/// A house with its server, daemon and clients: the real programs, in a temporary folder.
final class Household {
    let folder: TemporaryFolder
    private(set) var simulator: ChildProcess?
    private(set) var port = 0
    var daemon: ChildProcess?
    private var children: [ChildProcess] = []
    /// In a household that tests share: its tokens, by their options.
    var tokens: [[String]: String]?

    /// Runs `body` in a new folder, and stops everything that was started, even if `body` throws.
    static func with(_ body: (Household) throws -> Void) throws {
        let household = try Household()
        defer { household.end() }
        try body(household)
    }

    /// The same with the model house, its simulated server and its daemon running.
    static func running(
        home: String = modelHouse,
        simulator: [String] = [],
        daemon: [String] = [],
        _ body: (Household) throws -> Void
    ) throws {
        try with { household in
            try household.startModelHouse(home: home, simulator: simulator, daemon: daemon)
            try body(household)
        }
    }

    /// Must be ended.
    init() throws {
        try #require(WaitingThreads.isCurrent, "a suite whose tests wait is marked @Suite(.waits)")
        folder = try TemporaryFolder()
    }

    /// Stops everything that was started.
    func end() {
        for child in children { child.finish() }
        folder.remove()
    }

    func startModelHouse(
        home: String = modelHouse,
        simulator: [String] = [],
        daemon: [String] = []
    ) throws {
        try folder.write("home.xml", home)
        try startSimulator(simulator)
        try startDaemon(daemon)
    }

    /// The content of the sample in `homes`.
    static let modelHouse = sample("vivienda-eficiente.xml")

    /// A house file without its floor plans, whose images are not beside it.
    static func withoutPlans(_ text: String) -> String {
        text.replacing(/<d:Plano>[^<]*<\/d:Plano>/, with: "")
    }

    /// The path of a file of the repository.
    static func source(_ path: String) -> String {
        let top = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        return top.appendingPathComponent(path).path
    }

    static func sample(_ name: String) -> String {
        do {
            return try String(contentsOfFile: source("homes/\(name)"), encoding: .utf8)
        } catch {
            fatalError("the sample \(name) can't be read: \(error)")
        }
    }

    // MARK: Places

    var home: String { "\(folder.path)/home.xml" }
    var socket: String { "\(folder.path)/domo.sock" }
    var state: String { "\(folder.path)/state" }
    var serverURL: String { "http://127.0.0.1:\(port)/web/services/unsecureWebUI" }

    /// Nothing of the user's environment is inherited.
    private var environment: [String: String] {
        ["PATH": "/usr/bin:/bin", "HOME": folder.path, "DOMO_SOCKET": socket]
    }

    // MARK: Programs

    /// Starts a program and leaves it running.
    func start(
        _ program: String,
        _ arguments: [String],
        environment more: [String: String] = [:],
        input: String = "/dev/null"
    ) throws -> ChildProcess {
        let child = try ChildProcess(
            Programs.path(program),
            arguments,
            environment: environment.merging(more) { $1 },
            input: input
        )
        children.append(child)
        return child
    }

    /// Runs a program to its end.
    func run(
        _ program: String,
        _ arguments: [String],
        environment: [String: String] = [:],
        input: String? = nil,
        within seconds: Double = 120
    ) throws -> Finished {
        var file = "/dev/null"
        if let input { file = try folder.write("input", input) }
        return try start(program, arguments, environment: environment, input: file).finished(within: seconds)
    }

    func domo(_ arguments: String...) throws -> Finished { try run("domo", arguments) }

    /// What `domo --json` prints.
    func decoded<Content: Decodable>(_: Content.Type, _ arguments: String...) throws -> Content {
        let finished = try run("domo", ["--json"] + arguments)
        expect(finished)
        return try JSONDecoder().decode(Content.self, from: Data(finished.output.utf8))
    }

    struct ElementSeen: Decodable {
        var path: String
        var types: [String]
    }

    /// All elements, from `domo ls -r --json`.
    func elements() throws -> [ElementSeen] {
        struct Place: Decodable {
            var elements: [ElementSeen]
            var sectors: [Place]
            var all: [ElementSeen] { elements + sectors.flatMap(\.all) }
        }
        struct Listing: Decodable { var places: [Place] }
        return try decoded(Listing.self, "ls", "-r").places.flatMap(\.all)
    }

    // MARK: The server

    /// - Parameter port: 0 lets the system choose.
    func startSimulator(_ options: [String] = [], port: Int = 0, home: String? = nil) throws {
        let options = [home ?? self.home, "--port", String(port)] + options
        // Between two starts with one port, a connection of another test may have it for a moment.
        try eventually("the simulator on port \(port)") {
            let simulator = try start("domo-sim", options)
            self.simulator = simulator
            do {
                self.port = try simulator.wait(for: "address") { output, _ in
                    guard let line = output.split(separator: "\n").first(where: { $0.hasPrefix("listening on ") })
                    else { return nil }
                    return URL(string: String(line.dropFirst("listening on ".count)))?.port
                }
                return true
            } catch {
                guard port != 0, simulator.errorOutput.contains("Address already in use") else { throw error }
                return false
            }
        }
    }

    /// Kills the server, as in a power cut.
    func killSimulator() throws {
        simulator?.finish()
        simulator = nil
    }

    /// The last hundred signals that the server received: `enable Louver → 204`.
    func signals() throws -> [String] {
        struct Signals: Decodable {
            struct Signal: Decodable {
                var operation: String?
                var name: String?
                var value: String?
                var status: Int?
            }
            var signals: [Signal]
        }
        let body = try get("/signals")
        return try JSONDecoder().decode(Signals.self, from: Data(body.utf8)).signals.map { signal in
            let words = [signal.operation, signal.name, signal.value].compactMap { $0 }.joined(separator: " ")
            return "\(words) → \(signal.status.map(String.init) ?? "nothing")"
        }
    }

    /// Every signal since the start of the server, as printed.
    func signalLines(count: Int) throws -> [String] {
        let simulator = try #require(simulator)
        return try simulator.wait(for: "\(count) signals") { output, _ in
            let lines = output.split(separator: "\n").filter { $0.hasPrefix("POST ") }.map(String.init)
            return lines.count >= count ? lines : nil
        }
    }

    func get(_ path: String) throws -> String {
        let connection = try Connection(port: port)
        try connection.send("GET \(path) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        let answer = try connection.rest()
        let end = try #require(answer.range(of: "\r\n\r\n"), "no head in \(answer)")
        return String(answer[end.upperBound...])
    }

    // MARK: The daemon

    /// Starts the daemon, and returns when it answers.
    func startDaemon(_ options: [String] = []) throws {
        daemon = try startedDaemon(usual + options)
    }

    /// The same with only these options.
    @discardableResult
    func startedDaemon(_ options: [String], environment: [String: String] = [:]) throws -> ChildProcess {
        let daemon = try start("domod", options, environment: environment)
        try adopt(daemon)
        return daemon
    }

    /// Makes a daemon that was just started the one of this household, and returns when it answers.
    func adopt(_ daemon: ChildProcess) throws {
        self.daemon = daemon
        try daemon.wait(for: "socket") { _, errors in errors.contains("listening on ") ? () : nil }
    }

    /// The options that a daemon in this household needs.
    var usual: [String] {
        ["--home", home, "--socket", socket, "--state", state] + (port == 0 ? [] : ["--server", serverURL])
    }

    private struct Status: Decodable {
        struct Server: Decodable {
            var waiting: Int
            var inFlight: Int
        }
        var servers: [Server]
    }

    // MARK: Waiting

    /// The deadline of an order that can't be carried out: by then it was tried at least once, however busy the machine
    /// is, and the test waits until then.
    static let tried = "3s"

    /// Repeats until it holds.
    func eventually(_ what: String, within seconds: Double = 120, _ holds: () throws -> Bool) throws {
        let deadline = ContinuousClock.now + .seconds(seconds)
        while try !holds() {
            guard ContinuousClock.now < deadline else {
                throw KitFault(
                    description: "not within \(seconds) s: \(what)\n\(daemon?.errorOutput ?? "")"
                )
            }
            // What another process does can only be asked for; this leaves it the processor meanwhile.
            poll(nil, 0, 20)
        }
    }

    /// Waits until the daemon reports that a server is unreachable.
    func waitUntilUnreachable() throws {
        try eventually("the loss") { try domo("status", "--check", "-q").status == 69 }
    }

    /// Waits until the daemon reports that all servers are reachable.
    func waitUntilReachable() throws {
        try eventually("the return") { try domo("status", "--check", "-q").status == 0 }
    }

    /// Waits until the daemon has sent an order that is not answered yet.
    func waitForOrdersInFlight() throws {
        try waitForServer("order under way") { $0.inFlight > 0 }
    }

    /// Waits until the daemon has an order that it could not send yet.
    func waitForOrdersWaiting() throws {
        try waitForServer("order waiting") { $0.waiting > 0 }
    }

    private func waitForServer(_ what: String, isThere: (Status.Server) -> Bool) throws {
        try eventually(what) { try ask("status", Status.self).servers.contains(where: isThere) }
    }

    /// Starts `domo watch`, and returns when it receives events.
    func startWatch(_ arguments: [String] = []) throws -> ChildProcess {
        let watch = try start("domo", ["watch"] + arguments)
        try reload { !watch.output.isEmpty }
        return watch
    }

    /// Every watcher gets an event of a reload, which is repeated until the new watcher has seen one.
    func reload(until isSeen: () -> Bool) throws {
        try eventually("an event of the reload") {
            if isSeen() { return true }
            expect(try domo("reload"))
            return isSeen()
        }
    }

    /// Waits until a file exists.
    func waitForFile(_ name: String) throws {
        try eventually("the file \(name)") { folder.holds(name) }
    }

    /// Waits until the daemon's log contains the text.
    func waitForLog(_ text: String, times: Int = 1) throws {
        let daemon = try #require(daemon)
        try daemon.wait(for: "\"\(text)\" in the log") { _, errors in
            errors.components(separatedBy: text).count > times ? () : nil
        }
    }
}

/// Checks the exit status and output of a program, and prints them on failure.
func expect(
    _ finished: Finished,
    status: Int32 = 0,
    output: String? = nil,
    says words: [String] = [],
    sourceLocation: SourceLocation = #_sourceLocation
) {
    #expect(finished.status == status, "\(finished)", sourceLocation: sourceLocation)
    if let output { #expect(finished.output == output, "\(finished)", sourceLocation: sourceLocation) }
    for word in words {
        #expect(
            (finished.output + finished.errors).contains(word),
            "\"\(word)\" is missing\n\(finished)",
            sourceLocation: sourceLocation
        )
    }
}
