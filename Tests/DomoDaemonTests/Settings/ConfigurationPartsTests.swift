import DomoHTTP
import DomoSystem
import DomoTestKit
import Glibc
import Logging
import Testing

@testable import DomoDaemon

/// A configuration of several files: `domod.yaml`, and those in `domod.d`.
struct ConfigurationPartsTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func write(_ files: [String: String]) throws -> String {
        for (name, text) in files {
            let path = "\(folder.path)/\(name)"
            try FileBytes.makeFolder(path.parentFolder, mode: 0o700)
            try FileBytes.replace(path, with: Array(text.utf8))
        }
        return "\(folder.path)/domod.yaml"
    }

    private func read(_ files: [String: String]) throws -> Configuration.Layer {
        try ConfigurationFile.read(try write(files))
    }

    private func problem(_ files: [String: String]) throws -> String {
        let file = try write(files)
        let fault = #expect(throws: StartFault.self) { try ConfigurationFile.read(file) }
        return (fault?.message ?? "").replacing(folder.path + "/", with: "")
    }

    @Test func settingsOfAllFilesAreMerged() throws {
        let layer = try read([
            "domod.yaml": "homes: /etc/domo/homes\nlinks:\n  web: http://h/\n",
            "domod.d/a.yaml": "homes: [more.xml]\nlinks: {other: http://o/}\nserver: web\n",
            "domod.d/b.yaml": "log-level: debug\nhomes: last.xml\n",
            "domod.d/empty.yaml": "# Nothing yet.\n",
            "domod.d/.hidden.yaml": "nonsense: 1\n",
            "domod.d/a.yaml~": "nonsense: 1\n",
        ])
        #expect(layer.homes == ["/etc/domo/homes", "\(folder.path)/more.xml", "\(folder.path)/last.xml"])
        #expect(layer.links.keys.sorted() == ["other", "web"])
        #expect(layer.server?.http?.url == "http://h/")
        #expect(layer.logLevel == .debug)
        let names = ["domod.yaml", "domod.d/a.yaml", "domod.d/b.yaml", "domod.d/empty.yaml"]
        #expect(layer.files == names.map { "\(folder.path)/\($0)" })
        #expect(Set(layer.files).isSubset(of: layer.inputs.map(\.path)))
    }

    @Test func configurationFileMayBeEmpty() throws {
        let layer = try read(["domod.yaml": "# See domod.d.\n", "domod.d/house.yaml": "homes: house.xml\n"])
        #expect(layer.homes == ["\(folder.path)/house.xml"])
    }

    @Test func keyThatTwoFilesSetIsAnError() throws {
        let problem = try problem([
            "domod.yaml": "homes: h.xml\n\nserver: {url: http://h/}\n",
            "domod.d/a.yaml": "# Mine.\nserver:\n  url: http://o/\n  user: ana\n  password: x\n",
        ])
        let first = "\(folder.path)/domod.yaml".replacing(folder.path + "/", with: "")
        #expect(
            problem == #"domod.d/a.yaml:3:3: error: "url" is given twice; it is already at line 3 of \#(first)"#,
            "\(problem)"
        )
    }

    @Test func errorsAreReportedInTheOrderOfTheFiles() throws {
        let problem = try problem([
            "domod.yaml": "hoses: h.xml\n",
            "domod.d/a.yaml": "log-level: loud\n",
            "domod.d/b.yaml": "a: [\n",
            "domod.d/c.yaml": "- a list\n",
        ])
        let places = problem.split(separator: "\n").map { $0.split(separator: ": ")[0] }
        #expect(
            places == ["domod.yaml:1:1", "domod.d/a.yaml:1:12", "domod.d/b.yaml:2:1", "domod.d/c.yaml:1:1"],
            "\(problem)"
        )
    }

    @Test func secretOfAnotherFileIsReadBesidesTheConfiguration() throws {
        let server = "server: {url: http://h/, user: ana, password-file: secrets/pass}\n"
        let layer = try read(["domod.yaml": "", "domod.d/a.yaml": server, "secrets/pass": "s3cret\n"])
        #expect(layer.server?.http?.credentials == .basic(user: "ana", password: "s3cret"))
    }

    @Test func fileWithAPasswordForEverybodyIsNamed() throws {
        let file = try write(["domod.yaml": "", "domod.d/a.yaml": "server: {url: http://h/, user: a, password: x}\n"])
        for name in ["domod.yaml", "domod.d/a.yaml"] { chmod("\(folder.path)/\(name)", 0o644) }
        let warnings = try ConfigurationFile.read(file).warnings
        #expect(warnings.count == 1 && warnings[0].contains("domod.d/a.yaml holds secrets"), "\(warnings)")
    }

    @Test func fileOfAnotherEndingIsAWarning() throws {
        let layer = try read(["domod.yaml": "homes: h.xml\n", "domod.d/house.yml": "demo: yes\n"])
        #expect(!layer.isDemo)
        #expect(layer.warnings == ["\(folder.path)/domod.d/house.yml is not read; rename it to house.yaml"])
    }

    @Test func whatIsNoFolderIsAnError() throws {
        let problem = try problem(["domod.yaml": "homes: h.xml\n", "domod.d": "access: {}\n"])
        #expect(problem == "domod.d: can't be read, but it may hold settings")
    }

    @Test func stateFolderAndAccessOfBrokenSettingsAreFound() throws {
        let file = try write([
            "domod.yaml": "homes: [\n",
            "domod.d/a.yaml": "access: {users: {\"0\": {role: manage}}}\n",
            "domod.d/b.yaml": "state: /var/lib/other\n",
        ])
        #expect(ConfigurationFile.stateFolder(in: file) == "/var/lib/other")
        #expect(ConfigurationFile.accessSettings(in: file) == nil)
        try FileBytes.replace(file, with: Array("hoses: x\n".utf8))
        #expect(ConfigurationFile.accessSettings(in: file)?.grants.count == 1)
    }
}
