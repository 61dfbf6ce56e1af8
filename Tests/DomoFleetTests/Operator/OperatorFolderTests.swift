import DomoNATS
import DomoSystem
import DomoTestKit
import Glibc
import Testing

@testable import DomoFleet

/// The folder of a fleet's operator, without servers.
struct OperatorFolderTests {
    private let folder: TemporaryFolder
    private var path: String { "\(folder.path)/op" }

    init() throws { folder = try TemporaryFolder() }

    private func create(_ servers: [String] = ["tls://n1.example:4222"]) throws -> OperatorFolder {
        try OperatorFolder.create(path, OperatorFolder.Plan(servers: servers), now: 1_795_000_000)
    }

    @Test func filesAreForTheirOwnerAlone() throws {
        let made = try create()
        #expect(try OperatorFolder(path).fleet == made.fleet)
        for name in try FileBytes.names(in: path) {
            let mode = FileStatus.mode(of: "\(path)/\(name)").map { $0 & 0o777 }
            #expect(mode == (FileBytes.isFolder("\(path)/\(name)") ? 0o700 : 0o600), "\(name)")
        }
        for seed in OperatorFolder.Seed.allCases { #expect(try made.seed(seed).key.kind == seed.kind) }
        #expect(chmod("\(path)/operator.seed", 0o640) == 0)
        #expect(throws: HouseFault.self) { try made.seed(.operator) }
    }

    @Test func secondFleetDoesNotReplaceTheFirst() throws {
        let made = try create()
        #expect(throws: HouseFault.self) { try create() }
        #expect(try OperatorFolder(path).fleet == made.fleet)
        #expect(throws: HouseFault.self) { try OperatorFolder("\(folder.path)/none") }
    }

    @Test(arguments: [
        [], ["n1"], ["http://n1:1"], ["nats://n1.example:4222"], Array(repeating: "tls://n1:1", count: 9),
    ])
    func otherServersAreRefused(servers: [String]) throws {
        #expect(throws: (any Error).self) { try create(servers) }
        #expect(!FileBytes.isThere(path))
    }

    @Test func folderThatOthersCanReadIsRefused() throws {
        #expect(mkdir(path, 0o755) == 0)
        #expect(throws: HouseFault.self) { try create() }
        #expect(try FileBytes.names(in: path).isEmpty)
    }

    @Test func revokedKeysAreForgottenWhenTheirCredentialsHaveEnded() throws {
        let keys = try (0..<3).map { _ in try NKeySeed().key }
        var revocations = Revocations()
        try revocations.add([keys[0]], at: 100, end: 200)
        try revocations.add([keys[1]], at: 150, end: nil)
        #expect(revocations.times == ["\(keys[0])": 100, "\(keys[1])": 150])
        #expect(try Revocations(json: revocations.json) == revocations)
        try revocations.add([keys[2], keys[1]], at: 300, end: 400)
        #expect(revocations.times == ["\(keys[2])": 300, "\(keys[1])": 300])
        // Servers ignore a JWT that is older than the one they have.
        #expect(revocations.issue(at: 500) == 500)
        #expect(revocations.issue(at: 500) == 501)
        #expect(revocations.issue(at: 400) == 502)
    }

    /// The account's JWT must fit into a message.
    @Test func numberOfRevokedKeysIsLimited() throws {
        let made = try create()
        var revocations = Revocations()
        let keys = try (0..<Revocations.maxCount).map { _ in try NKeySeed().key }
        try revocations.add(keys, at: 1_795_000_000, end: nil)
        #expect(throws: HouseFault.self) { try revocations.add([try NKeySeed().key], at: 1, end: nil) }
        let accounts = FleetAccounts(fleet: made.fleet, operator: try made.seed(.operator))
        #expect(try accounts.fleetJWT(revocations, issued: 1).text.utf8.count < 250_000)
        #expect(revocations.json.count < Revocations.maxBytes)
    }

    @Test func newIDsHaveTheLettersOfTheName() throws {
        #expect(try HouseID.new(for: "Calle Mayor 3, 2º").text.hasPrefix("callemayor"))
        #expect(try HouseID.new(for: "海").text.utf8.count == 12)
        #expect(try HouseID.new(for: "Ana") != HouseID.new(for: "Ana"))
    }

    @Test func templateIsThatOfEachHouse() throws {
        let template = Permissions.template { .house($0) }
        for id in ["casa0001", "0123456789abcdef"] {
            let house = try NamesTests.house(id)
            let fill = { (subject: String) in
                subject.replacing("{{name()}}", with: id)
                    .replacing("{{tag(pp)}}", with: Permissions.tags(of: house)[0].dropFirst(3))
            }
            let filled = Permissions(publish: template.publish.map(fill), subscribe: template.subscribe.map(fill))
            #expect(filled == .house(house))
        }
    }
}
