import ArgumentParser
import DomoClient
import DomoFleet
import DomoModel
import DomoNATS
import DomoSystem
import NIOCore
import NIOPosix

/// Measures orders beside bare requests, and beside orders that domod gets without the fleet, in turn.
struct LatencyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "latency",
        abstract: "Measure orders to a house beside bare requests."
    )

    @OptionGroup var fleet: FleetOptions

    @Option(help: "The house, simulated or with a token in the file tokens.")
    var house: String

    @Option(help: "The number of orders.")
    var count = 1000

    @Option(help: "The pause before each measurement, in milliseconds: domod limits the orders that a token may give.")
    var pause: Int64 = 0

    @Option(help: "The socket of the domod of the house, for orders without the fleet.")
    var socket: String?

    private struct Fault: Error, CustomStringConvertible {
        let description: String
    }

    func run() async throws {
        let simulated = try fleet.houses().count
        let target = try Target.all(fleet, simulated: simulated).first { $0.house.text == house }
        guard let target else { throw ValidationError("there is no house \(house)") }
        let loop = MultiThreadedEventLoopGroup(numberOfThreads: 1).next()
        let settings = try fleet.settings("asker", inbox: "domo.v1.reply.*.\(LoadOrders.asker)")
        let connection = NATSConnection(settings, on: loop) { _ in }
        connection.start()
        let asker = Asker(connection: connection, ledger: try Ledger("/dev/null"), deadline: 10_000)
        var value = UInt64(Moment.now().time.milliseconds) % 1_000_000_000 * 1000
        try await wait(for: asker, target, &value)
        let daemon: DaemonConnection? = if let socket { try await .connect(to: socket, on: loop) } else { nil }
        var (orders, bare, direct): ([Int64], [Int64], [Int64]) = ([], [], [])
        for _ in 0..<count {
            value += 1
            orders.append(try await measure { try await order(value, to: target, asker) })
            bare.append(try await measure { try await echo(connection) })
            if let daemon {
                value += 1
                direct.append(try await measure { _ = try await daemon.ask(line: LoadOrders.line(value)) })
            }
        }
        daemon?.close()
        let text = #"{"order":\#(Self.json(orders)),"bare":\#(Self.json(bare)),"direct":\#(Self.json(direct))}"#
        StandardStream.output.writeLine(text)
        await connection.stop()
    }

    /// The house may have to connect first, and to learn the time.
    private func wait(for asker: Asker, _ target: Target, _ value: inout UInt64) async throws {
        for attempt in 1...300 {
            value += 1
            do {
                try await order(value, to: target, asker)
                return try await echo(asker.connection)
            } catch {
                guard attempt < 300 else { throw error }
                // Until the house takes orders.
                try await Task.sleep(for: .milliseconds(200))
            }
        }
    }

    private func order(_ value: UInt64, to target: Target, _ asker: Asker) async throws {
        let now = Moment.now().time.milliseconds
        let order = FleetOrder(
            key: "load-\(value)",
            sent: now,
            deadline: now + 10_000,
            principal: "load",
            token: target.token,
            line: LoadOrders.line(value)
        )
        let reply = try await asker.send(order, to: target.house)
        guard Asker.code(of: reply) == "ok" else {
            throw Fault(description: "the house refused: \(String(decoding: reply, as: UTF8.self))")
        }
    }

    private func echo(_ connection: NATSConnection) async throws {
        _ = try await connection.request(
            ByteBuffer(repeating: 0x20, count: 256),
            to: EchoService.subject,
            inbox: "domo.v1.reply.\(house).\(LoadOrders.asker)",
            atMost: .seconds(5)
        )
    }

    /// - Returns: microseconds.
    private func measure(_ body: () async throws -> Void) async throws -> Int64 {
        // Before each one: after a pause, all of them are slower.
        if pause > 0 { try await Task.sleep(for: .milliseconds(pause)) }
        let begin = ContinuousClock.now
        try await body()
        let (seconds, part) = (ContinuousClock.now - begin).components
        return seconds * 1_000_000 + part / 1_000_000_000_000
    }

    private static func json(_ times: [Int64]) -> String {
        guard !times.isEmpty else { return "null" }
        let sorted = times.sorted()
        func at(_ share: Double) -> Int64 { sorted[min(Int(Double(sorted.count) * share), sorted.count - 1)] }
        return #"{"p50":\#(at(0.5)),"p99":\#(at(0.99)),"count":\#(sorted.count)}"#
    }
}
