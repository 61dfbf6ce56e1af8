import DomoSystem
import DomoTestKit
import Glibc
import Testing

/// Files that others may have put into a folder.
struct FolderFileTests {
    private let top: TemporaryFolder
    private var folder: String { "\(top.path)/homes" }

    init() throws {
        top = try TemporaryFolder()
        try FileBytes.makeFolder("\(top.path)/homes/scenes/more")
        try FileBytes.makeFolder("\(top.path)/homes-too")
        try top.write("homes/scenes/good.domo", "good")
        try top.write("homes/scenes/more/deep.domo", "deep")
        try top.write("homes/settings.yaml", "secret")
        try top.write("secret.domo", "secret")
        try top.write("homes-too/near.domo", "secret")
    }

    private func read(_ name: String) throws -> String {
        String(decoding: try FolderFile.read("\(folder)/\(name)", below: folder, maxBytes: 100), as: UTF8.self)
    }

    private func link(_ name: String, to target: String) {
        #expect(symlink(target, "\(folder)/\(name)") == 0)
    }

    @Test func linksThatStayInTheFolderAreFollowed() throws {
        link("scenes/a.domo", to: "good.domo")
        link("scenes/b.domo", to: "\(folder)/scenes/more/deep.domo")
        link("scenes/c.domo", to: "../scenes/../scenes/good.domo")
        link("scenes/d.domo", to: "a.domo")
        link("others", to: "scenes/more")
        #expect(try read("scenes/good.domo") == "good")
        for name in ["a", "c", "d"] { #expect(try read("scenes/\(name).domo") == "good") }
        #expect(try read("scenes/b.domo") == "deep")
        #expect(try read("others/deep.domo") == "deep")
    }

    @Test(arguments: [
        "/etc/hostname", "../../secret.domo", "../../homes-too/near.domo", "/proc/self/cwd",
        "/proc/self/root/etc/passwd",
        "missing.domo", "loop.domo",
    ])
    func linksThatLeadOutAreRefused(target: String) throws {
        link("scenes/loop.domo", to: target)
        let fault = #expect(throws: FileBytes.Fault.self) { try read("scenes/loop.domo") }
        #expect(
            fault?.code == ELOOP && fault?.message.contains("copy the file to this place") == true,
            "\(fault as Any)"
        )
    }

    @Test func linksOfFoldersThatLeadOutAreRefused() throws {
        link("out", to: "..")
        link("near", to: "../homes-too")
        for name in ["out/secret.domo", "near/near.domo"] {
            #expect(#expect(throws: FileBytes.Fault.self) { try read(name) }?.code == ELOOP)
        }
    }

    /// Settings with passwords are in the same folder, and domod may read them.
    @Test func linkToAFileOfAnotherKindIsRefused() throws {
        link("scenes/leak.domo", to: "../settings.yaml")
        let fault = #expect(throws: FileBytes.Fault.self) { try read("scenes/leak.domo") }
        #expect(fault?.message.contains("a file of another kind") == true)
    }

    @Test func onlyRegularFilesAreOpened() throws {
        #expect(mkfifo("\(folder)/pipe.domo", 0o600) == 0)
        #expect(mkdir("\(folder)/folder.domo", 0o700) == 0)
        link("device.domo", to: "/dev/zero")
        for name in ["pipe.domo", "folder.domo", "device.domo", "scenes"] {
            #expect(throws: FileBytes.Fault.self) { try read(name) }
            #expect(FolderFile.problem("\(folder)/\(name)", below: folder) != nil)
        }
        #expect(FolderFile.problem("\(folder)/scenes/good.domo", below: folder) == nil)
    }

    /// The administrator names it; only what is in it is not trusted.
    @Test func theFolderItselfMayBeALink() throws {
        #expect(symlink("homes", "\(top.path)/houses") == 0)
        let path = "\(top.path)/houses/scenes/good.domo"
        #expect(try FolderFile.read(path, below: "\(top.path)/houses", maxBytes: 100) == Array("good".utf8))
        #expect(try FileBytes.readRegular("\(top.path)/houses/settings.yaml", maxBytes: 100) == Array("secret".utf8))
    }

    @Test func nothingIsWrittenOutOfTheFolder() throws {
        link("elsewhere", to: "..")
        #expect(throws: FileBytes.Fault.self) { try FolderFile.requireFolder("\(folder)/elsewhere", below: folder) }
        try FolderFile.requireFolder("\(folder)/scenes", below: folder)
        try FolderFile.requireFolder(folder, below: folder)
    }
}
