import ArgumentParser
import DomoKNX
import DomoKNXHouse

/// The options of `domo-sim` for KNX.
struct KNXOptions: ParsableArguments {
    @Flag(name: .customLong("knx"), help: "Speak KNXnet/IP: tunnels over UDP.")
    var isWanted = false

    @Option(name: .customLong("knx-port"), help: "The port of the interface; 0 lets the system choose.")
    var port = 3671

    @Option(name: .customLong("knx-slots"), help: "The number of tunnels, 1–15.")
    var slots = 4

    @Flag(name: .customLong("knx-tcp"), help: "Also accept tunnels over TCP, on the same port.")
    var hasTCP = false

    @Option(
        name: .customLong("knx-routing"),
        help: ArgumentHelp("Also route to a multicast group: 224.0.23.12.", valueName: "group[:port]"),
        transform: Self.group
    )
    var routing: SocketAddress?

    @Flag(name: .customLong("knx-fast"), help: "Don't simulate the bus speed; a short telegram takes 20 ms on TP1.")
    var isFast = false

    @Option(
        name: .customLong("knx-people"),
        help: "Simulate random presses of wall switches, at this average interval: 10s.",
        transform: DomoSimCommand.latency
    )
    var people: Duration?

    @Option(
        name: .customLong("knx-others"),
        help: "The telegrams per second of devices that are not in the house file, 0–100; 50 fill a TP1 line."
    )
    var others = 0

    @Option(
        name: .customLong("knx-fault"),
        help: "A fault on the bus from the start: \"negative group=1/0/1\", \"bus-lost for=10s\".",
        transform: Self.fault
    )
    var faults: [KNXFaultRequest] = []

    func validate() throws {
        guard (0...65_535).contains(port) else { throw ValidationError("invalid port \(port); use 0–65535") }
        guard (1...15).contains(slots) else { throw ValidationError("invalid --knx-slots \(slots); use 1–15") }
        guard (0...100).contains(others) else { throw ValidationError("invalid --knx-others \(others); use 0–100") }
        guard people != .zero else { throw ValidationError("invalid --knx-people 0s; use 1s or more") }
    }

    /// The namespaces to read in house files.
    var namespaces: [String] { isWanted ? [KNXBindingReader.namespace] : [] }

    func settings(seed: UInt64) -> KNXSettings? {
        guard isWanted else { return nil }
        var settings = KNXSettings()
        settings.port = port
        settings.slots = slots
        settings.hasTCP = hasTCP
        settings.routing = routing
        settings.isPaced = !isFast
        settings.people = people
        settings.others = others
        settings.faults = faults
        settings.seed = seed
        return settings
    }

    private static func fault(_ text: String) throws -> KNXFaultRequest {
        do throws(RequestedFault.Mistake) {
            return try KNXFaultRequest(text)
        } catch {
            throw ValidationError(error.message)
        }
    }

    private static func group(_ text: String) throws -> SocketAddress {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        let octets = parts[0].split(separator: ".", omittingEmptySubsequences: false).compactMap { UInt8($0) }
        // 224.0.0.0/4
        guard parts.count <= 2, octets.count == 4, (224...239).contains(octets[0]),
            let port = parts.count == 2 ? UInt16(parts[1]) : 3671, port > 0
        else {
            throw ValidationError("invalid multicast group \"\(text)\"; use 224.0.23.12 or 224.0.23.12:3671")
        }
        return SocketAddress(host: octets.reduce(0) { $0 << 8 | UInt32($1) }, port: port)
    }
}
