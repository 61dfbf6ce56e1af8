import DomoLanguage
import DomoModel
import Glibc
import Testing

@testable import DomoCLI

/// What `domo restore` accepts of an archive, and what it does with it.
@Suite struct ArchiveMemberTests {
    private let folder = TestFolder()

    private func archive(_ members: [(name: String, content: String)], type: Character = "0") throws -> String {
        var bytes: [UInt8] = []
        for (name, content) in members {
            var header = TarHeader(name: name, size: content.utf8.count, mode: 0o640, time: 1_700_000_000).bytes
            header[156] = type.asciiValue!
            bytes += Self.summed(header) + Array(content.utf8) + TarHeader.padding(after: content.utf8.count)
        }
        try folder.write("a.tar", bytes + TarHeader.end)
        return folder.path + "/a.tar"
    }

    private static func summed(_ header: [UInt8]) -> [UInt8] {
        var header = header
        for index in 148..<156 { header[index] = UInt8(ascii: " ") }
        let sum = String(header.reduce(0) { $0 + Int($1) }, radix: 8)
        let digits = Array((String(repeating: "0", count: 6 - sum.count) + sum).utf8) + [0]
        for (index, byte) in digits.enumerated() { header[148 + index] = byte }
        return header
    }

    private static func label(whole: Bool = true) -> (name: String, content: String) {
        let label = ArchiveLabel(
            version: "1",
            time: "",
            configuration: nil,
            state: nil,
            isWhole: whole,
            hasSecrets: false
        )
        return (ArchiveLabel.name, label.text)
    }

    private var places: RestorePlaces {
        RestorePlaces(configuration: folder.path + "/etc/domo/domod.yaml", state: folder.path + "/state")
    }

    private func restore(_ members: [(name: String, content: String)]) throws -> FileRestore.Report {
        try FileRestore(Archive(path: archive(members)), places: places).run()
    }

    private func text(_ path: String) -> String? {
        guard let file = fopen("\(folder.path)/\(path)", "r") else { return nil }
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = fread(&bytes, 1, bytes.count, file)
        return String(decoding: bytes[..<count], as: UTF8.self)
    }

    // MARK: - What is refused

    @Test(arguments: [
        "../etc/passwd", "/etc/passwd", "configuration/../../x", "configuration//x", "configuration/./x", "a/",
    ])
    func nameThatLeadsElsewhereIsRefused(name: String) throws {
        let path = try archive([Self.label(), (name, "x")])
        let fault = #expect(throws: Fault.self) { try Archive(path: path) }
        #expect(fault?.message.contains("leads out of the archive") == true)
    }

    @Test(arguments: ["1", "2", "3", "5", "6", "L", "x"])
    func memberThatIsNoFileIsRefused(type: Character) throws {
        let path = try archive([("configuration/x", "")], type: type)
        let fault = #expect(throws: Fault.self) { try Archive(path: path) }
        #expect(fault?.message.contains("not a plain file") == true)
    }

    @Test func damagedAndTruncatedArchivesAreRefused() throws {
        let path = try archive([Self.label(), ("configuration/domod.yaml", String(repeating: "x", count: 2000))])
        let whole = try #require(Self.bytes(path))
        for length in [512, 1000, 1536, whole.count - 1024] {
            try folder.write("a.tar", Array(whole[..<length]))
            #expect(throws: Fault.self, "\(length)") { try Archive(path: path) }
        }
        var damaged = whole
        damaged[1024 + 3] ^= 1
        try folder.write("a.tar", damaged)
        #expect(throws: Fault.self) { try Archive(path: path) }
    }

    private static func bytes(_ path: String) -> [UInt8]? {
        guard let file = fopen(path, "r") else { return nil }
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        let count = fread(&bytes, 1, bytes.count, file)
        return Array(bytes[..<count])
    }

    @Test func sameNameTwiceIsRefused() throws {
        let path = try archive([("configuration/x", "1"), ("configuration/x", "2")])
        #expect(throws: Fault.self) { try Archive(path: path) }
    }

    // MARK: - What is restored

    @Test func filesGoToTheirPlacesAndOthersAside() throws {
        try folder.write("etc/domo/homes/model.xml", Array("model".utf8))
        try folder.write("etc/domo/homes/scenes/foreign.domo", Array("foreign".utf8))
        try folder.write("etc/domo/domod.yaml", Array("old".utf8))
        try folder.write("etc/domo/secrets/pass.yaml", Array("secret".utf8))
        try folder.write("etc/domo/token", Array("secret".utf8))
        let report = try restore([
            (TarHeader.database, "a database"), Self.label(), ("configuration/domod.yaml", "new"),
            ("configuration/homes/scenes/mine.domo", "mine"), ("state/tokens", "header\ntoken\n"),
            ("state/homes/copy.xml", "copy"), ("files/srv/x.xml", "x"), ("default/other", "x"), ("what/x", "x"),
        ])
        #expect(report.restored == 5)
        #expect(report.leftOut.map(\.name) == ["files/srv/x.xml", "default/other", "what/x"])
        #expect(text("etc/domo/domod.yaml") == "new")
        #expect(text("etc/domo/homes/scenes/mine.domo") == "mine")
        #expect(text("state/tokens") == "header\ntoken\n")
        #expect(text("state/homes/copy.xml") == "copy")
        #expect(text("state/restored.sqlite") == "a database")
        // Not beside the restored house.
        #expect(text("etc/domo/homes/model.xml") == nil && text("etc/domo/homes/scenes/foreign.domo") == nil)
        let kept = try #require(report.kept.first).dropFirst(folder.path.count + 1)
        #expect(report.kept.count == 1)
        #expect(text("\(kept)/homes/model.xml") == "model")
        #expect(text("\(kept)/homes/scenes/foreign.domo") == "foreign")
        #expect(text("\(kept)/domod.yaml") == "old")
        // The archive does not have them.
        #expect(text("etc/domo/secrets/pass.yaml") == "secret" && text("etc/domo/token") == "secret")
    }

    @Test func foldersOfSecretsAndOfTheStateAreMadeForTheirOwnerAlone() throws {
        chmod(folder.path, 0o755)
        _ = try restore([
            Self.label(), ("configuration/domod.yaml", "new"), ("configuration/secrets/pass", "secret"),
            ("state/tokens", "header\ntoken\n"),
        ])
        func mode(_ path: String) -> UInt32? {
            var status = stat()
            return stat("\(folder.path)/\(path)", &status) == 0 ? status.st_mode & 0o777 : nil
        }
        #expect(mode("etc/domo/secrets") == 0o700 && mode("state") == 0o700)
    }

    @Test func otherFilesStayIfTheArchiveHasNotTheWholeFolder() throws {
        try folder.write("etc/domo/other.xml", Array("other".utf8))
        _ = try restore([Self.label(whole: false), ("configuration/domod.yaml", "new")])
        #expect(text("etc/domo/other.xml") == "other" && text("etc/domo/domod.yaml") == "new")
    }

    @Test func tokensOfThisMachineStay() throws {
        try folder.write("state/tokens", Array("domo-tokens 2 next 9\nmine\n".utf8))
        let report = try restore([Self.label(), ("state/tokens", "domo-tokens 2 next 5\nrevoked\n")])
        #expect(report.leftOut.map(\.name) == ["state/tokens"])
        #expect(text("state/tokens") == "domo-tokens 2 next 9\nmine\n")
    }

    @Test func tokensReplaceAFileWithoutTokens() throws {
        try folder.write("state/tokens", Array("domo-tokens 2 next 9\n".utf8))
        #expect(try restore([Self.label(), ("state/tokens", "domo-tokens 2 next 5\nphone\n")]).restored == 1)
        #expect(text("state/tokens") == "domo-tokens 2 next 5\nphone\n")
    }

    /// They belong to tokens by number, which may be others here.
    @Test func browsersAreRestoredOnlyWithTheTokens() throws {
        let members = [("state/tokens", "domo-tokens 2 next 5\nphone\n"), ("state/push", "domo-push 1 next 2\n")]
        #expect(try restore([Self.label()] + members).restored == 2)
        try folder.write("state/push", Array("mine".utf8))
        #expect(try restore([Self.label()] + members).leftOut.map(\.name) == ["state/tokens", "state/push"])
        #expect(text("state/push") == "mine")
    }

    @Test func archiveOfAnEarlierVersionIsRestored() throws {
        let report = try restore([(TarHeader.database, "db"), ("etc/domo/domod.yaml", "new"), ("srv/x.xml", "x")])
        #expect(report.restored == 2 && text("etc/domo/domod.yaml") == "new")
        #expect(report.leftOut.map(\.name) == ["files/srv/x.xml"])
    }

    @Test func runningDaemonIsNotDisturbed() throws {
        try folder.write("state/lock", [])
        let lock = open(folder.path + "/state/lock", O_RDWR)
        defer { close(lock) }
        try #require(flock(lock, LOCK_EX | LOCK_NB) == 0)
        let fault = #expect(throws: Fault.self) {
            try restore([Self.label(), ("configuration/domod.yaml", "new")])
        }
        #expect(fault?.code == .busy && text("etc/domo/domod.yaml") == nil)
    }

    /// Members of the group of domo may write to some of its folders.
    @Test(.enabled(if: geteuid() == 0, "only root can make links of another user"))
    func linkOfAnotherUserIsNotFollowed() throws {
        try folder.write("etc/domo/domod.yaml", Array("old".utf8))
        try folder.write("elsewhere/scenes/x", [])
        try #require(mkdir(folder.path + "/etc/domo/homes", 0o775) == 0)
        let link = folder.path + "/etc/domo/homes/scenes"
        try #require(symlink(folder.path + "/elsewhere", link) == 0 && lchown(link, 12345, 12345) == 0)
        let members = [Self.label(), ("configuration/domod.yaml", "new"), ("configuration/homes/scenes/a.domo", "a")]
        let fault = #expect(throws: Fault.self) { try restore(members) }
        #expect(fault?.message.contains("symbolic link of another user") == true)
        #expect(text("elsewhere/a.domo") == nil)
        // Nothing was changed, and no draft is left.
        #expect(text("etc/domo/domod.yaml") == "old" && text("etc/domo/domod.yaml.part") == nil)
        // A link of root's own is another disk.
        try #require(lchown(link, 0, 0) == 0)
        _ = try restore(members)
        #expect(text("elsewhere/a.domo") == "a")
    }

    @Test func everythingIsAsBeforeIfARenameFails() throws {
        try folder.write("etc/domo/domod.yaml", Array("old".utf8))
        try folder.write("etc/domo/homes/model.xml", Array("model".utf8))
        // A folder in the place of a file.
        try folder.write("etc/domo/homes/z.xml/x", [])
        #expect(throws: Fault.self) {
            try restore([Self.label(), ("configuration/domod.yaml", "new"), ("configuration/homes/z.xml", "new")])
        }
        #expect(text("etc/domo/domod.yaml") == "old" && text("etc/domo/homes/model.xml") == "model")
        #expect(text("etc/domo/homes/z.xml.part") == nil && text("etc/domo/domod.yaml.part") == nil)
    }
}
