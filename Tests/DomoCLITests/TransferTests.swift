import DomoLanguage
import FoundationEssentials
import Glibc
import Synchronization
import Testing

@testable import DomoCLI

/// `backup` and `restore` against a daemon that follows the steps, or doesn't.
@Suite struct TransferTests {
    /// A wrong behaviour of the daemon.
    enum Lie: CaseIterable {
        case shortData, longData, noData, badBase64, wrongToken, otherLength, hangsUp, faults, noDatabase, tooSmall
    }

    static let database = Transfer.magic + (0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }

    private static func line(_ reply: Reply) -> String? {
        var json = JSONWriter()
        json.value(reply)
        json.newline()
        return String(decoding: json.bytes, as: UTF8.self)
    }

    /// Serves `database` in parts of 45,000 bytes; lies about the second part.
    private static func backup(_ lie: Lie? = nil) -> FakeDaemon {
        FakeDaemon { line in
            let words = line.split(separator: " ")
            switch words[1] {
            case "begin":
                return Self.line(.transfer(.init(token: "t", bytes: lie == .tooSmall ? 7 : database.count)))
            case "read":
                guard words[2] == "t", let offset = Int(words[3]) else { return nil }
                var part = Array(database[offset...].prefix(45_000))
                var report = TransferReport(token: "t", bytes: database.count)
                if offset == 0, lie == .noDatabase { part[0] = 0 }
                if offset > 0 {
                    switch lie {
                    case .longData: part += Array(database.prefix(45_000))
                    case .shortData, .noData: part = []
                    case .wrongToken: report.token = "u"
                    case .otherLength: report.bytes = 7
                    case .hangsUp: return nil
                    case .faults: return Self.line(.fault(Fault(.noHistory, "the disk is gone")))
                    default: break
                    }
                }
                report.data = Data(part).base64EncodedString()
                if offset > 0, lie == .badBase64 { report.data = "*" }
                if offset > 0, lie == .noData { report.data = nil }
                return Self.line(.transfer(report))
            default:
                return Self.line(.transfer(.init(token: "t", bytes: database.count)))
            }
        }
    }

    @Test func backupIsCompleteAndPrivate() throws {
        let folder = TestFolder()
        let daemon = Self.backup()
        let file = folder.path + "/b.db"
        #expect(DomoCommand.run(["backup", file, "--socket", daemon.path]) == .done)
        #expect(try folder.read("b.db") == Self.database)
        #expect(folder.names == ["b.db"])
        var status = stat()
        #expect(stat(file, &status) == 0)
        #expect(status.st_mode & 0o777 == 0o600)
    }

    @Test(arguments: Lie.allCases)
    func brokenBackupLeavesNoFile(lie: Lie) {
        let folder = TestFolder()
        let daemon = Self.backup(lie)
        #expect(DomoCommand.run(["backup", folder.path + "/b.db", "--socket", daemon.path]) == .unreachable)
        #expect(folder.names == [])
    }

    @Test(arguments: [Lie.hangsUp, .shortData])
    func brokenBackupKeepsTheOldFile(lie: Lie) throws {
        let folder = TestFolder()
        try folder.write("b.db", [1, 2, 3])
        let daemon = Self.backup(lie)
        #expect(DomoCommand.run(["backup", folder.path + "/b.db", "--force", "--socket", daemon.path]) == .unreachable)
        #expect(folder.names == ["b.db"])
        #expect(try folder.read("b.db") == [1, 2, 3])
    }

    @Test func existingFileIsReplacedOnlyWithForce() throws {
        let folder = TestFolder()
        try folder.write("b.db", [1, 2, 3])
        let daemon = Self.backup()
        let arguments = ["backup", folder.path + "/b.db", "--socket", daemon.path]
        #expect(DomoCommand.run(arguments) == .usage)
        #expect(try folder.read("b.db") == [1, 2, 3])
        #expect(DomoCommand.run(arguments + ["--force"]) == .done)
        #expect(try folder.read("b.db") == Self.database)
        #expect(folder.names == ["b.db"])
    }

    @Test func partialFileOfABrokenBackupIsReused() throws {
        let folder = TestFolder()
        try folder.write("b.db.part", Array(repeating: 1, count: 200_000))
        let daemon = Self.backup()
        #expect(DomoCommand.run(["backup", folder.path + "/b.db", "--socket", daemon.path]) == .done)
        #expect(try folder.read("b.db") == Self.database)
        #expect(folder.names == ["b.db"])
    }

    @Test func twoBackupsDoNotWriteOneFile() throws {
        let folder = TestFolder()
        let first = try NewFile(path: folder.path + "/b.db", replacesOld: false)
        let fault = #expect(throws: Fault.self) { try NewFile(path: folder.path + "/b.db", replacesOld: false) }
        #expect(fault?.code == .busy)
        #expect(folder.names == ["b.db.part"])
        try [1, 2].withUnsafeBytes { bytes in try first.write(bytes) }
        try first.finish()
        #expect(folder.names == ["b.db"])
    }

    @Test func linkAtTheTargetIsNotFollowed() throws {
        let folder = TestFolder()
        try folder.write("precious", [1])
        #expect(symlink(folder.path + "/precious", folder.path + "/b.db.part") == 0)
        let link = #expect(throws: Fault.self) { try NewFile(path: folder.path + "/b.db", replacesOld: true) }
        #expect(link?.code == .badRequest && link?.message.contains("b.db.part") == true, "\(link?.message ?? "")")
        #expect(mkfifo(folder.path + "/c.part", 0o600) == 0)
        let pipe = #expect(throws: Fault.self) { try NewFile(path: folder.path + "/c", replacesOld: true) }
        #expect(pipe?.code == .badRequest && pipe?.message.contains("c.part") == true, "\(pipe?.message ?? "")")
        #expect(try folder.read("precious") == [1])
        #expect(folder.names == ["b.db.part", "c.part", "precious"])
    }

    @Test func backupIsCompleteEvenIfTheDaemonKeepsItsCopy() throws {
        let daemon = FakeDaemon { line in
            line.hasPrefix("backup end")
                ? nil
                : Self.line(
                    .transfer(
                        .init(
                            token: "t",
                            bytes: 16,
                            data: line.hasPrefix("backup read") ? Data(Transfer.magic).base64EncodedString() : nil
                        )
                    )
                )
        }
        var bytes: [UInt8] = []
        let result = try Backup(client: try ControlClient(socket: [daemon.path])).run { bytes += Array($0) }
        #expect(bytes == Transfer.magic)
        #expect(result.leftover == .hungUp)
    }

    @Test func progressIsShownForLongTransfers() {
        let written = Mutex<[String]>([])
        var large = Progress("sent", of: 10 << 20) { text in written.withLock { $0.append(text) } }
        for bytes in stride(from: 1 << 20, through: 10 << 20, by: 100_000) { large.advance(to: bytes) }
        large.end()
        let texts = written.withLock { $0 }
        #expect(texts.first == "\rsent 1 MiB of 10 MiB, 10 %\u{1B}[K")
        #expect(texts.last == "\r\u{1B}[K")
        #expect(texts.count <= 92)
        var small = Progress("sent", of: 1 << 20) { text in written.withLock { $0.append(text) } }
        small.advance(to: 1000)
        small.end()
        #expect(written.withLock { $0.count } == texts.count)
    }

    // MARK: - Restore

    /// Accepts the parts, and gives a wrong answer to one step.
    private static func restore(_ received: Received, breakAt step: String = "", answer: String? = nil) -> FakeDaemon {
        FakeDaemon { line in
            let words = line.split(separator: " ").map(String.init)
            if words[1] == step { return answer.map { $0 + "\n" } }
            switch words[1] {
            case "write":
                guard words[2] == "t", let offset = Int(words[3]), let data = Data(base64Encoded: words[4]) else {
                    return nil
                }
                return received.bytes.withLock { bytes in
                    guard offset == bytes.count else { return nil }
                    bytes += Array(data)
                    return Self.line(.transfer(.init(token: "t", bytes: bytes.count)))
                }
            case "end":
                return Self.line(.transfer(.init(token: "t", bytes: database.count, kept: "/var/lib/domo/old.db")))
            default:
                return Self.line(.transfer(.init(token: "t", bytes: 0)))
            }
        }
    }

    private final class Received: Sendable {
        let bytes = Mutex<[UInt8]>([])
    }

    @Test func restoreSendsTheWholeFile() throws {
        let folder = TestFolder()
        try folder.write("b", Self.database)
        let received = Received()
        let daemon = Self.restore(received)
        #expect(DomoCommand.run(["restore", folder.path + "/b", "--yes", "--socket", daemon.path]) == .done)
        #expect(received.bytes.withLock { $0 } == Self.database)
        let other = Self.restore(Received())
        let restore = Restore(
            client: try ControlClient(socket: [other.path]),
            file: try DatabaseFile(path: folder.path + "/b")
        )
        #expect(throws: Never.self) { try restore.run() }
        #expect(
            Rendering(style: .plain).restored(
                file: "b\u{1B}",
                .init(token: "t", bytes: 1, kept: "/old")
            ) == """
                restored readings and orders from b\u{FFFD}
                the old database is kept as /old

                """
        )
    }

    @Test(
        arguments: [
            ("begin", nil, .unreachable), ("write", nil, .unreachable), ("end", nil, .unreachable),
            ("write", #"{"ok":{"token":"u","bytes":45000}}"#, .unreachable),
            ("write", #"{"ok":{"token":"t","bytes":44999}}"#, .unreachable), ("write", #"{"ok":{}}"#, .unreachable),
            ("end", #"{"error":{"code":"bad-database","message":"it is damaged"}}"#, .badData),
            ("begin", #"{"error":{"code":"no-history","message":"m"}}"#, .unreachable),
            ("begin", #"{"error":{"code":"not-allowed","message":"m"}}"#, .notAllowed),
        ] as [(String, String?, DomoLanguage.ExitStatus)]
    )
    func brokenRestoreIsReported(step: String, answer: String?, status: DomoLanguage.ExitStatus) throws {
        let folder = TestFolder()
        try folder.write("b", Self.database)
        let daemon = Self.restore(Received(), breakAt: step, answer: answer)
        #expect(DomoCommand.run(["restore", folder.path + "/b", "--yes", "--socket", daemon.path]) == status)
    }

    @Test func fileThatIsNotADatabaseIsNotSent() throws {
        let folder = TestFolder()
        try folder.write("text", Array("SQLite format 4\0 and more".utf8))
        try folder.write("short", Array(Transfer.magic.dropLast()))
        try folder.write("empty", [])
        #expect(mkfifo(folder.path + "/pipe", 0o600) == 0)
        let daemon = FakeDaemon { _ in
            Issue.record("the daemon was asked")
            return nil
        }
        for name in ["text", "short", "empty", "pipe", ""] {
            let arguments = ["restore", folder.path + "/" + name, "--yes", "--socket", daemon.path]
            #expect(DomoCommand.run(arguments) == .badData, "\(name)")
        }
        #expect(DomoCommand.run(["restore", folder.path + "/none", "--yes", "--socket", daemon.path]) == .noSuchFile)
    }

    @Test func fileThatShrinksWhileItIsReadIsNotSent() throws {
        let folder = TestFolder()
        try folder.write("b", Self.database)
        let file = folder.path + "/b"
        let received = { @Sendable (line: String) in
            let words = line.split(separator: " ")
            return words.count == 5 ? (Int(words[3]) ?? 0) + (Data(base64Encoded: String(words[4]))?.count ?? 0) : 0
        }
        let daemon = FakeDaemon { line in
            if line.hasPrefix("restore write") { truncate(file, 50_000) }
            if line.hasPrefix("restore end") { Issue.record("half a database was sent") }
            return Self.line(.transfer(.init(token: "t", bytes: received(line))))
        }
        #expect(DomoCommand.run(["restore", folder.path + "/b", "--yes", "--socket", daemon.path]) == .badData)
    }

    @Test(arguments: [("y", true), ("YES ", true), ("", false), ("n", false), ("yesterday", false), (nil, false)])
    func onlyAYesIsAYes(answer: String?, isYes: Bool) {
        #expect(RestoreVerb.isYes(answer) == isYes)
    }

    @Test func restoreNeedsConfirmation() throws {
        #expect(try RestoreVerb.mustAsk(yes: false, isTerminal: true))
        #expect(try !RestoreVerb.mustAsk(yes: true, isTerminal: true))
        #expect(try !RestoreVerb.mustAsk(yes: true, isTerminal: false))
        let fault = #expect(throws: Fault.self) { try RestoreVerb.mustAsk(yes: false, isTerminal: false) }
        #expect(fault?.code == .badRequest)
        #expect(fault?.hint?.contains("--yes") == true)
    }
}
