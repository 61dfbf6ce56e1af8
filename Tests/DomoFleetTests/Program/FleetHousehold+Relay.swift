import DomoBridge
import DomoClient
import DomoTestKit
import NIOCore
import Synchronization

@testable import DomoFleet

// A program that asks the house.

extension FleetHousehold {
    func startCaller() async throws -> FleetCaller {
        let settings = try asker.settings(name: "relay")
        let caller = FleetCaller(settings, asker: "relay1", on: Self.loop) { _ in }
        caller.start()
        try await eventually("a connection to NATS") { caller.isConnected }
        return caller
    }

    func relay(
        over caller: FleetCaller,
        token: Secret? = nil,
        exchange: HouseRelay.Exchange? = nil
    ) async throws -> HouseRelay {
        try await HouseRelay.listen(
            house,
            in: "\(folder.path)/relay",
            over: caller,
            principal: "relay1",
            token: token,
            exchange: exchange
        )
    }
}

extension HouseRelay {
    func connect(events: Events = Events()) async throws -> DaemonConnection {
        try await DaemonConnection.connect(to: path, on: FleetHousehold.loop) { events.add(String(buffer: $0)) }
    }
}

extension DaemonConnection {
    func reply(to line: String) async throws -> String { String(buffer: try await ask(line: line)) }

    /// The house refuses orders that were sent before it started.
    func waitUntilOrdersAreTaken(_ line: String = "set Luz off") async throws {
        try await eventually("an order that is carried out") { try await reply(to: line).hasPrefix(#"{"ok":"#) }
    }
}

/// What a connection that watches has received.
final class Events: Sendable {
    private let lines = Mutex<[String]>([])

    func add(_ line: String) { lines.withLock { $0.append(line) } }
    var all: [String] { lines.withLock { $0 } }
    func has(_ texts: String...) -> Bool { all.contains { line in texts.allSatisfy { line.contains($0) } } }
}
