import DomoEngine
import DomoKNX
import DomoLanguage
import DomoModel
import Testing

@testable import DomoKNXBus

/// What a link reports about its connection, and the actions for its sockets.
struct ConnectionTests {
    private static func description(free: Bool = true) -> InterfaceDescription {
        InterfaceDescription(
            control: HostEndpoint(.udp, SocketAddress(host: 0xC0A8_0114, port: 3671)),
            blocks: [
                .device(
                    DeviceInformation(
                        name: "Interface",
                        address: IndividualAddress(raw: 0x1100),
                        serialNumber: SerialNumber(raw: 0x00FA_0000_0001),
                        mac: MACAddress(raw: 0x0200_0000_0001)
                    )
                ), .families([ServiceFamily(.core, version: 2), ServiceFamily(.tunnelling, version: 2)]),
                .securedFamilies([ServiceFamily(.tunnelling, version: 1)]),
                .tunnelling(
                    TunnellingInformation(
                        maxAPDU: 248,
                        slots: [
                            .init(address: IndividualAddress(raw: 0x11FA), isFree: false),
                            .init(address: IndividualAddress(raw: 0x11FB), isFree: free),
                            .init(address: IndividualAddress(raw: 0x11FC), isFree: true, isAuthorised: false),
                            .init(address: IndividualAddress(raw: 0x11FD), isFree: true, isUsable: false),
                        ]
                    )
                ),
            ]
        )
    }

    @Test func descriptionIsShownCompletely() {
        let view = InterfaceView(Self.description())
        #expect(view.name == "Interface" && view.host == "192.168.1.20:3671" && view.address == "1.1.0")
        #expect(view.serial == "00fa:00000001" && view.mac == "02:00:00:00:00:01" && view.medium == "TP")
        #expect(view.services == ["core v2", "tunnelling v2"] && view.tcp && view.secure == ["tunnelling"])
        #expect(view.slots?.map(\.state) == [.inUse, .free, .secure, .unusable])
        #expect(view.slots?.first?.address == "1.1.250")
    }

    private func connections(_ bus: BusUnderTest) -> [LinkConnection] {
        bus.reports.compactMap { if case .connection(let connection) = $0 { connection } else { nil } }
    }

    @Test func connectionIsReportedWhenItChanges() {
        let bus = BusUnderTest(BusMachineTests.bindings(), isUp: false)
        bus.handle(.described(Self.description()))
        bus.handle(.described(Self.description()))
        bus.handle(.up(own: IndividualAddress(raw: 0x11FA), maxAPDU: nil))
        bus.handle(.described(Self.description(free: false)))
        bus.handle(.down(reason: "gone"))
        let reported = connections(bus)
        #expect(reported.map(\.address) == [nil, "1.1.250", "1.1.250", nil])
        #expect(reported.map { $0.interface?.slots?[1].state } == [.free, .free, .inUse, .inUse])
    }

    @Test func whatOthersSentIsReported() {
        let bus = BusUnderTest(BusMachineTests.bindings(), isUp: false)
        var report = SenderReport()
        bus.handle(.senders(report))
        report.count = 28_000
        report.last = SocketAddress(host: 0xC0A8_0166, port: 4000)
        report.service = "DISCONNECT_REQUEST"
        bus.handle(.senders(report))
        bus.handle(.senders(report))
        let dropped = DroppedDatagrams(count: 28_000, sender: "192.168.1.102:4000", service: "DISCONNECT_REQUEST")
        #expect(connections(bus) == [LinkConnection(dropped: dropped)])
        bus.handle(.senders(SenderReport(acceptsAnySender: true)))
        #expect(connections(bus).last == LinkConnection(acceptsAnySender: true))
    }

    /// The interface can't be reached at its address and is found at another.
    @Test func linkSearchesForItsInterfaceAndConnectsToTheNewAddress() {
        let identity = InterfaceIdentity(
            serialNumber: SerialNumber(raw: 0x00FA_0000_0001),
            mac: MACAddress(raw: 0x0200_0000_0001)
        )
        let tunnel = TunnelMachine(
            TunnelOptions(server: SocketAddress(host: 0xC0A8_0120, port: 3671), known: identity, seed: 1)
        )
        var machine = KNXLinkMachine(tunnel, KNXLinkProfile(label: "knx://test", bindings: BusMachineTests.bindings()))
        var now = Instant(uptime: 1_000_000_000, wall: Timestamp(milliseconds: 0))
        func text(_ action: KNXLinkMachine.Action) -> String? {
            switch action {
            case .search: "search"
            case .redirect(let address): "redirect \(address.map(\.description) ?? "-")"
            case .open: "open"
            case .link(.warning): "warning"
            case .recognised(let identity): "recognised \(identity.serialNumber)"
            default: nil
            }
        }
        var seen: [String] = machine.handle(.start, at: now).compactMap(text)
        for _ in 0..<3 {
            seen += machine.handle(.connection(.closed(reason: "refused")), at: now).compactMap(text)
            now = now + .seconds(60)
            if !seen.contains("search") { seen += machine.handle(.wake, at: now).compactMap(text) }
        }
        #expect(seen == ["open", "open", "open", "search"])
        let found = machine.handle(.connection(.found([Self.description()])), at: now).compactMap(text)
        #expect(found == ["warning", "redirect 192.168.1.20:3671", "open"])
        _ = machine.handle(.connection(.opened(SocketAddress(host: 1, port: 1))), at: now)
        let sender = SocketAddress(host: 0xC0A8_0114, port: 3671)
        let described = IPFrame.descriptionResponse([
            .device(
                DeviceInformation(
                    name: "Interface",
                    address: IndividualAddress(raw: 0x1100),
                    serialNumber: identity.serialNumber,
                    mac: identity.mac
                )
            )
        ])
        let accepted = IPFrame.connectResponse(
            ConnectResponse(
                channel: 1,
                outcome: .connected(data: HostEndpoint(.udp, sender), address: IndividualAddress(raw: 0x11FA))
            )
        )
        let connected = [described, accepted].flatMap { frame in
            machine.handle(.connection(.received(frame.encoded, from: sender)), at: now).compactMap(text)
        }
        #expect(connected == ["recognised 00fa:00000001"])
    }
}
