import DomoModel
import DomoTestKit
import Foundation
import Testing

/// The daemon is killed repeatedly, after random numbers of replies, while clients give orders.
@Suite(.waits) struct CrashTests {
    /// The number of kills; `DOMO_CRASHES` overrides it.
    private static let crashes = ProcessInfo.processInfo.environment["DOMO_CRASHES"].flatMap { Int($0) } ?? 100
    /// The same seed kills after the same numbers of replies; `DOMO_CRASH_SEED` overrides it.
    private static let seed = ProcessInfo.processInfo.environment["DOMO_CRASH_SEED"].flatMap { UInt64($0) } ?? 1
    private static let people = 4
    private static let elements = 8

    @Test func nothingAcknowledgedIsMissingAndNothingIsSentAgain() throws {
        let home = Household.oneHouse(
            (1...Self.elements).map { "<Dispositivo><Nombre>Text\($0)</Nombre><Tipo>4</Tipo></Dispositivo>" }.joined()
        )
        try Household.with { household in
            try household.folder.write("home.xml", home)
            try household.startSimulator()
            var random = SplitMix64(seed: Self.seed)
            var receipts: [Receipt] = []
            for life in 1...Self.crashes {
                receipts += try Self.live(household, life: life, random: &random)
            }
            // Many runs were long enough for orders.
            #expect(Set(receipts.map(\.life)).count >= Self.crashes / 4)

            try household.startDaemon()
            let memory = try household.memory()
            #expect(memory.state == "working")
            #expect(memory.warnings.isEmpty, "\(memory)")
            let orders = try Self.ordersKept(by: household)
            try Self.check(receipts, orders)
            // The server prints requests in order: nothing after this line counts.
            try household.atTheWall("Text1", "end")
            let printed = try household.simulator?.wait(for: "the end of the signals") { output, _ in
                output.contains("\nWALL ") ? output : nil
            }
            let lines = try #require(printed).split(separator: "\n").filter { $0.hasPrefix("POST ") }.map(String.init)
            try Self.check(lines, receipts, orders)
            try household.stopDaemon()
            #expect(try Household.integrity(of: household.database) == "ok")
        }
    }

    /// The daemon's reply to an order: it is stored, with this result.
    private struct Receipt {
        var life: Int
        var id: Int
        var text: String
        var outcome: String
        var attempts: Int
    }

    // MARK: One life

    /// Starts the daemon, lets clients give orders, and kills it.
    /// - Returns: its replies before that.
    private static func live(_ household: Household, life: Int, random: inout SplitMix64) throws -> [Receipt] {
        // Some runs end shortly after the start.
        if random.next() % 5 == 0 {
            let daemon = try household.start("domod", household.usual)
            _ = daemon.staysRunning(for: Double(random.next() % 150) / 1000)
            daemon.finish()
            return []
        }
        try household.startDaemon()
        let group = DispatchGroup()
        let replies = Replies()
        let all = (1...people).map { Person(household: household, life: life, number: $0, replies) }
        for person in all {
            group.enter()
            Thread.detachNewThread {
                person.giveOrders()
                group.leave()
            }
        }
        try replies.wait(for: Int(random.next() % 400))
        household.daemon?.finish()
        try #require(group.wait(timeout: .now() + 60) == .success, "somebody waits for a dead daemon")
        return all.flatMap(\.receipts)
    }

    /// The number of replies to all clients.
    private final class Replies: @unchecked Sendable {
        // Sendable because `count` is protected by `condition`.
        private let condition = NSCondition()
        private var count = 0

        func add() {
            condition.lock()
            defer { condition.unlock() }
            count += 1
            condition.broadcast()
        }

        func wait(for number: Int) throws {
            let deadline = Date(timeIntervalSinceNow: 60)
            condition.lock()
            defer { condition.unlock() }
            while count < number {
                guard condition.wait(until: deadline) else {
                    throw KitFault(description: "\(count) of \(number) replies")
                }
            }
        }
    }

    /// A client that gives many orders at a time until nobody answers any more.
    private final class Person: @unchecked Sendable {
        // Sendable because only its thread uses it until that has ended.

        private static let atOnce = 10

        private let household: Household
        private let life: Int
        private let number: Int
        private let replies: Replies
        private(set) var receipts: [Receipt] = []

        init(household: Household, life: Int, number: Int, _ replies: Replies) {
            self.replies = replies
            self.household = household
            self.life = life
            self.number = number
        }

        func giveOrders() {
            do {
                let connection = try Connection(socket: household.socket)
                for round in 0... {
                    let orders = (0..<Self.atOnce).map { place in
                        let count = round * Self.atOnce + place
                        // All orders are different, so that each can be found in the server's log.
                        let text = "life-\(life)-person-\(number)-order-\(count)"
                        let wait = count % 4 == 3 ? "--wait none " : ""
                        return (text: text, line: "set \(wait)Text\(count % elements + 1) \(text)\n")
                    }
                    try connection.send(orders.map(\.line).joined())
                    for order in orders {
                        guard let line = try connection.line() else { return }
                        record(line, of: order.text)
                        replies.add()
                    }
                }
            } catch {
                // The daemon was killed.
            }
        }

        private func record(_ line: String, of text: String) {
            struct Answer: Decodable { var ok: Household.ReceiptSeen }
            do {
                let receipt = try JSONDecoder().decode(Answer.self, from: Data(line.utf8)).ok
                guard receipt.stored != false else { return }
                receipts.append(
                    Receipt(
                        life: life,
                        id: receipt.id,
                        text: text,
                        outcome: receipt.outcome,
                        attempts: receipt.attempts
                    )
                )
            } catch {
                Issue.record("\(text) was answered with \(line)")
            }
        }
    }

    // MARK: What is left

    private static func ordersKept(by household: Household) throws -> [Int: Household.OrderSeen] {
        struct Record: Decodable { var order: Household.OrderSeen? }
        var orders: [Int: Household.OrderSeen] = [:]
        let export = try household.run("domo", ["export"])
        expect(export)
        for line in export.output.split(separator: "\n") {
            guard let order = try JSONDecoder().decode(Record.self, from: Data(line.utf8)).order else { continue }
            #expect(orders.updateValue(order, forKey: order.id) == nil, "two orders have the number \(order.id)")
        }
        return orders
    }

    private static func check(_ receipts: [Receipt], _ orders: [Int: Household.OrderSeen]) throws {
        var lost: [Receipt] = []
        var otherwise: [(Receipt, Household.OrderSeen)] = []
        for receipt in receipts {
            guard let order = orders[receipt.id], order.action == receipt.text else {
                lost.append(receipt)
                continue
            }
            if receipt.outcome == "accepted", order.stage != "accepted" { otherwise.append((receipt, order)) }
        }
        #expect(lost.count == 0, "\(lost.count) of \(receipts.count) are missing, such as \(lost.prefix(1))")
        #expect(otherwise.count == 0, "\(otherwise.count) became something else, such as \(otherwise.prefix(1))")
        // Orders pending in an earlier run ended with it.
        let open = orders.values.filter { ["requested", "sent"].contains($0.stage) }
        #expect(open.count == 0, "\(open.count) are still open, such as \(open.prefix(1))")
    }

    private static func check(
        _ lines: [String],
        _ receipts: [Receipt],
        _ orders: [Int: Household.OrderSeen]
    ) throws {
        var sent: [Substring: Int] = [:]
        var life = 0
        var late: [String] = []
        for line in lines {
            let text = try #require(line.split(separator: " ").first { $0.hasPrefix("value=") }).dropFirst(6)
            sent[text, default: 0] += 1
            let own = try #require(Int(text.split(separator: "-")[1]))
            if own < life { late.append(line) }
            life = max(life, own)
        }
        #expect(late.count == 0, "\(late.count) were sent in a later life, such as \(late.prefix(1))")
        // The server accepts each at once, so none is sent twice.
        let twice = sent.filter { $0.value > 1 }
        #expect(twice.count == 0, "\(twice.count) were sent again, such as \(twice.prefix(1))")
        let uncounted = receipts.filter { receipt in
            let count = sent[receipt.text[...], default: 0]
            return receipt.outcome == "accepted"
                && !(count >= 1 && count <= receipt.attempts && orders[receipt.id]?.attempts.count == receipt.attempts)
        }
        #expect(
            uncounted.count == 0,
            "\(uncounted.count) were sent differently than reported, such as \(uncounted.prefix(1))"
        )
    }
}
