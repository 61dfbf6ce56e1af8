import DomoTestKit
import Foundation
import Glibc
import Testing

/// A real knxd with an empty bus, on a free UDP port, and knxtool as another device on it; or one
/// whose bus is KNXnet/IP routing on another machine.
final class BusDaemon {
    let port: Int
    private let household: Household
    private let networks: TwoNetworks?
    private let routes: Bool
    private var daemon: ChildProcess?
    private var listener: ChildProcess?

    private var socket: String { "\(household.folder.path)/knxd.sock" }
    private var local: String { "local:\(socket)" }
    var url: String { "knx://127.0.0.1:\(port)" }

    init(_ household: Household) throws {
        self.household = household
        networks = nil
        routes = false
        port = try Loopback.freePort(.datagram)
        try start()
    }

    /// On the far side, at the default port.
    ///
    /// - Parameter routes: whether its bus is the multicast group; otherwise it is an interface found by searches.
    init(_ household: Household, in networks: TwoNetworks, routes: Bool) throws {
        self.household = household
        self.networks = networks
        port = 3671
        self.routes = routes
        try start()
    }

    func start() throws {
        unlink(socket)
        let program = "/usr/bin/knxd"
        let arguments =
            routes
            ? ["-f", "5", "-e", "1.1.20", "-E", "1.1.21:8", "-u", socket, "-b", "ip:"]
            : [
                "-f", "5", "-e", "0.0.1", "-E", "0.0.2:8", "-D", "-T", "-S224.0.23.12:\(port)", "-u", socket, "-b",
                "dummy:",
            ]
        daemon = try networks?.start(.far, program, arguments) ?? household.start(program, arguments)
        // The file is there before it takes connections.
        try household.eventually("knxd to take connections") { self.takesConnections }
    }

    private var takesConnections: Bool {
        let descriptor = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        return UnixSocket.withAddress(socket) { connect(descriptor, $0, $1) == 0 }
    }

    /// Kills it, as in a power cut.
    func kill() {
        daemon?.finish()
        daemon = nil
    }

    // MARK: Another device

    func write(_ address: String, _ value: String) throws {
        expect(try household.run("/usr/bin/knxtool", ["groupswrite", local, address, value]))
    }

    /// More than six bits: `0C 33`.
    func write(_ address: String, octets: String...) throws {
        expect(try household.run("/usr/bin/knxtool", ["groupwrite", local, address] + octets))
    }

    /// Records all telegrams from now on.
    func listen() throws {
        // It prints nothing when it is ready, so send it telegrams. One that ended, or that heard none of
        // them, is started again.
        var attempts = 0
        try household.eventually("knxtool to listen") {
            if attempts % 50 == 0 || self.listener?.status != nil {
                self.listener?.finish()
                self.listener = try self.household.start("/usr/bin/knxtool", ["groupsocketlisten", self.local])
            }
            attempts += 1
            try self.write("31/7/255", "0")
            return !self.telegrams.isEmpty
        }
    }

    /// `1/0/1=01`, `1/4/1?`, without those written by `listen`.
    var seen: [String] { telegrams.filter { !$0.hasPrefix("31/7/255") } }

    private var telegrams: [String] {
        (listener?.output ?? "").split(separator: "\n").compactMap { line in
            let words = line.split(separator: " ").map(String.init)
            guard words.count >= 5, words[1] == "from", words[3] == "to" else { return nil }
            let address = words[4].replacingOccurrences(of: ":", with: "")
            switch words[0] {
            case "Write": return "\(address)=\(words[5...].joined())"
            case "Response": return "\(address)!\(words[5...].joined())"
            default: return "\(address)?"
            }
        }
    }

    @discardableResult
    func wait(for telegram: String) throws -> [String] {
        try household.eventually("the telegram \(telegram)") { self.seen.contains(telegram) }
        return seen
    }
}
