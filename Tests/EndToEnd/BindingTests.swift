import DomoTestKit
import Foundation
import Testing

/// Elements that a server does not know by name: only the configuration decides what a device does.
@Suite(.waits) struct BindingTests {
    private static let home = Household.oneHouse(
        ["Lamp", "Light", "Plug", "Fan"].map { "<Dispositivo><Nombre>\($0)</Nombre><Tipo>1</Tipo></Dispositivo>" }
            .joined()
    )

    private struct Status: Decodable { var warnings: [String] }

    private struct Element: Decodable {
        struct Reading: Decodable {
            var value: String?
            var certainty: String
            var stale: Bool
            var connected: Bool?
        }
        var readings: [Reading]
    }

    private func reading(_ name: String, _ household: Household) throws -> Element.Reading {
        try #require(try household.ask("show \(name)", Element.self).readings.first)
    }

    /// Runs a daemon whose house is a Shelly device.
    private func run(_ elements: String, _ body: (Household, RecordingServer) throws -> Void) throws {
        try Household.with { household in
            let server = try RecordingServer()
            let file = try household.folder.write("domod.yaml", Self.configuration(elements, household, server))
            try household.folder.write("home.xml", Self.home)
            try household.startedDaemon(["--config", file])
            try body(household, server)
        }
    }

    private static func configuration(_ elements: String, _ household: Household, _ server: RecordingServer) -> String {
        """
        homes: \(household.home)
        socket: \(household.socket)
        state: \(household.state)
        server: {url: "http://127.0.0.1:\(server.port)", dialect: shelly-gen2, elements: \(elements)}

        """
    }

    private func orders(_ server: RecordingServer) -> [String] {
        server.requests.map(\.line).filter { $0.contains(".Set") }
    }

    @Test func elementWithoutAnEntryControlsNoDevice() throws {
        try run("{Lamp: {id: 0}, Lihgt: {id: 1}, Plug: {id: 2}, Fan: {id: 3}}") { household, server in
            let refused = try household.domo("set", "Light", "on")
            expect(refused, status: 78, says: ["Casa/Light is not connected", "elements"])
            #expect(orders(server).isEmpty)
            let light = try reading("Light", household)
            #expect(light.connected == false)
            #expect(light.certainty == "unknown")
            let shown = try household.domo("show", "Light")
            #expect(shown.output.contains("not connected"), "\(shown)")
            let warnings = try household.ask("status", Status.self).warnings
            #expect(warnings.contains { $0.contains("Casa/Light") && $0.contains("not connected") }, "\(warnings)")
            #expect(warnings.contains { $0.contains("Lihgt") }, "\(warnings)")
        }
    }

    @Test func elementsOfOneDeviceShowTheSameAndAreNamedInAWarning() throws {
        try run("{Lamp: {id: 0}, Light: {id: 0}, Plug: {id: 1}, Fan: {id: 3}}") { household, server in
            expect(try household.domo("set", "Light", "on"))
            #expect(orders(server) == ["GET /rpc/Switch.Set?id=0&on=true HTTP/1.1"])
            for name in ["Lamp", "Light"] { #expect(try reading(name, household).value == "on") }
            #expect(try reading("Plug", household).value == nil)
            let warning = try household.ask("status", Status.self).warnings.filter { $0.contains("the same device") }
            #expect(warning.count == 1)
            #expect(warning.first?.contains("Casa/Lamp and Casa/Light") == true)
            try household.waitForLog("Casa/Lamp and Casa/Light are the same device")
            // Its own device again: the readings of the other don't apply.
            let elements = "{Lamp: {id: 0}, Light: {id: 2}, Plug: {id: 1}, Fan: {id: 3}}"
            try household.folder.write("domod.yaml", Self.configuration(elements, household, server))
            expect(try household.domo("reload"))
            #expect(try reading("Lamp", household).value == "on")
            #expect(try reading("Light", household).value == nil)
            #expect(try household.ask("status", Status.self).warnings.isEmpty)
        }
    }
}
