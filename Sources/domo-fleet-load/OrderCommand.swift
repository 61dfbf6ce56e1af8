import ArgumentParser
import DomoFleet
import DomoModel
import DomoNATS
import DomoSystem
import NIOCore
import NIOPosix

/// Gives a line to a house, and prints its reply.
struct OrderCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "order",
        abstract: "Give a line to a house over the fleet, and print its reply."
    )

    @OptionGroup var fleet: FleetOptions

    @Option(help: "The house, with a token in the file tokens.")
    var house: String

    @Option(help: "The line, such as: set Luz on.")
    var line: String

    @Option(help: "How long to wait for a house that is not connected yet, in seconds.")
    var patience = 60

    func run() async throws {
        guard let target = try Target.all(fleet, simulated: 0).first(where: { $0.house.text == house }) else {
            throw ValidationError("there is no token of the house \(house) in \(fleet.folder)/tokens")
        }
        let loop = MultiThreadedEventLoopGroup(numberOfThreads: 1).next()
        let settings = try fleet.settings("asker", inbox: "domo.v1.reply.*.\(LoadOrders.asker)")
        let connection = NATSConnection(settings, on: loop) { _ in }
        connection.start()
        let asker = Asker(connection: connection, ledger: try Ledger("/dev/null"), deadline: 10_000)
        for attempt in 1...max(patience * 5, 1) {
            let now = Moment.now().time.milliseconds
            let order = FleetOrder(
                key: "order-\(now)-\(attempt)",
                sent: now,
                deadline: now + 10_000,
                principal: "demo",
                token: target.token,
                line: line
            )
            do throws(NATSFault) {
                let reply = try await asker.send(order, to: target.house)
                // A house that has just connected does not know the time yet, and carries out nothing.
                if Asker.code(of: reply) == "ok" || attempt >= patience * 5 {
                    StandardStream.output.writeLine(String(decoding: reply, as: UTF8.self))
                    break
                }
            } catch {
                guard attempt < patience * 5 else { throw error }
            }
            try await Task.sleep(for: .milliseconds(200))
        }
        await connection.stop()
    }
}
