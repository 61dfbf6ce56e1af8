import DomoEngine
import DomoLanguage
import DomoModel
import DomoSystem
import DomoTestKit
import Testing

@testable import DomoDaemon

/// `access:` in the configuration file.
struct AccessSettingsTests {
    private static let accounts = Accounts(
        user: { ["ana": 1001, "luis": 1002, "domo-web": 990][$0] },
        group: { ["familia": 2001][$0] }
    )

    private func read(_ text: String, _ body: (Configuration.Access, _ file: String) throws -> Void) throws {
        let folder = try TemporaryFolder()
        let file = folder.path + "/domod.yaml"
        try FileBytes.replace(file, with: Array(text.utf8))
        let access = try ConfigurationFile.read(file, accounts: Self.accounts).access
        try body(try #require(access), file)
    }

    private static let index = HouseIndex([
        House(
            name: "Casa",
            elements: [],
            sectors: ["Salon", "Jardin"].map { name in
                Sector(name: name, elements: [Element(name: "Luz", kind: .device, types: FacetTypes([.binary])!)])
            }
        )
    ])

    @Test func usersAndGroupsAreGivenByNameOrId() throws {
        let text = """
            access:
              users:
                ana: {role: act, places: [Casa/Salon, Jardin/Luz]}
                1005: {role: read}
                domo-web: {role: none}
              groups:
                familia: {role: manage, places: casa}
                0: {role: manage}
            """
        try read(text) { access, _ in
            let (rules, warnings) = access.rules(for: Self.index)
            #expect(warnings.isEmpty)
            #expect(
                rules.grants == [
                    .user(1001): .init(role: .act, places: ["Casa/Salon", "Casa/Jardin/Luz"]),
                    .user(1005): .init(role: .read), .user(990): .init(role: .none),
                    .group(2001): .init(role: .manage, places: ["Casa"]), .group(0): .init(role: .manage),
                ]
            )
            #expect(rules.owner != nil)
        }
    }

    @Test func doorsAreAllowedUnlessSaid() throws {
        try read("access: {users: {ana: {role: act}, 1005: {role: act, doors: no}, 1006: {role: act, doors: yes}}}") {
            access,
            _ in
            let grants = access.rules(for: Self.index).rules.grants
            #expect(
                grants == [
                    .user(1001): .init(role: .act), .user(1005): .init(role: .act, opensDoors: false),
                    .user(1006): .init(role: .act),
                ]
            )
        }
    }

    @Test func tokensHaveRates() throws {
        func rates(_ text: String) throws -> AccessRules.OrderRates? {
            var found: AccessRules.OrderRates?
            try read(text) { access, _ in found = access.rules(for: Self.index).rules.orderRates }
            return found
        }
        #expect(try rates("access: {}") == .init())
        #expect(
            try rates("access: {tokens: {order-rate: 5, order-burst: 9, own-rates: {hub: 200}}}")
                == .init(tree: .init(perSecond: 5, burst: 9), tokens: ["hub": 200])
        )
    }

    @Test func unknownUserGroupOrPlaceIsAWarning() throws {
        let text = """
            access:
              users:
                eva: {role: manage}
                ana: {role: act, places: [Casa/Cocina, Luz, Casa/Salon]}
                luis: {role: act, places: [Cocina]}
              groups: {tecnicos: {role: read}}
            """
        try read(text) { access, file in
            let (rules, warnings) = access.rules(for: Self.index)
            let prefixes = [
                "\(file):3:5: there is no user \"eva\"", "\(file):6:12: there is no group \"tecnicos\"",
                "\(file):4:31: there is no house, sector or element \"Casa/Cocina\"",
                "\(file):4:44: \"Luz\" is ambiguous; use one of \"Casa/Salon/Luz\", \"Casa/Jardin/Luz\"",
                "\(file):5:32: there is no house, sector or element \"Cocina\"",
            ]
            #expect(warnings.count == prefixes.count)
            for prefix in prefixes { #expect(warnings.contains { $0.hasPrefix(prefix) }, "\(warnings)") }
            // An unknown place never becomes everything.
            #expect(
                rules.grants == [
                    .user(1001): .init(role: .act, places: ["Casa/Salon"]), .user(1002): .init(role: .act, places: []),
                ]
            )
        }
    }

    @Test(arguments: [
        ("access: [ana]", "1:9: error: access is not a mapping"),
        ("access: {people: {}}", "1:10: error: unknown key \"people\" in access"),
        ("access: {users: {ana: act}}", "1:23: error: ana is not a mapping"),
        ("access: {users: {ana: {places: [A]}}}", "1:18: error: ana has no role; write role: act"),
        ("access: {users: {ana: {role: mange}}}", "1:30: error: unknown role \"mange\"; did you mean \"manage\"?"),
        ("access: {users: {ana: {role: x}}}", "the roles are: none, read, act, manage"),
        ("access: {users: {nadie: {role: x}}}", "unknown role \"x\""),
        ("access: {users: {ana: {role: act, place: A}}}", "1:35: error: unknown key \"place\" in ana"),
        ("access: {users: {ana: {role: act, places: []}}}", "1:43: error: places is empty"),
        ("access: {users: {ana: {role: act, places: [{}]}}}", "1:44: error: places is not a text"),
        ("access: {users: {ana: {role: act, doors: maybe}}}", "1:42: error: doors"),
        (
            "access: {users: {ana: {role: read, doors: true}}}",
            "1:43: error: ana has the role read, which gives no orders"
        ),
        ("access: {users: {ana: {role: manage, doors: false}}}", "1:45: error: ana has the role manage, which always"),
        ("access: {users: {ana: {role: act}, 1001: {role: read}}}", "1:36: error: 1001 has two entries"),
        ("access: {tokens: {order-rate: 0}}", "1:31: error: order-rate is not a number of orders; 1–10000"),
        ("access: {tokens: {own-rates: {hub: fast}}}", "1:36: error: the rate of hub is not a number of orders"),
        ("access: {tokens: {rate: 5}}", "unknown key \"rate\" in tokens"),
        ("access: {users: {ana: {role: act}, ana: {role: read}}}", "\"ana\" is given twice"),
    ])
    func mistakeIsReportedAtItsPosition(text: String, message: String) throws {
        let fault = try #require(throws: StartFault.self) { try read(text) { _, _ in } }
        #expect(fault.message.contains(message), "\(fault.message)")
        #expect(fault.status == .badConfiguration)
    }

    @Test func machineKnowsRoot() {
        #expect(Accounts.ofMachine.user("root") == 0)
        #expect(Accounts.ofMachine.group("root") == 0)
        #expect(Accounts.ofMachine.user("nobody-at-all") == nil)
        #expect(Accounts.ofMachine.group("nobody-at-all") == nil)
    }
}
