import DomoTestKit
import FoundationEssentials
import Testing

@testable import DomoDaemon

struct SecretFilesTests {
    @Test func secretIsReadFromTheCredentialsIfPresent() throws {
        let credentials = try TemporaryFolder()
        for name in ["secrets_campo.password", "secrets_north_gate"] {
            try "x".write(toFile: credentials.path + "/" + name, atomically: true, encoding: .utf8)
        }
        let files = SecretFiles(credentials: credentials.path)
        func file(_ path: String) -> String { files.file(of: path, besides: "/etc/domo") }
        #expect(file("/etc/domo/secrets/campo.password") == credentials.path + "/secrets_campo.password")
        #expect(file("/etc/domo/secrets/north/gate") == credentials.path + "/secrets_north_gate")
        // Not passed as a credential, or not in the folder.
        #expect(file("/etc/domo/secrets/other") == "/etc/domo/secrets/other")
        #expect(file("/etc/domo/campo.password") == "/etc/domo/campo.password")
        #expect(file("/home/me/secrets/campo.password") == "/home/me/secrets/campo.password")
    }

    @Test func withoutCredentialsTheFileItselfIsRead() {
        let files = SecretFiles(credentials: nil)
        #expect(files.file(of: "/etc/domo/secrets/a", besides: "/etc/domo") == "/etc/domo/secrets/a")
    }
}
