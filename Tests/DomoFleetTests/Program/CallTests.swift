import DomoBridge
import DomoJSON
import DomoSystem
import DomoTestKit
import Glibc
import Testing

@testable import DomoFleet

/// The command line of a house that is reached over the fleet, with the real programs.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct CallTests {
    private func credentials(_ household: FleetHousehold) throws -> String {
        let path = "\(household.folder.path)/asker.json"
        try household.asker.write(to: path)
        _ = try household.folder.write("casa0001.token", household.token + "\n")
        return path
    }

    private func domo(_ household: FleetHousehold, _ words: String...) throws -> Finished {
        let options = ["--fleet", "casa0001", "--fleet-credentials", try credentials(household)]
        return try ChildProcess.run(BuiltProgram.path("domo"), options + words)
    }

    @Test func commandLineWorksOnTheHouse() async throws {
        let household = try await FleetHousehold()
        let away = try domo(household, "ls")
        #expect(away.status == 69)
        #expect(away.errors.contains("the house casa0001 is not connected to the fleet"))
        try household.startFleet()
        try await eventually("an order that is carried out") { try domo(household, "set", "Luz", "on").status == 0 }
        #expect(try await household.answer("show Luz")["readings"]?[0]?["value"]?.string == "on")
        let list = try domo(household, "ls", "-r")
        #expect(list.status == 0 && list.output.contains("Luz") && list.output.contains("on"), "\(list)")
        let json = try domo(household, "--json", "show", "Luz")
        #expect(json.status == 0 && json.output.contains(#""name":"Luz""#), "\(json)")
        // The exit status is that of domo.
        #expect(try domo(household, "set", "Nada", "on").status == 68)
        #expect(try domo(household, "reload").status == 77)
        // Without domo in front.
        let call = try ChildProcess.run(
            BuiltProgram.path("domo-fleet"),
            ["call", "casa0001", "--credentials", try credentials(household), "--", "status"]
        )
        #expect(call.status == 0 && call.output.contains("Casa"), "\(call)")
        await household.stop()
    }

    /// What concerns more than one element has its deadline as an order has.
    @Test func placeIsSwitchedOffAndSceneOfAFileIsRun() async throws {
        let requests = Monitor<[String]>([])
        let server = try LoopbackServer { client in
            var buffer = [UInt8](repeating: 0, count: 4096)
            let count = recv(client, &buffer, buffer.count, 0)
            requests.change { $0.append(String(decoding: buffer[..<max(count, 0)], as: UTF8.self)) }
            let answer = Array("HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n".utf8)
            send(client, answer, answer.count, Int32(MSG_NOSIGNAL))
        }
        let lamp = "<Dispositivo><Nombre>Lampara</Nombre><Tipo>1</Tipo></Dispositivo>"
        let household = try await FleetHousehold(more: lamp, server: server.port)
        try household.startFleet()
        try await eventually("an order for the house") { try domo(household, "off", "Casa").status == 0 }
        try await eventually("the lamp that is off") {
            requests.read { $0.contains { $0.contains("operation=disable&PERVMLSERVICENAME=Lampara") } }
        }
        try await eventually("the reading") {
            try await household.answer("show Lampara")["readings"]?[0]?["value"]?.string == "off"
        }
        let scene = try household.folder.write("cine.domo", "set Lampara on\ndim Brillo 30\n")
        let run = try domo(household, "run", scene)
        #expect(run.status == 0 && run.output.contains("dim Brillo 30"), "\(run)")
        #expect(requests.read { $0.contains { $0.contains("operation=enable&PERVMLSERVICENAME=Lampara") } })
        let all = try domo(household, "set", "--all", "Casa", "on")
        #expect(all.status == 0 && all.output.contains("Lampara"), "\(all)")
        await household.stop()
    }

    /// Signals and their exit status are those of domo, and nothing is left behind.
    @Test func relayEndsWithTheCommand() async throws {
        let household = try await FleetHousehold()
        try household.startFleet()
        let options = ["--fleet", "casa0001", "--fleet-credentials", try credentials(household)]
        let runtime = "\(household.folder.path)/runtime"
        #expect(mkdir(runtime, 0o700) == 0)
        for (signal, status) in [(SIGINT, 0), (SIGTERM, 143), (SIGKILL, 137)] as [(CInt, CInt)] {
            let watch = try ChildProcess(
                BuiltProgram.path("domo"),
                options + ["watch"],
                environment: ["XDG_RUNTIME_DIR": runtime]
            )
            try await eventually("an event") {
                _ = try await household.answer("toggle Luz")
                return watch.output.contains("Luz")
            }
            watch.send(signal)
            #expect(try watch.waitForEnd() == status)
            try await eventually("the end of the relay") { FileStatus.names(in: runtime)?.isEmpty == true }
        }
        await household.stop()
    }

    @Test func mistakesAreExplained() async throws {
        let household = try await FleetHousehold()
        let path = try credentials(household)
        let fleet = BuiltProgram.path("domo-fleet")
        let noToken = try ChildProcess.run(fleet, ["call", "casa0002", "--credentials", path, "--", "ls"])
        #expect(noToken.status == 78 && noToken.errors.contains("casa0002.token"), "\(noToken)")
        let noHouse = try ChildProcess.run(fleet, ["call", "Casa", "--credentials", path, "--", "ls"])
        #expect(noHouse.status == 64 && noHouse.errors.contains("not the ID of a house"), "\(noHouse)")
        let noFile = try ChildProcess.run(fleet, ["call", "casa0001", "--credentials", path + "x", "--", "ls"])
        #expect(noFile.status == 78 && noFile.errors.contains("can't read the credentials"), "\(noFile)")
        let options = ["--credentials", path, "--nats", "nats://127.0.0.1:1"]
        let noServer = try ChildProcess.run(fleet, ["call", "casa0001"] + options + ["--", "ls"])
        #expect(noServer.status == 69 && noServer.errors.contains("not connected to the fleet"), "\(noServer)")
        await household.stop()
    }
}
