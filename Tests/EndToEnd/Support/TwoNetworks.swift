import DomoTestKit
import Foundation
import Glibc
import Testing

/// Two machines on one cable, simulated by two network namespaces with a veth pair between them, and
/// multicast on it. It needs root (CAP_SYS_ADMIN and CAP_NET_ADMIN); without them, the test fails.
final class TwoNetworks {
    /// The side of domod, and that of the bus.
    enum Side: CaseIterable {
        case near, far
    }

    private static let programs = (ip: "/usr/sbin/ip", nsenter: "/usr/bin/nsenter")

    private let household: Household
    private let names: [Side: String]

    static let near = "10.77.0.1"
    static let far = "10.77.0.2"
    /// The far machine has the same.
    static let farToo = "10.77.0.3"

    static func with(_ household: Household, _ body: (TwoNetworks) throws -> Void) throws {
        let networks = TwoNetworks(household)
        defer { networks.remove() }
        try networks.make()
        try body(networks)
    }

    private init(_ household: Household) {
        self.household = household
        let name = household.folder.path.split(separator: "/").last.map(String.init) ?? "domo"
        names = [.near: "\(name)-near", .far: "\(name)-far"]
    }

    private func name(_ side: Side) -> String { names[side] ?? "" }

    private func make() throws {
        for side in Side.allCases { try ip("netns", "add", name(side)) }
        try ip(
            "-n",
            name(.near),
            "link",
            "add",
            "knx0",
            "type",
            "veth",
            "peer",
            "name",
            "knx0",
            "netns",
            name(.far)
        )
        for (side, address) in [(Side.near, Self.near), (.far, Self.far), (.far, Self.farToo)] {
            try ip("-n", name(side), "addr", "add", "\(address)/24", "dev", "knx0")
        }
        for side in Side.allCases {
            try ip("-n", name(side), "link", "set", "knx0", "up")
            try ip("-n", name(side), "link", "set", "lo", "up")
            try ip("-n", name(side), "route", "add", "224.0.0.0/4", "dev", "knx0")
        }
    }

    func setNear(isUp: Bool) throws {
        try ip("-n", name(.near), "link", "set", "knx0", isUp ? "up" : "down")
        if isUp { try ip("-n", name(.near), "route", "replace", "224.0.0.0/4", "dev", "knx0") }
    }

    /// As when the cable is pulled.
    func setFar(isUp: Bool) throws { try ip("-n", name(.far), "link", "set", "knx0", isUp ? "up" : "down") }

    /// As when a DHCP server gives no address any more.
    func removeNearAddress() throws { try ip("-n", name(.near), "addr", "flush", "dev", "knx0") }

    func addNearAddress() throws {
        try ip("-n", name(.near), "addr", "add", "\(Self.near)/24", "dev", "knx0")
        try ip("-n", name(.near), "route", "replace", "224.0.0.0/4", "dev", "knx0")
    }

    func removeMulticastRoute() throws { try ip("-n", name(.near), "route", "del", "224.0.0.0/4") }

    private func ip(_ arguments: String...) throws {
        let finished = try household.run(Self.programs.ip, arguments)
        guard finished.status != 0 else { return }
        throw KitFault(
            description: "two network namespaces are needed, which takes root and the package iproute2: "
                + "ip \(arguments.joined(separator: " ")): \(finished)"
        )
    }

    /// The namespaces end with their last program. A failed cleanup must not hide the result of a test.
    private func remove() {
        for side in Side.allCases { _ = try? household.run(Self.programs.ip, ["netns", "del", name(side)]) }
    }

    // MARK: Programs

    /// The whole command that starts a program there.
    private func words(_ side: Side, _ program: String, _ arguments: [String]) -> [String] {
        ["--net=/run/netns/\(name(side))", "--", Programs.path(program)]
            + arguments
    }

    func start(_ side: Side, _ program: String, _ arguments: [String]) throws -> ChildProcess {
        try household.start(Self.programs.nsenter, words(side, program, arguments))
    }

    func run(_ side: Side, _ program: String, _ arguments: [String]) throws -> Finished {
        try household.run(Self.programs.nsenter, words(side, program, arguments))
    }

    /// A simulated house on the far side, with the household's house file.
    func startSimulator(_ options: [String], address: String = far) throws -> ChildProcess {
        let simulator = try start(
            .far,
            "domo-sim",
            [household.home, "--host", address, "--port", "8480", "--knx"] + options
        )
        try simulator.wait(for: "its interface") { output, _ in output.contains("listening on knx://") ? () : nil }
        return simulator
    }

    /// Sends an HTTP request to the simulated house.
    func ask(_ method: String, _ path: String) throws -> String {
        let finished = try run(.far, "/usr/bin/curl", ["-fsS", "-X", method, "http://\(Self.far):8480\(path)"])
        expect(finished)
        return finished.output
    }

    /// Starts the daemon of the household on the near side.
    func startDaemon(server: String?) throws { try startDaemon(server.map { ["--server", $0] } ?? []) }

    func startDaemon(_ options: [String]) throws {
        try household.adopt(start(.near, "domod", household.usual + options))
    }

    // MARK: The cable

    /// `setns(2)` for network namespaces, which Swift's Glibc does not import.
    private static func changeNetwork(to descriptor: Int32) -> Bool {
        guard let symbol = dlsym(dlopen(nil, RTLD_NOW), "setns") else { return false }
        let setns = unsafeBitCast(symbol, to: (@convention(c) (Int32, Int32) -> Int32).self)
        let network: Int32 = 0x4000_0000
        return setns(descriptor, network) == 0
    }

    /// Runs `body` on this thread in the network of a side, where its sockets stay.
    func enter<Value>(_ side: Side, _ body: () throws -> Value) throws -> Value {
        let own = open("/proc/thread-self/ns/net", O_RDONLY | O_CLOEXEC)
        let there = open("/run/netns/\(name(side))", O_RDONLY | O_CLOEXEC)
        defer { for descriptor in [own, there] where descriptor >= 0 { close(descriptor) } }
        guard own >= 0, there >= 0, Self.changeNetwork(to: there) else {
            throw KitFault(description: "can't enter \(name(side)): \(String(cString: strerror(errno)))")
        }
        defer {
            guard Self.changeNetwork(to: own) else {
                // Otherwise the thread would stay in the wrong network.
                fatalError("can't leave \(name(side)): \(String(cString: strerror(errno)))")
            }
        }
        return try body()
    }
}
