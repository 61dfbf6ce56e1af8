import DomoLanguage
import DomoModel
import Testing

@testable import DomoCLI

@Suite struct LoggedNamesTests {
    private let names = LoggedNames { (request) throws(Fault) in
        let reply: String
        switch request {
        case .show("lamp"):
            reply = #"{"ok":{"path":"Casa/Lamp","name":"Lamp","kind":"device","types":[],"readings":[]}}"#
        case .show: reply = #"{"error":{"code":"unknown-element","message":"there is no element"}}"#
        case .scenes: reply = #"{"ok":{"scenes":[{"name":"Buenas noches","file":"n.domo","steps":1,"triggers":[]}]}}"#
        default: reply = Self.status
        }
        return try ReplyLine(Array(reply.utf8))
    }

    private static let status =
        #"{"ok":{"version":"1","since":"2026-01-01T00:00:00.000Z","loaded":"2026-01-01T00:00:00.000Z","houses":[],"#
        + #""servers":[],"links":[{"key":"casa","kind":"http","endpoints":[{"endpoint":"http://a","reachable":null},"#
        + #"{"endpoint":"http://b","reachable":true}]}],"accepted":0,"failed":0,"confirmed":0,"unconfirmed":0,"#
        + #""warnings":[]}}"#

    @Test func namesAreCompletedByTheDaemon() throws {
        #expect(try names.element("lamp") == ["DOMO_ELEMENT=Casa/Lamp"])
        #expect(try names.scene("buenas Noches") == ["DOMO_SCENE=Buenas noches"])
        #expect(try names.link("casa") == ["DOMO_LINK=http://a", "DOMO_LINK=http://b"])
        #expect(try names.link("http://b") == ["DOMO_LINK=http://b"])
    }

    @Test func unknownNameIsAnError() throws {
        #expect(throws: Fault.self) { try names.element("nobody") }
        let link = try #require(throws: Fault.self) { try names.link("knx") }
        #expect(link.message == "there is no link \"knx\"" && link.hint == "use one of: casa, http://a, http://b")
        let scene = try #require(throws: Fault.self) { try names.scene("Buenas nochs") }
        #expect(scene.hint == "did you mean 'Buenas noches'?")
    }

    @Test func withoutADaemonNamesAreTakenAsTheyAre() throws {
        let names = LoggedNames(socket: "/nonexistent/domo.sock")
        #expect(try names.element("Casa/Lamp") == ["DOMO_ELEMENT=Casa/Lamp"])
        #expect(try names.link("http://a") == ["DOMO_LINK=http://a"])
        #expect(try names.scene("Noche") == ["DOMO_SCENE=Noche"])
    }
}
