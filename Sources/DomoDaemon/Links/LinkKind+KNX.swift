import CClock
import DomoEngine
import DomoKNX
import DomoKNXBus
import DomoKNXIP
import DomoLanguage
import DomoSystem
import Logging
import NIOCore

extension LinkKind {
    static let knx = LinkKind(
        word: LinkView.Kind.knx.rawValue,
        keys: [
            "url", "nat", "tunnel-address", "own-address", "accept", "interface", "rate", "unconfirmed", "max-apdu",
            "telegram-log",
        ]
    ) { file, entries, node in file.knxSettings(entries, node) }
}

/// The configuration of a KNX interface.
struct KNXSettings: LinkSettings {
    /// The valid rates, in telegrams per second that domo sends at most. A TP1 line carries about 50; KNX IP, and
    /// interfaces to other buses, more.
    static let rates: ClosedRange<Int> = 1...10_000
    /// The valid rates over routing, where a router forwards no more than 50.
    static let ratesOfRouting: ClosedRange<Int> = 1...50
    /// The default own address for routing: the last device of line 15.15, which no ETS project assigns.
    static let defaultAddress = IndividualAddress(raw: 0xFFFA)

    var address: InterfaceAddress
    /// Whether the interface replies to the source address of a frame, not to the address in it.
    var usesNAT = false
    /// The only acceptable tunnel; nil for any.
    var tunnelAddress: IndividualAddress?
    /// The source address of domo's telegrams, over routing.
    var ownAddress: IndividualAddress?
    /// The addresses of the routers whose frames are accepted over routing; empty for everybody's.
    var acceptedRouters: [UInt32] = []
    static let maxAcceptedRouters = 64
    /// The name of the network interface for routing; nil for that of the route.
    var networkDevice: String?
    var rate = 20
    /// How many telegrams a tunnel sends before their confirmations.
    var maxUnconfirmed = 1
    static let unconfirmedCounts = 1...4
    /// The maximum APDU length of a tunnel, in octets; nil for that which the interface reports.
    var maxAPDU: Int?
    /// From that of a standard frame to that of an extended one.
    static let maxAPDUs = DataFrame.standardLength...DataFrame.maxLength
    /// The maximum size of the telegram log on disk, in bytes; nil for no log.
    var logSize: Int? = 16 << 20
    static let logSizes = (64 << 10)...(64 << 30)

    var label: String { address.description + (networkDevice.map { " on \($0)" } ?? "") }
    var takesBindings: Bool { true }

    func profile(label: String) -> any LinkProfile { profile(label: label, LinkBindings()) }

    func profile(label: String, _ bindings: LinkBindings) -> any LinkProfile {
        knxProfile(label: label, bindings)
    }

    private func knxProfile(label: String, _ bindings: LinkBindings) -> KNXLinkProfile {
        KNXLinkProfile(
            label: label,
            bindings: bindings.knx,
            clocks: bindings.clocks,
            pace: Pace(perSecond: Double(rate), burst: rate)
        )
    }

    func makeLink(
        label: String,
        with resources: LinkResources
    ) -> (profile: any LinkProfile, port: any LinkPort) {
        let profile = knxProfile(label: label, LinkBindings())
        let (log, interfaces, url) = (resources.log, resources.interfaces, address.description)
        let port = KNXLink(
            address,
            device: networkDevice,
            connection: connection(interfaces?[url]),
            profile: profile,
            on: resources.eventLoop,
            clock: { .now() },
            // −1 if the kernel doesn't report it.
            isClockSynchronized: { domo_clock_state().is_synchronized == 1 },
            log: telegramLog(label: label, with: resources),
            recognised: { identity in
                interfaces?.note(identity, at: url) { log.warning("\($0)") }
            },
            note: { text, isWarning in log.log(level: isWarning ? .warning : .info, "\(label): \(text)") }
        )
        return (profile, port)
    }

    private func telegramLog(label: String, with resources: LinkResources) -> any TelegramLog {
        guard let logSize, let folder = resources.stateFolder else { return NoTelegramLog() }
        // knx://192.0.2.5:3671 → knx-192.0.2.5-3671
        let parts = label.split { !$0.isASCII || !($0.isLetter || $0.isNumber || $0 == ".") }
        let name = parts.joined(separator: "-")
        let files = TelegramFiles(folder: "\(folder)/telegrams", name: name, bound: logSize)
        let eventLoop = resources.eventLoop
        return TelegramWriter(files, log: resources.log) { delay, work in
            eventLoop.scheduleTask(in: TimeAmount(delay), work)
        }
    }

    /// - Parameter known: the interface that was last found at the address.
    private func connection(_ known: InterfaceIdentity?) -> any BusConnection {
        // A name is looked up each time the socket is opened, and its address replaces the 0.
        let server = SocketAddress(host: HostAddress.ipv4(address.host) ?? 0, port: address.port)
        let seed = UInt64.random(in: 0...UInt64.max)
        switch address.transport {
        case .udp, .tcp:
            var options = TunnelOptions(
                server: server,
                transport: address.transport == .tcp ? .tcp : .udp,
                usesNAT: usesNAT,
                address: tunnelAddress,
                known: known,
                seed: seed
            )
            options.maxUnconfirmed = maxUnconfirmed
            options.maxAPDU = maxAPDU
            return TunnelMachine(options)
        case .routing:
            return RoutingMachine(
                RoutingOptions(
                    group: server,
                    address: ownAddress ?? Self.defaultAddress,
                    accepted: acceptedRouters,
                    seed: seed
                )
            )
        }
    }
}
