import DomoHTTP
import DomoTestKit
import Glibc
import Testing

@testable import DomoDaemon

/// Paths in the configuration.
struct ConfigurationPathTests {
    private let files: HouseFiles

    init() throws {
        files = try HouseFiles()
    }

    private func read(_ text: String) throws -> Configuration.Layer {
        try files.write("/etc/domod.yaml", text)
        return try ConfigurationFile.read(files.folder.path + "/etc/domod.yaml")
    }

    @Test func relativePathsAreResolvedAgainstTheFilesFolder() throws {
        for name in ["password", "token", "ca.pem", "days.holidays"] { try files.write("/etc/\(name)", "secret\n") }
        let layer = try read(
            """
            homes: [a.xml, /b.xml, "http://10.0.0.2/house.xml"]
            links:
              one: {url: "http://h/1", user: ana, password-file: password, ca-file: ca.pem}
              two: {url: "http://h/2", token-file: token}
            houses: {A: {holidays: days.holidays}}
            history: {file: h.sqlite}
            socket: domo.sock
            state: state
            """
        )
        let folder = files.folder.path + "/etc"
        #expect(layer.homes == ["\(folder)/a.xml", "/b.xml", "http://10.0.0.2/house.xml"])
        #expect(layer.links["one"]?.http?.caFile == "\(folder)/ca.pem")
        #expect(layer.links["one"]?.http?.credentials == .basic(user: "ana", password: "secret"))
        #expect(layer.links["two"]?.http?.credentials == .bearer(token: "secret"))
        #expect(layer.places["A"]?.holidays == "\(folder)/days.holidays")
        #expect(layer.history?.file == "\(folder)/h.sqlite")
        #expect(layer.socket == "\(folder)/domo.sock")
        #expect(layer.state == "\(folder)/state")
    }

    /// As one that has no settings; other devices, and pipes, are no files.
    @Test func nullDeviceIsAnEmptyConfiguration() throws {
        #expect(try ConfigurationFile.read("/dev/null").homes == [])
        try #require(symlink("/dev/null", files.folder.path + "/masked.yaml") == 0)
        #expect(try ConfigurationFile.read(files.folder.path + "/masked.yaml").homes == [])
        #expect(throws: StartFault.self) { try ConfigurationFile.read("/dev/zero") }
    }

    @Test func worldReadableSecretsAreAWarning() throws {
        try files.write("/etc/token", "secret\n")
        let folder = files.folder.path + "/etc"
        let text = "server: {url: \"http://h/\", token-file: token}\nlinks: {a: {url: \"http://i/\", token: x}}\n"
        #expect(try read(text).warnings == [])
        for file in ["token", "domod.yaml"] { try #require(chmod("\(folder)/\(file)", 0o644) == 0) }
        let layer = try ConfigurationFile.read("\(folder)/domod.yaml")
        #expect(layer.warnings.map { $0.prefix { $0 != " " } } == ["\(folder)/domod.yaml", "\(folder)/token"])
        #expect(layer.warnings.allSatisfy { $0.contains("every user of this machine can read it") })
    }

    @Test func configurationWithoutSecretsMayBeWorldReadable() throws {
        _ = try read("homes: a.xml\n")
        try #require(chmod(files.folder.path + "/etc/domod.yaml", 0o644) == 0)
        #expect(try ConfigurationFile.read(files.folder.path + "/etc/domod.yaml").warnings == [])
    }

    @Test func configurationIncludesTheWarningsOfTheFile() throws {
        var (flags, file) = (Configuration.Layer(), Configuration.Layer())
        flags.homes = ["a"]
        file.warnings = ["one"]
        #expect(try Configuration(layers: [flags, file], environment: [:]).warnings == ["one"])
    }
}
