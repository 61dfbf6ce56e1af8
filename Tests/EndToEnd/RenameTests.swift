import DomoTestKit
import Foundation
import Testing

/// `domo rename`: the history of an element that has another name in its file.
@Suite(.waits) struct RenameTests {
    private static func house(_ name: String) -> String {
        Household.oneHouse(
            #"<Dispositivo><Nombre>\#(name)</Nombre><Tipo>1</Tipo><d:Virtual xmlns:d="urn:domo:house:1"/></Dispositivo>"#
        )
    }

    @Test func renamedElementKeepsItsHistory() throws {
        try Household.running(home: Self.house("Luz")) { household in
            expect(try household.domo("set", "Luz", "on"), says: ["confirmed"])
            // What a house still has keeps its own history.
            expect(try household.domo("rename", "Casa/Luz", "Luz"), status: 65, says: ["a house has Casa/Luz"])
            try household.folder.write("home.xml", Self.house("Lampara"))
            expect(try household.domo("reload"))
            expect(try household.domo("set", "Lampara", "off"), says: ["confirmed"])
            expect(try household.domo("rename", "Luz", "Lampara"), status: 68, says: ["the history has no Luz"])
            expect(try household.domo("rename", "Casa/Luz", "Nada"), status: 68, says: ["Nada"])
            expect(
                try household.domo("rename", "Casa/Luz", "Casa"),
                status: 68,
                says: ["nothing in Casa/Luz", "is a place"]
            )
            expect(
                try household.domo("rename", "Casa/Luz", "Lampara"),
                says: ["the history of Casa/Luz is that of Casa/Lampara now"]
            )
            expect(try household.domo("orders", "Lampara"), says: ["on", "off"])
            let orders = try household.domo("orders", "Lampara").output
            #expect(orders.split(separator: "\n").count == 3, "\(orders)")
        }
    }

    // MARK: - What is recognized

    private static func devices(_ names: String...) -> String {
        names.map { "<Dispositivo><Nombre>\($0)</Nombre><Tipo>1</Tipo></Dispositivo>" }.joined()
    }

    private static func sector(_ name: String, _ content: String) -> String {
        "<Sector><Nombre>\(name)</Nombre>\(content)</Sector>"
    }

    private struct Shown: Decodable {
        var id: String
        var path: String
    }

    private func id(_ name: String, in household: Household) throws -> String {
        try household.decoded(Shown.self, "show", name).id
    }

    private struct Model: Decodable {
        struct Place: Decodable {
            var id: String?
            var path: String
            var elements: [Place]?
            var sectors: [Place]?
            var parts: [Place]?

            var all: [Place] { [self] + ((elements ?? []) + (sectors ?? []) + (parts ?? [])).flatMap(\.all) }
        }
        var houses: [Place]
    }

    /// A flat with parts, whose model has fewer elements than are listed at once, and a house with more.
    @Test(arguments: [true, false])
    func modelHasTheIDsThatShowPrints(isFlat: Bool) throws {
        let home =
            isFlat ? Household.withoutPlans(Household.sample("samples/piso.xml")) : Household.lamps(300)
        try Household.running(home: home) { household in
            let all = try household.decoded(Model.self, "model", "--ids").houses.flatMap(\.all)
            #expect(all.count > 10 && all.allSatisfy { $0.id != nil })
            #expect(Set(all.map(\.id)).count == all.count)
            for thing in all.prefix(40) { #expect(try id(thing.path, in: household) == thing.id, "\(thing.path)") }
            let plain = try household.decoded(Model.self, "model").houses.flatMap(\.all)
            #expect(plain.map(\.path) == all.map(\.path) && plain.allSatisfy { $0.id == nil })
        }
    }

    /// A reload: the lamp is in another sector, and the server knows it by its name.
    @Test func movedElementIsRecognizedByAReload() throws {
        let before = Household.oneHouse(Self.sector("Salon", Self.devices("Lampara", "Otra")) + Self.devices("Timbre"))
        try Household.running(home: before) { household in
            expect(try household.domo("set", "Lampara", "on", "--wait", "accepted"))
            let (lamp, other, salon) = (
                try id("Lampara", in: household), try id("Otra", in: household), try id("Salon", in: household)
            )
            #expect(lamp.count == 16 && Set([lamp, other, salon]).count == 3)
            expect(try household.domo("show", "Lampara"), says: ["ID \(lamp)"])
            expect(try household.domo("show", "Salon"), says: ["Casa/Salon  sector", "2 elements", "ID \(salon)"])
            try household.folder.write(
                "home.xml",
                Household.oneHouse(
                    Self.sector("Salon", Self.devices("Otra")) + Self.sector("Hall", Self.devices("Lampara"))
                        + Self.devices("Timbre")
                )
            )
            let line = "Casa/Salon/Lampara is now Casa/Hall/Lampara: history and ID follow"
            expect(try household.domo("reload"), says: [line])
            try household.waitForLog(line)
            expect(try household.domo("show", "Hall/Lampara"), says: ["on", "ID \(lamp)"])
            let model = try household.decoded(Model.self, "model", "Hall", "--ids").houses.flatMap(\.all)
            #expect(model.first { $0.path == "Casa/Hall/Lampara" }?.id == lamp)
            #expect(try id("Otra", in: household) == other && id("Salon", in: household) == salon)
            expect(try household.domo("orders", "Hall/Lampara"), says: ["on"])
            expect(try household.domo("history", "Hall/Lampara"), says: ["on"])
            // Whatever is at its first path later is something else.
            try household.folder.write(
                "home.xml",
                Household.oneHouse(
                    Self.sector("Salon", Self.devices("Otra")) + Self.sector("Hall", Self.devices("Lampara"))
                        + Self.devices("Timbre") + Self.sector("Patio", Self.devices("Lampara"))
                )
            )
            // Two are the same device: neither is recognized when one goes.
            expect(try household.domo("reload"), says: ["are the same device"])
            try household.folder.write(
                "home.xml",
                Household.oneHouse(Self.sector("Salon", Self.devices("Lampara", "Otra")) + Self.devices("Timbre"))
            )
            let reloaded = try household.domo("reload")
            expect(reloaded)
            #expect(!reloaded.output.contains("is now"), "\(reloaded.output)")
            #expect(try id("Salon/Lampara", in: household) != lamp)
        }
    }

    /// The daemon does not run while the sector gets another name.
    @Test func renamedSectorIsRecognizedByAStart() throws {
        let virtual =
            #"<Dispositivo><Nombre>Modo</Nombre><Tipo>1</Tipo><d:Virtual xmlns:d="urn:domo:house:1"/></Dispositivo>"#
        let content = Self.sector("Salon", Self.devices("Lampara", "Otra") + virtual)
        try Household.running(home: Household.oneHouse(content)) { household in
            expect(try household.domo("set", "Lampara", "on", "--wait", "accepted"))
            expect(try household.domo("set", "Modo", "on"), says: ["confirmed"])
            let ids = try ["Lampara", "Otra", "Salon", "Casa"].map { try id($0, in: household) }
            try household.waitForFile("state/last-good/set")
            try household.stopDaemon()
            try household.folder.write("home.xml", Household.oneHouse(content.replacing("Salon", with: "Estar")))
            try household.startDaemon()
            try household.waitForLog("Casa/Salon is now Casa/Estar: history and ID follow")
            #expect(try ["Lampara", "Otra", "Estar", "Casa"].map { try id($0, in: household) } == ids)
            expect(try household.domo("orders", "Estar/Lampara"), says: ["on"])
            // A virtual element keeps its value.
            expect(try household.domo("show", "Estar/Modo"), says: ["on", "held by domo"])
            // Once.
            try household.eventually("copies of the new file") {
                try String(
                    contentsOfFile: "\(household.state)/last-good/files\(household.home)",
                    encoding: .utf8
                ).contains("Estar")
            }
            try household.stopDaemon()
            try household.startDaemon()
            #expect(household.daemon?.errorOutput.contains("is now") == false)
            #expect(try ["Lampara", "Otra", "Estar", "Casa"].map { try id($0, in: household) } == ids)
        }
    }

    /// What is not recognized: the name that the server knows is another.
    @Test func renamedByHandKeepsItsID() throws {
        try Household.running(home: Self.house("Luz")) { household in
            expect(try household.domo("set", "Luz", "on"))
            let first = try id("Luz", in: household)
            try household.folder.write("home.xml", Self.house("Lampara"))
            let reloaded = try household.domo("reload")
            #expect(!reloaded.output.contains("is now"), "\(reloaded.output)")
            #expect(try id("Lampara", in: household) != first)
            let watch = try household.startWatch(["--json"])
            expect(try household.domo("rename", "Casa/Luz", "Lampara"))
            #expect(try id("Lampara", in: household) == first)
            // Whoever uses IDs must ask again.
            try household.eventually("the event of the renaming") {
                watch.output.contains("Casa/Luz is Casa/Lampara now")
            }
            #expect(watch.output.contains("\"kind\":\"reload\""))
        }
    }
}
