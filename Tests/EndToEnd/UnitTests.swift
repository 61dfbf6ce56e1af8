import DomoTestKit
import Foundation
import Testing

/// The command lines of the units, as they stand there, with the programs and the files that the package installs.
@Suite(.waits) struct UnitTests {
    /// The values of a setting in a unit.
    private static func values(of key: String, in unit: String) throws -> [String] {
        let text = try String(contentsOfFile: Household.source("systemd/\(unit)"), encoding: .utf8)
        return text.split(separator: "\n").filter { $0.hasPrefix("\(key)=") }.map {
            String($0.dropFirst(key.count + 1))
        }
    }

    /// A folder in the place of the root: `/etc/domo` is `etc`, `/run/domo` is `run`, and `/var/lib/domo` is `state`.
    private static func placed(_ text: String, _ household: Household) -> String {
        let folder = household.folder.path
        return text.replacing("/usr/bin", with: Programs.folder).replacing("/etc/domo", with: "\(folder)/etc")
            .replacing("/run/domo", with: "\(folder)/run").replacing("/var/lib/domo", with: "\(folder)/state")
    }

    /// The program and the arguments that a unit names.
    private static func command(_ key: String, of unit: String, _ household: Household) throws -> [String] {
        let lines = try values(of: key, in: unit)
        try #require(lines.count == 1, "\(unit) has \(lines.count) \(key)=")
        return placed(lines[0], household).split(separator: " ").map(String.init)
    }

    private static func install(_ household: Household) throws {
        for (file, target) in [
            ("domod.yaml", "etc/domod.yaml"), ("demo.yaml", "etc/domod.d/demo.yaml"),
            ("notify.yaml", "etc/notify.yaml"), ("mqtt.yaml", "etc/mqtt.yaml"),
        ] {
            let text = try String(contentsOfFile: Household.source("Sources/packaging/\(file)"), encoding: .utf8)
            try household.folder.write(target, placed(text, household))
        }
        try household.folder.write("etc/homes/home.xml", Household.modelHouse)
        try household.folder.write("etc/homes/scenes/Noche.domo", "set Buzzer on\n")
        for name in ["run", "state"] { try household.folder.write("\(name)/.keep", "") }
    }

    /// Waits until a service reports that it is ready.
    private static func waitUntilReady(_ manager: DatagramSocket) throws {
        while !(try manager.next().hasPrefix("READY=1")) {}
    }

    /// Nobody listens there, and nobody knows this user.
    private static let fleetCredentials = """
        {"v":1,"house":"casa0001","servers":["tls://127.0.0.1:9"],"seed":"SUAAAAICAMCAKBQHBAEQUCYMBUHA6EARCIJRIFIWC4MBSGQ3DQOR4H776Y"}
        """

    @Test func commandLinesOfTheUnitsWork() throws {
        try Household.with { household in
            try Self.install(household)
            var managers: [DatagramSocket] = []
            func start(_ unit: String, options: [String] = []) throws -> ChildProcess {
                #expect(try Self.values(of: "Type", in: unit) == ["notify"])
                let notify = "\(household.folder.path)/notify\(managers.count).sock"
                let manager = try DatagramSocket(notify)
                let words = try Self.command("ExecStart", of: unit, household).filter { !$0.hasPrefix("$") } + options
                let service = try household.start(
                    words[0],
                    Array(words.dropFirst()),
                    environment: ["NOTIFY_SOCKET": notify]
                )
                try Self.waitUntilReady(manager)
                managers.append(manager)
                return service
            }
            let daemon = try start("domod.service")
            let reload = try Self.command("ExecReload", of: "domod.service", household)
            expect(try household.run(reload[0], Array(reload.dropFirst())), says: ["15 elements"])
            let scene = try Self.command("ExecStart", of: "domo-scene@.service", household).map {
                $0.replacing("%I", with: "Noche")
            }
            expect(try household.run(scene[0], Array(scene.dropFirst())))
            let web = try start("domo-web.service", options: ["--listen", "127.0.0.1:0"])
            let notifier = try start("domo-notify.service")
            while !(try managers[managers.count - 1].next().contains("attached to domod")) {}
            // The broker is what an administrator fills in; nobody listens there.
            try household.folder.write("etc/mqtt/token", "domo_token\n")
            let bridge = try start("domo-mqtt.service", options: ["--broker", "mqtt://127.0.0.1:9"])
            let house = try household.folder.write("state-fleet/credentials", Self.fleetCredentials)
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: house)
            try household.folder.write("etc/fleet/token", "domo_token\n")
            let fleet = try start("domo-fleet.service", options: ["--state", "\(household.folder.path)/state-fleet"])
            fleet.send(SIGTERM)
            #expect(try fleet.waitForEnd() == 0)
            bridge.send(SIGTERM)
            #expect(try bridge.waitForEnd() == 0)
            notifier.send(SIGTERM)
            #expect(try notifier.waitForEnd() == 0)
            web.send(SIGTERM)
            #expect(try web.waitForEnd() == 0)
            daemon.send(SIGTERM)
            #expect(try daemon.waitForEnd() == 0)
        }
    }

    /// With systemd the socket is made before the daemon starts; both name the same.
    @Test func daemonAndSocketUnitNameTheSameSocket() throws {
        let listened = try Self.values(of: "ListenStream", in: "domod.socket")
        try #require(listened.count == 1)
        for (unit, key) in [
            ("domod.service", "ExecStart"), ("domod.service", "ExecReload"), ("domo-web.service", "ExecStart"),
            ("domo-notify.service", "ExecStart"), ("domo-mqtt.service", "ExecStart"),
            ("domo-fleet.service", "ExecStart"),
            ("domo-scene@.service", "ExecStart"),
        ] {
            let lines = try Self.values(of: key, in: unit)
            #expect(lines.map { $0.contains(" --socket \(listened[0]) ") } == [true], "\(unit)")
        }
        // As domod makes it by itself.
        #expect(try Self.values(of: "SocketMode", in: "domod.socket") == ["0660"])
    }

    /// Starting again does not help where the configuration, a house or the command line is at fault.
    @Test(
        arguments: [
            (["--config", "etc/none.yaml"], 66), (["--config", "etc/bad.yaml"], 78),
            (["--config", "etc/house.yaml"], 65),
            (["--nonsense"], 64),
        ] as [([String], Int32)]
    )
    func aFaultThatStaysIsNotStartedAgain(arguments: [String], status: Int32) throws {
        try Household.with { household in
            try Self.install(household)
            try household.folder.write("etc/bad.yaml", "homes: []\nnonsense: 1\n")
            let broken = try household.folder.write("etc/broken.xml", "<Viviendas>")
            try household.folder.write("etc/house.yaml", "homes: \(broken)\nserver: http://127.0.0.1:9\n")
            let words = arguments.map { $0.hasPrefix("etc/") ? "\(household.folder.path)/\($0)" : $0 }
            let ended = try household.run(
                "domod",
                words + ["--socket", household.socket, "--state", household.state]
            )
            expect(ended, status: status)
            let kept = try Self.values(of: "RestartPreventExitStatus", in: "domod.service").joined(separator: " ")
            #expect(kept.split(separator: " ").contains("\(status)"), "\(kept)")
        }
    }
}
