import DomoBridge
import DomoLanguage
import DomoModel
import DomoTestKit
import Synchronization
import Testing

@testable import DomoNotify

/// What is known of deliveries after a restart.
struct DeliveryLedgerTests {
    private static let silent = Log(program: "domo-notify") { _ in }

    @Test func outcomesSurviveARestart() throws {
        let folder = try TemporaryFolder()
        let path = "\(folder.path)/deliveries"
        let first = DeliveryLedger(path: path, log: Self.silent)
        first.noteBegun(1)
        first.noteBegun(2)
        first.note(DeliveryReport(id: 1, outcome: .sent))
        first.note(DeliveryReport(id: 3, outcome: .failed, message: "x"))
        let second = DeliveryLedger(path: path, log: Self.silent)
        #expect(second.entry(1) == .reported(DeliveryReport(id: 1, outcome: .sent)))
        #expect(second.entry(2) == .begun)
        #expect(second.entry(3) == .reported(DeliveryReport(id: 3, outcome: .failed)))
        #expect(second.entry(4) == nil)
    }

    /// An attempt that has certainly sent nothing does not count.
    @Test func whatWasNotSentIsTriedAgainAfterARestart() throws {
        let folder = try TemporaryFolder()
        let path = "\(folder.path)/deliveries"
        let first = DeliveryLedger(path: path, log: Self.silent)
        first.noteBegun(1)
        first.noteUnsent(1)
        first.noteBegun(2)
        first.noteUnsent(2)
        first.noteBegun(2)
        let second = DeliveryLedger(path: path, log: Self.silent)
        #expect(second.entry(1) == nil)
        #expect(second.entry(2) == .begun)
    }

    /// A daemon that lost its state folder begins its numbers anew: its messages are others.
    @Test func numberOfAnotherNoticeIsNew() throws {
        let folder = try TemporaryFolder()
        let path = "\(folder.path)/deliveries"
        func delivery(_ time: Int64) -> Delivery {
            let time = Timestamp(milliseconds: time)
            return Delivery(
                id: 1,
                target: "ana",
                reason: .raised,
                notice: 1,
                text: "",
                isUrgent: false,
                time: time,
                deadline: time
            )
        }
        let first = DeliveryLedger(path: path, log: Self.silent)
        #expect(first.entry(of: delivery(1000)) == nil)
        first.noteBegun(1)
        #expect(first.entry(of: delivery(1000)) == .begun)
        let second = DeliveryLedger(path: path, log: Self.silent)
        #expect(second.entry(of: delivery(1000)) == .begun)
        #expect(second.entry(of: delivery(2000)) == nil)
    }

    @Test func fileStaysSmall() throws {
        let folder = try TemporaryFolder()
        let path = "\(folder.path)/deliveries"
        let ledger = DeliveryLedger(path: path, log: Self.silent)
        for id in 1...5000 { ledger.note(DeliveryReport(id: UInt64(id), outcome: .sent)) }
        let again = DeliveryLedger(path: path, log: Self.silent)
        #expect(again.entry(5000) != nil && again.entry(1) == nil)
    }

    @Test func damagedFileIsRead() throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("deliveries", "1 sent 0\nnonsense\n2 sent 0 extra\n3\n4 bogus 0\n5 unkn 0\n6 begun")
        let ledger = DeliveryLedger(path: path, log: Self.silent)
        #expect(ledger.entry(1) == .reported(DeliveryReport(id: 1, outcome: .sent)))
        #expect(ledger.entry(2) == nil && ledger.entry(3) == nil)
        // What can't be read was begun: it is not sent again.
        #expect(ledger.entry(4) == .begun && ledger.entry(5) == .begun)
    }

    @Test func folderThatIsGoneIsAWarningOnce() throws {
        let count = Mutex(0)
        let log = Log(program: "domo-notify") { _ in count.withLock { $0 += 1 } }
        let ledger = DeliveryLedger(path: "/nonexistent/deliveries", log: log)
        ledger.noteBegun(1)
        ledger.noteBegun(2)
        #expect(ledger.entry(2) == .begun)
        #expect(count.withLock { $0 } == 1)
    }

    @Test func logIsOneLineEach() {
        let lines = Mutex<[String]>([])
        Log(program: "domo-notify") { line in lines.withLock { $0.append(line) } }.warning("a\nb\u{2028}c\u{1b}[31m")
        #expect(lines.withLock { $0 } == ["domo-notify: a b c [31m"])
    }
}
