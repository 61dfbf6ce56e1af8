import DomoBridge
import DomoTestKit
import Glibc
import Testing

@testable import DomoFleet

struct StoreCredentialsTests {
    private let seed = Secret("SU" + String(repeating: "A", count: 56))

    @Test func fileIsReadAsWritten() throws {
        let folder = try TemporaryFolder()
        let path = "\(folder.path)/worker"
        let credentials = try #require(
            StoreCredentials(name: "worker-1", servers: ["tls://n1:4222"], authority: "/etc/ca.pem", seed: seed)
        )
        try credentials.write(to: path)
        #expect(try StoreCredentials(file: path) == credentials)
        #expect(credentials.inbox == "domo.v1.store.worker-1")
        #expect(chmod(path, 0o640) == 0)
        #expect(throws: HouseFault.self) { try StoreCredentials(file: path) }
    }

    /// The name is a token in subjects.
    @Test(arguments: ["", "a.b", "*", ">", "A", "a b", String(repeating: "a", count: 33)])
    func otherNamesAreRefused(name: String) throws {
        #expect(StoreCredentials(name: name, servers: ["tls://n1:4222"], authority: nil, seed: seed) == nil)
        let text = #"{"v":1,"store":"\#(name)","servers":["tls://n1:4222"],"seed":"\#(seed.value)"}"#
        #expect(throws: HouseFault.self) { try StoreCredentials(json: Array(text.utf8)) }
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
