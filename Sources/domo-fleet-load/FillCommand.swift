import ArgumentParser
import DomoFleet
import DomoNATS
import DomoSystem
import NIOCore
import NIOPosix

/// Fills the streams: what does a subject cost there, and how many reports per second are stored?
struct FillCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fill",
        abstract: "Publish a small message for each of many houses."
    )

    @OptionGroup var fleet: FleetOptions

    @Option(help: "The number of messages.")
    var count = 10_000

    @Option(help: "The number of houses that they come from.")
    var houses = 10_000

    @Option(help: "How many wait for their acknowledgement at the same time.")
    var pending = 256

    @Option(help: "The size of a message, in bytes.")
    var size = 100

    private struct Fault: Error, CustomStringConvertible {
        let description: String
    }

    func run() async throws {
        let loop = MultiThreadedEventLoopGroup(numberOfThreads: 1).next()
        let connection = NATSConnection(try fleet.settings("echo", inbox: "bench.fill"), on: loop) { _ in }
        connection.start()
        for _ in 0..<300 where !connection.isConnected {
            // Until it is connected.
            try await Task.sleep(for: .milliseconds(100))
        }
        let payload = ByteBuffer(repeating: UInt8(ascii: "x"), count: size)
        let begin = ContinuousClock.now
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<count {
                if number >= pending { try await group.next() }
                group.addTask { [houses] in
                    guard let house = HouseID(LoadHouse.name(number % houses)) else { return }
                    try await Self.publish(payload, FleetSubjects.report(of: house), connection)
                }
            }
            try await group.waitForAll()
        }
        let (seconds, part) = (ContinuousClock.now - begin).components
        let took = Double(seconds) + Double(part) / 1e18
        StandardStream.output.writeLine(#"{"count":\#(count),"seconds":\#(took)}"#)
        await connection.stop()
    }

    private static func publish(_ payload: ByteBuffer, _ subject: String, _ connection: NATSConnection) async throws {
        for _ in 0..<20 {
            do throws(JetStreamFault) {
                _ = try await JetStream(connection).publish(payload, to: subject, atMost: .seconds(30))
                return
            } catch {
                guard error.isTemporary else { throw error }
                // The stream has no leader, or too much waits.
                try await Task.sleep(for: .milliseconds(200))
            }
        }
        throw Fault(description: "\(subject): not stored")
    }
}
