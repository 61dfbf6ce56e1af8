import DomoTestKit
import Foundation
import Testing

/// The daemon under a service manager: sd_notify(3), sd_listen_fds(3), and the credentials of systemd.exec(5).
@Suite(.waits) struct ServiceManagerTests {
    /// The daemon of the household uses its socket.
    private func options(_ household: Household) -> [String] {
        ["--socket", household.socket + "2", "--state", household.state + "2", "--home", household.home]
    }

    @Test func serviceManagerIsNotifiedOfReadyReloadAndStop() throws {
        try Household.running { household in
            let manager = try DatagramSocket(household.folder.path + "/notify.sock")
            let daemon = try household.start(
                "domod",
                options(household),
                environment: ["NOTIFY_SOCKET": household.folder.path + "/notify.sock"]
            )
            let ready = "READY=1\nSTATUS=1 house, 15 elements; 0 links"
            #expect(try manager.nextChange() == ready)
            expect(try household.domo("reload", "--socket", household.socket + "2"))
            #expect(try manager.nextChange().hasPrefix("RELOADING=1\nMONOTONIC_USEC="))
            #expect(try manager.nextChange() == ready)
            // A failed reload ends too.
            try "<Viviendas>".write(toFile: household.home, atomically: true, encoding: .utf8)
            expect(try household.domo("reload", "--socket", household.socket + "2"), status: 65)
            #expect(try manager.nextChange().hasPrefix("RELOADING=1\n"))
            #expect(try manager.nextChange().hasPrefix("READY=1\nSTATUS=the files can't be loaded, the version of 20"))
            daemon.send(SIGTERM)
            #expect(try manager.nextChange() == "STOPPING=1")
            #expect(try daemon.waitForEnd() == 0)
        }
    }

    @Test func watchdogIsFedWhileTheDaemonRuns() throws {
        try Household.running { household in
            let manager = try DatagramSocket(household.folder.path + "/notify.sock")
            let daemon = try household.start(
                "domod",
                options(household),
                environment: [
                    "NOTIFY_SOCKET": household.folder.path + "/notify.sock", "WATCHDOG_USEC": "400000",
                ]
            )
            func signs(_ count: Int) throws {
                var left = count
                while left > 0 { if try manager.next() == "WATCHDOG=1" { left -= 1 } }
            }
            try signs(3)
            daemon.send(SIGSTOP)
            // Sent before it was stopped.
            while try manager.next(within: 1) != nil {}
            daemon.send(SIGCONT)
            try signs(2)
        }
    }

    /// What systemd does for domod.socket.
    @Test func lineFromBeforeTheStartIsAnswered() throws {
        try Household.running { household in
            let socket = household.socket + "2"
            let activator = try household.start(
                "/usr/bin/systemd-socket-activate",
                ["-l", socket, Programs.folder + "/domod"] + options(household)
            )
            try household.eventually("a socket") { try UnixSocket.isListening(socket) }
            // The first client starts the daemon.
            expect(try household.domo("set", "Louver", "up", "--socket", socket), status: 78, says: ["has no server"])
            expect(try household.domo("status", "--socket", socket), says: ["15 elements"])
            activator.send(SIGTERM)
            _ = try activator.waitForEnd()
            // It belongs to the service manager.
            #expect(access(socket, F_OK) == 0)
        }
    }

    @Test func socketOfAnotherPathIsRefused() throws {
        try Household.running { household in
            let activator = try household.start(
                "/usr/bin/systemd-socket-activate",
                ["-l", household.socket + "3", Programs.folder + "/domod"] + options(household)
            )
            try household.eventually("a socket") { try UnixSocket.isListening(household.socket + "3") }
            let client = try household.start("domo", ["status", "--socket", household.socket + "3"])
            #expect(try activator.waitForEnd() == 78)
            #expect(activator.errorOutput.contains("the same path in ListenStream="))
            #expect(try client.waitForEnd() != 0)
        }
    }

    @Test func webServerNotifiesToo() throws {
        try Household.running { household in
            let manager = try DatagramSocket(household.folder.path + "/notify.sock")
            let web = try household.start(
                "domo-web",
                ["--listen", "127.0.0.1:0", "--socket", household.socket],
                environment: [
                    "NOTIFY_SOCKET": household.folder.path + "/notify.sock", "WATCHDOG_USEC": "400000",
                ]
            )
            var notifications: [String] = []
            while notifications.count(where: { $0 == "WATCHDOG=1" }) < 3
                || !notifications.contains(where: { $0.hasPrefix("READY=1") })
            {
                notifications.append(try manager.next())
            }
            #expect(notifications.contains { $0.hasPrefix("READY=1\nSTATUS=listening on http://127.0.0.1:") })
            web.send(SIGTERM)
            while try manager.next() != "STOPPING=1" {}
            #expect(try web.waitForEnd() == 0)
        }
    }

    @Test func secretsAreReadFromCredentials() throws {
        try Household.running { household in
            let folder = household.folder.path + "/credentials"
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            try "S3cret\n".write(toFile: folder + "/secrets_gate.password", atomically: true, encoding: .utf8)
            let configuration = household.folder.path + "/domod.yaml"
            try """
            homes: [\(household.home)]
            server: {url: "http://127.0.0.1:9/", user: me, password-file: secrets/gate.password}
            """.write(toFile: configuration, atomically: true, encoding: .utf8)
            let options = [
                "--socket", household.socket + "2", "--state", household.state + "2", "--config", configuration,
            ]
            let without = try household.start("domod", options)
            #expect(try without.waitForEnd() == 78)
            #expect(without.errorOutput.contains("secrets/gate.password"))
            let daemon = try household.start("domod", options, environment: ["CREDENTIALS_DIRECTORY": folder])
            _ = try daemon.wait(for: "the socket") { _, errors in errors.contains("listening on") ? true : nil }
        }
    }
}

extension DatagramSocket {
    /// The next notice but a status alone, which is sent whenever it changes.
    fileprivate func nextChange() throws -> String {
        while true {
            let notice = try next()
            if !notice.hasPrefix("STATUS=") { return notice }
        }
    }
}
