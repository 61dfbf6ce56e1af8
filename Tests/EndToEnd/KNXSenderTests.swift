import DomoTestKit
import Foundation
import Testing

/// Whose frames a link accepts in a network: listed routers, and the configured address of an interface. Three hosts in two
/// network namespaces.
@Suite(.waits) struct KNXSenderTests {
    /// 1/4/1, the state of the lamp.
    private static let state: UInt16 = 0x0C01
    private static let group = "224.0.23.12"

    /// A house with routing, and its router at `TwoNetworks.far`.
    private static func routing(_ entry: String, _ body: (Household, TwoNetworks) throws -> Void) throws {
        try Household.with { household in
            try household.folder.write("home.xml", KNXTests.home())
            try household.folder.write("domod.yaml", "server: {url: \"knx+routing://\"\(entry)}\n")
            try TwoNetworks.with(household) { networks in
                _ = try networks.startSimulator(["--knx-routing", group])
                try networks.startDaemon(["--config", "\(household.folder.path)/domod.yaml"])
                try household.eventually("the state") {
                    try household.domo("show", "Lamp").output.contains("confirmed by the house")
                }
                try body(household, networks)
            }
        }
    }

    @Test func routingAcceptsListedRoutersAlone() throws {
        try Self.routing(", accept: [\(TwoNetworks.far)]") { household, networks in
            expect(try household.domo("set", "Lamp", "off", "--wait", "confirmed"), says: ["confirmed"])
            try networks.enter(.far) {
                let forger = try Forger(TwoNetworks.farToo)
                for _ in 0..<1000 { try forger.send(Forger.routingIndication(Self.state, 1), to: 3671, at: Self.group) }
            }
            try household.eventually("the count") {
                try household.domo("status").output.contains("1000 datagrams of others dropped")
            }
            expect(try household.domo("show", "Lamp"), says: ["off", "confirmed by the house"])
            _ = try networks.ask("POST", "/bus/press?group=0/0/1&value=on")
            try household.eventually("the router") { try household.domo("show", "Lamp").output.contains("on") }
            #expect(try !household.domo("doctor").output.contains("believes every sender"))
        }
    }

    @Test func doctorWarnsOfRoutingWithoutAList() throws {
        try Self.routing("") { household, _ in
            let doctor = try household.domo("doctor").output
            #expect(doctor.contains("routing believes every sender"), "\(doctor)")
            #expect(doctor.contains("accept: [192.168.1.21]"), "\(doctor)")
        }
    }

    /// A real knxd with two addresses answers from the one of its route.
    @Test func interfaceThatAnswersFromItsOtherAddressIsExplained() throws {
        try Household.with { household in
            try household.folder.write("home.xml", KNXTests.home())
            try TwoNetworks.with(household) { networks in
                _ = try BusDaemon(household, in: networks, routes: false)
                try networks.startDaemon(server: "knx://\(TwoNetworks.farToo)")
                try household.eventually("the reason") {
                    try household.domo("status").output.contains("but one from \(TwoNetworks.far):3671")
                }
                let doctor = try household.domo("doctor").output
                #expect(doctor.contains("\(TwoNetworks.far):3671 answered in place of the interface"), "\(doctor)")
                #expect(doctor.contains("nat: yes"), "\(doctor)")
            }
        }
    }
}
