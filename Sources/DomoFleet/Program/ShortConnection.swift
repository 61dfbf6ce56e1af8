public import DomoNATS
public import NIOCore
public import NIOPosix

/// A connection for one task of a command.
public enum ShortConnection {
    private static let limit: TimeAmount = .seconds(60)

    public struct Fault: Error, Equatable, CustomStringConvertible {
        public let description: String
    }

    /// Connects, runs the body, and ends the connection.
    ///
    /// - Parameter hint: what to do if the server refuses an operation.
    /// - Throws: if there is no connection within a minute, the fleet refuses the credentials, or the server refuses an
    ///   operation; and what the body throws.
    public static func use<Result: Sendable>(
        _ settings: NATSSettings,
        on eventLoop: any EventLoop = MultiThreadedEventLoopGroup.singleton.next(),
        hint: String? = nil,
        _ body: @escaping @Sendable (NATSConnection) async throws -> Result
    ) async throws -> Result {
        let (events, continuation) = AsyncStream.makeStream(of: NATSEvent.self, bufferingPolicy: .bufferingNewest(16))
        let connection = NATSConnection(settings, on: eventLoop) { continuation.yield($0) }
        connection.start()
        let timer = eventLoop.scheduleTask(in: limit) { continuation.finish() }
        let result: Swift.Result<Result, any Error>
        do {
            try await wait(for: events)
            timer.cancel()
            result = .success(try await run(body, connection, events, hint))
        } catch {
            timer.cancel()
            result = .failure(error)
        }
        await connection.stop()
        return try result.get()
    }

    private static func wait(for events: AsyncStream<NATSEvent>) async throws(Fault) {
        var last = "no server answered within a minute"
        for await event in events {
            switch event {
            case .connected: return
            case .disconnected(let reason, _): last = reason
            case .refused(let reason, _): throw Fault(description: "refused by the fleet: \(reason)")
            case .lameDuck, .warning: break
            }
        }
        throw Fault(description: "can't connect to the fleet: \(last)")
    }

    /// Servers do not answer what a user may not ask, and report that as an event.
    private static func run<Result: Sendable>(
        _ body: @escaping @Sendable (NATSConnection) async throws -> Result,
        _ connection: NATSConnection,
        _ events: AsyncStream<NATSEvent>,
        _ hint: String?
    ) async throws -> Result {
        try await withThrowingTaskGroup(of: Result?.self) { group in
            group.addTask { try await body(connection) }
            group.addTask {
                for await case .warning(let text) in events {
                    throw Fault(description: [text, hint].compactMap(\.self).joined(separator: "; "))
                }
                return nil
            }
            defer { group.cancelAll() }
            while let result = try await group.next() {
                if let result { return result }
            }
            throw CancellationError()
        }
    }
}
