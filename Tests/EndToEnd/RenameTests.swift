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
}
