import ArgumentParser
import DomoBridge
import DomoFleet
import DomoModel
import DomoNATS
import DomoSystem
import Glibc
import NIOCore
import NIOPosix

/// Gives orders to houses at a rate, until its standard input ends. An order without a reply is sent again, as the same
/// one, until its deadline and a little longer.
struct AskCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "ask", abstract: "Give orders to houses.")

    @OptionGroup var fleet: FleetOptions

    @Option(help: "The number of simulated houses that get orders.")
    var count = 0

    @Option(help: "Orders per second.")
    var rate = 20

    @Option(help: "How long an order may take, in milliseconds.")
    var deadline: Int64 = 5000

    func validate() throws {
        guard (1...1000).contains(rate) else { throw ValidationError("use 1 to 1000 orders per second") }
    }

    func run() async throws {
        let targets = try Target.all(fleet, simulated: count)
        guard !targets.isEmpty else { throw ValidationError("there is no house to give orders to") }
        let ledger = try Ledger("\(fleet.folder)/orders")
        let loop = MultiThreadedEventLoopGroup(numberOfThreads: 1).next()
        let settings = try fleet.settings("asker", inbox: "domo.v1.reply.*.\(LoadOrders.asker)")
        let connection = NATSConnection(settings, on: loop) { _ in }
        connection.start()
        let (input, end) = AsyncStream.makeStream(of: Void.self)
        try WorkerThread.start(name: "input") {
            while readLine() != nil {}
            end.finish()
        }
        let asker = Asker(connection: connection, ledger: ledger, deadline: deadline)
        await withDiscardingTaskGroup { group in
            let orders = Task { await giveOrders(asker, targets) }
            group.addTask { await orders.value }
            for await _ in input {}
            orders.cancel()
        }
        await connection.stop()
    }

    /// The last orders are awaited.
    private func giveOrders(_ asker: Asker, _ targets: [Target]) async {
        // Distinct values, also after a restart: all of them are exact as numbers of 64 bits.
        var value = UInt64(Moment.now().time.milliseconds) % 1_000_000_000 * 1000
        await withDiscardingTaskGroup { group in
            let pause = Duration.milliseconds(1000 / Int64(rate))
            while !Task.isCancelled {
                do {
                    try await Task.sleep(for: pause)
                } catch {
                    break
                }
                guard let target = targets.randomElement() else { break }
                value += 1
                group.addTask { [value] in await Task { await asker.give(value, to: target) }.value }
            }
        }
    }
}

/// A house that gets orders, and a token of it.
struct Target: Sendable {
    var house: HouseID
    var token: Secret

    /// Simulated houses, and those in the file `tokens`, `HOUSE TOKEN` in each line.
    static func all(_ fleet: FleetOptions, simulated count: Int) throws -> [Target] {
        let simulated = try fleet.houses().prefix(count).map { Target(house: $0.house, token: Secret("load")) }
        guard FileBytes.isThere("\(fleet.folder)/tokens") else { return simulated }
        let real = try fleet.lines(of: "tokens").compactMap { line -> Target? in
            let words = line.split(separator: " ")
            guard words.count == 2, let house = HouseID(words[0]) else { return nil }
            return Target(house: house, token: Secret(String(words[1])))
        }
        return simulated + real
    }
}
