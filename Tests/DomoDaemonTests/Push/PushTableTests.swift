import DomoLanguage
import DomoModel
import DomoTestKit
import FoundationEssentials
import Testing

@testable import DomoDaemon

/// The subscriptions of browsers, and their file.
struct PushTableTests {
    private static let key = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
    private static let secret = "BTBZMqHH6r4Tts7J_aSIgg"
    private static let time = Timestamp(milliseconds: 1_790_000_000_000)

    private static func subscription(_ name: String) -> PushSubscription {
        PushSubscription(endpoint: "https://push.example/\(name)", p256dh: key, auth: secret)
    }

    private static func table(_ names: [String], of token: UInt64 = 1) -> PushTable {
        var table = PushTable()
        for name in names { _ = table.add(subscription(name), of: token, at: time) }
        return table
    }

    private static func endpoints(_ table: PushTable) -> [String] {
        table.entries.map { String($0.subscription.endpoint.dropFirst("https://push.example/".count)) }
    }

    @Test func oldestOfATokenGivesWay() {
        var table = Self.table(["1", "2", "3", "4", "5"])
        let change1 = table.add(Self.subscription("x"), of: 2, at: Self.time)
        #expect(change1)
        let change2 = table.add(Self.subscription("6"), of: 1, at: Self.time)
        #expect(change2)
        #expect(Self.endpoints(table) == ["2", "3", "4", "5", "x", "6"])
    }

    @Test func sameSubscriptionChangesNothing() {
        var table = Self.table(["1"])
        let change3 = table.add(Self.subscription("1"), of: 1, at: Self.time.advanced(by: .seconds(9)))
        #expect(!change3)
        #expect(table == Self.table(["1"]))
    }

    @Test func browserBelongsToWhoSignedInLast() {
        var table = Self.table(["1", "2"])
        let change4 = table.add(Self.subscription("1"), of: 7, at: Self.time)
        #expect(change4)
        #expect(table.entries.map(\.token) == [1, 7])
        // What a push service says of the earlier one does not end this one.
        #expect(table.entries.map(\.id) == [2, 3])
    }

    @Test func numberIsNeverGivenAgain() throws {
        var table = Self.table(["1", "2"])
        let change5 = table.remove { $0.id == 2 }
        #expect(change5)
        let change6 = table.remove { $0.id == 2 }
        #expect(!change6)
        let folder = try TemporaryFolder()
        let file = PushFile(folder: folder.path)
        try file.write(table)
        table = file.read { Issue.record("\($0)") }
        let change7 = table.add(Self.subscription("3"), of: 1, at: Self.time)
        #expect(change7)
        #expect(table.entries.map(\.id) == [1, 3])
    }

    @Test func fileKeepsEverything() throws {
        let folder = try TemporaryFolder()
        let file = PushFile(folder: folder.path)
        var table = Self.table(["1", "\"x'"])
        _ = table.add(Self.subscription("2"), of: 9, at: Self.time)
        try file.write(table)
        #expect(file.read { Issue.record("\($0)") } == table)
        let mode = try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int
        #expect(mode == 0o600)
    }

    @Test func damagedLineIsReported() throws {
        let folder = try TemporaryFolder()
        let file = PushFile(folder: folder.path)
        #expect(file.read { Issue.record("\($0)") } == PushTable())
        try file.write(Self.table(["1", "2", "3"]))
        let text = try String(contentsOfFile: file.path, encoding: .utf8)
        try text.replacing("https://push.example/2", with: "http://push.example/2")
            .write(toFile: file.path, atomically: true, encoding: .utf8)
        var warnings: [String] = []
        #expect(Self.endpoints(file.read { warnings.append($0) }) == ["1", "3"])
        #expect(warnings.count == 2 && warnings[0].contains(":3: can't be read"))
        #expect(warnings.last?.hasSuffix("; a copy of it is \(file.path).damaged") == true)
        try "something else\n".write(toFile: file.path, atomically: true, encoding: .utf8)
        // Numbers that were given are not given again.
        let empty = file.read { warnings.append($0) }
        #expect(empty.entries.isEmpty && empty.nextID > 1_000_000_000_000)
        #expect(warnings.count == 3)
    }
}
