import DomoBridge
import DomoTestKit
import Glibc
import Testing

@testable import DomoFleet

struct UserCredentialsTests {
    private static let seed = "SU" + String(repeating: "A", count: 56)

    @Test(arguments: UserCredentials.Kind.allCases)
    func fileIsReadAsWritten(_ kind: UserCredentials.Kind) throws {
        let folder = try TemporaryFolder()
        let path = "\(folder.path)/user"
        let credentials = try #require(
            UserCredentials(
                kind,
                name: "user-1",
                servers: ["tls://n1:4222"],
                authority: "/etc/ca.pem",
                seed: Secret(Self.seed)
            )
        )
        try credentials.write(to: path)
        #expect(try UserCredentials(file: path, of: kind) == credentials)
        for other in UserCredentials.Kind.allCases where other != kind {
            let fault = #expect(throws: HouseFault.self) { try UserCredentials(file: path, of: other) }
            let message = fault?.description ?? ""
            #expect(message.contains("those of \(kind.words); expected \(other.words)"), "\(message)")
        }
        #expect(chmod(path, 0o640) == 0)
        #expect(throws: HouseFault.self) { try UserCredentials(file: path, of: kind) }
    }

    /// As earlier versions wrote them.
    @Test(arguments: [
        (#"{"v":1,"store":"worker-1","ca":"/etc/ca.pem","servers":["tls://n1:4222"],"seed":"\#(seed)"}"#, "store"),
        (#"{"v":1,"asker":"worker-1","ca":"/etc/ca.pem","servers":["tls://n1:4222"],"seed":"\#(seed)"}"#, "asker"),
    ])
    func fileOfAnyVersionIsRead(text: String, kind: String) throws {
        let credentials = try UserCredentials(json: Array(text.utf8))
        #expect(credentials.kind.rawValue == kind && credentials.name == "worker-1")
        #expect(String(decoding: credentials.json, as: UTF8.self) == text + "\n")
    }

    /// The name is a token in subjects.
    @Test(arguments: ["", "a.b", "*", ">", "A", "a b", String(repeating: "a", count: 33)])
    func otherNamesAreRefused(name: String) throws {
        let servers = ["tls://n1:4222"]
        for kind in UserCredentials.Kind.allCases {
            let seed = Secret(Self.seed)
            #expect(UserCredentials(kind, name: name, servers: servers, authority: nil, seed: seed) == nil)
            let text = #"{"v":1,"\#(kind.rawValue)":"\#(name)","servers":["tls://n1:4222"],"seed":"\#(Self.seed)"}"#
            #expect(throws: HouseFault.self) { try UserCredentials(json: Array(text.utf8)) }
        }
        let nameless = #"{"v":1,"servers":["tls://n1:4222"],"seed":"\#(Self.seed)"}"#
        #expect(throws: HouseFault.self) { try UserCredentials(json: Array(nameless.utf8)) }
    }

    @Test(arguments: [
        "domo.v1.to.casa0001.i.a", "domo.v1.to.casa0001.do.a.b", "domo.v1.to.x.i.a.b", "domo.v1.to.casa0001.i.*.b",
        "domo.v1.to.casa0001.i..b", "$JS.API.a.b.c.d.e", "domo.v1.to.casa0001.i.a.b.c",
    ])
    func otherSubjectsAreNoInboxesOfHouses(subject: String) { #expect(!FleetSubjects.isForTime(subject)) }

    @Test func inboxOfAHouseIsOne() throws {
        let house = try #require(HouseID("casa0001"))
        #expect(FleetSubjects.isForTime(FleetSubjects.inbox(of: house, secret: "abc") + ".1"))
    }
}
