import DomoLanguage
import DomoTestKit
import Glibc
import Testing

@testable import DomoDaemon

/// The images of floor plans.
@Suite struct PlanImageTests {
    @Test func imageInTheFolderIsRead() throws {
        let folder = try TemporaryFolder()
        _ = try folder.write("plans/casa.svg", "<svg/>")
        #expect(try PlanImage.read("plans/casa.svg", in: folder.path, of: "Casa").type == "image/svg+xml")
    }

    /// Links to files and folders elsewhere, with which a house file could name any file.
    @Test func linkOutOfTheFolderIsRefused() throws {
        let (folder, other) = (try TemporaryFolder(), try TemporaryFolder())
        let secret = try other.write("secret.svg", "<svg/>")
        _ = try folder.write("plans/casa.svg", "<svg/>")
        #expect(symlink(secret, folder.path + "/plans/link.svg") == 0)
        #expect(symlink(other.path, folder.path + "/elsewhere") == 0)
        #expect(symlink("casa.svg", folder.path + "/plans/inside.svg") == 0)
        for file in ["plans/link.svg", "elsewhere/secret.svg"] {
            let fault = #expect(throws: Fault.self) { try PlanImage.read(file, in: folder.path, of: "Casa") }
            #expect(fault?.message.contains("symbolic link out of") == true, "\(file)")
        }
        #expect(try PlanImage.read("plans/inside.svg", in: folder.path, of: "Casa").tag != "")
    }
}
