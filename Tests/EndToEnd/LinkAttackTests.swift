import DomoTestKit
import Foundation
import Testing

/// The steps of somebody who may write houses and scenes, and nothing else, and wants to read what only domod or root may.
@Suite(.waits) struct LinkAttackTests {
    private static let secret = "s3cr3t-w0rd"

    private func link(_ path: String, to target: String) throws {
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: target)
    }

    /// The secret, outside of the folder of the houses, with each ending.
    private func hideSecrets() throws -> TemporaryFolder {
        let outside = try TemporaryFolder()
        for name in ["key", "key.domo", "key.xml", "key.holidays", "key.svg", "key.yaml"] {
            try outside.write(name, "\(Self.secret) \(Self.secret)\n")
        }
        return outside
    }

    @Test func linkedScenesShowNoWordOfTheirTargets() throws {
        try Household.running { household in
            let outside = try hideSecrets()
            defer { outside.remove() }
            let scenes = "\(household.folder.path)/scenes"
            try household.folder.write("scenes/good.domo", "set Louver up\n")
            try link("\(scenes)/leak.domo", to: "\(outside.path)/key.domo")
            try link("\(scenes)/plain.domo", to: "\(outside.path)/key")
            try link("\(scenes)/same.domo", to: "good.domo")
            #expect(mkfifo("\(scenes)/pipe.domo", 0o600) == 0)
            let check = try household.domo("check", household.home)
            expect(
                check,
                status: 65,
                says: ["\(scenes)/leak.domo:1:1: error: ", "symbolic link", "copy the file to this place"]
            )
            expect(
                check,
                status: 65,
                says: ["\(scenes)/plain.domo", "\(scenes)/pipe.domo", "a pipe, not a regular file"]
            )
            let reload = try household.domo("reload")
            #expect(reload.status != 0)
            try FileManager.default.removeItem(atPath: "\(scenes)/same.domo")
            try household.stopDaemon()
            try household.startDaemon()
            // The upgrade says in the log what is refused now, and what to do.
            try household.waitForLog("\(scenes)/leak.domo:1:1: error: ")
            let shown = try [
                check, reload, household.domo("scenes"), household.domo("status"), household.domo("scenes", "--json"),
            ]
            for finished in shown { #expect(!"\(finished)".contains(Self.secret)) }
            #expect(household.daemon?.errorOutput.contains(Self.secret) == false)
            #expect(shown[2].output.contains("good"))
            expect(try household.domo("script", "show", "leak"), status: 65)
        }
    }

    @Test func houseIsNotReadThroughALink() throws {
        try Household.running { household in
            let outside = try hideSecrets()
            defer { outside.remove() }
            try FileManager.default.createDirectory(
                atPath: "\(household.folder.path)/houses",
                withIntermediateDirectories: true
            )
            try link("\(household.folder.path)/houses/casa.xml", to: "\(outside.path)/key.xml")
            try link("\(household.folder.path)/houses/casa.holidays", to: "\(outside.path)/key.holidays")
            let check = try household.domo("check", "\(household.folder.path)/houses")
            expect(check, status: 65, says: ["houses/casa.xml", "symbolic link out of", "copy the file to this place"])
            #expect(!"\(check)".contains(Self.secret))
            let start = try household.run(
                "domod",
                [
                    "--home", "\(household.folder.path)/houses", "--socket", "\(household.folder.path)/other.sock",
                    "--state",
                    "\(household.folder.path)/other",
                ]
            )
            #expect(start.status != 0 && start.errors.contains("symbolic link") && !start.errors.contains(Self.secret))
        }
    }

    /// Root makes the backup, and whoever may write to the folder can read it after a restore.
    @Test func backupFollowsNoLink() throws {
        try Household.with { household in
            let outside = try hideSecrets()
            defer { outside.remove() }
            let folder = household.folder
            try folder.write("etc/domo/homes/casa.xml", Household.withoutPlans(Household.modelHouse))
            try folder.write("etc/domo/homes/scenes/noche.domo", "set Louver up\n")
            try folder.write("etc/domo/homes/scenes/dia.domo", "set Louver down\n")
            try folder.write("etc/domo/secrets/key.domo", "\(Self.secret)\n")
            let file = try folder.write(
                "etc/domo/domod.yaml",
                "homes: homes\nsocket: \(household.socket)\nstate: \(household.state)\nserver: http://127.0.0.1:9\n"
            )
            household.daemon = try household.startedDaemon(["--config", file])
            // Replaced after the load.
            for (name, target) in [
                ("scenes/noche.domo", "\(outside.path)/key.domo"),
                ("scenes/dia.domo", "\(folder.path)/etc/domo/secrets/key.domo"),
            ] {
                try? FileManager.default.removeItem(atPath: "\(folder.path)/etc/domo/homes/\(name)")
                try link("\(folder.path)/etc/domo/homes/\(name)", to: target)
            }
            let archive = "\(folder.path)/backup.tar"
            let backup = try household.domo("backup", archive)
            expect(backup, says: ["scenes/noche.domo", "scenes/dia.domo", "symbolic link", "it is not in the backup"])
            let bytes = try Data(contentsOf: URL(fileURLWithPath: archive))
            #expect(bytes.range(of: Data(Self.secret.utf8)) == nil)
            #expect(bytes.range(of: Data("homes/casa.xml".utf8)) != nil)
        }
    }

    @Test func settingsAreNotReadThroughALink() throws {
        try Household.with { household in
            let outside = try hideSecrets()
            defer { outside.remove() }
            try household.folder.write("home.xml", Household.withoutPlans(Household.modelHouse))
            try household.folder.write("etc/dialects/good.yaml", "order: {url: \"{url}/{name}\"}\n")
            let file = try household.folder.write(
                "etc/domod.yaml",
                "homes: ../home.xml\ndialects:\n  mine: {file: dialects/leak.yaml}\nserver: {url: \"http://127.0.0.1:9\", dialect: mine}\n"
            )
            try link("\(household.folder.path)/etc/dialects/leak.yaml", to: "\(outside.path)/key.yaml")
            let linked = try household.run("domod", ["--config", file, "--check-config"])
            #expect(linked.status != 0 && linked.errors.contains("symbolic link out of"), "\(linked)")
            #expect(!"\(linked)".contains(Self.secret))
            try FileManager.default.createDirectory(
                atPath: "\(household.folder.path)/etc/domod.d",
                withIntermediateDirectories: true
            )
            try link("\(household.folder.path)/etc/domod.d/more.yaml", to: "\(outside.path)/key.yaml")
            let included = try household.run("domod", ["--config", file, "--check-config"])
            #expect(included.status != 0 && included.errors.contains("domod.d/more.yaml"), "\(included)")
            #expect(included.errors.contains("symbolic link") && !"\(included)".contains(Self.secret))
        }
    }
}
