import DomoLanguage
import DomoModel
import Testing

@testable import DomoCLI

/// Replies of links, and telegrams, for people.
struct LinkRenderingTests {
    private static let time = Timestamp(milliseconds: 1_795_208_645_123)

    private let rendering = Rendering(style: .plain)

    @Test func telegramIsOneLine() {
        let time = LocalTime.text(Self.time)
        func line(_ telegram: TelegramView) -> String {
            rendering.event(Event(kind: .telegram, time: Self.time, telegram: telegram))
        }
        var telegram = TelegramView(link: "knx", address: "3/0/1", service: .write, raw: "0c33", source: "1.1.5")
        #expect(line(telegram) == "\(time)  3/0/1  write  0x0c33  from 1.1.5\n")
        (telegram.value, telegram.unit, telegram.type) = ("21.5", "°C", "9.001")
        (telegram.elements, telegram.isOwn) = (["Casa/Temp"], true)
        #expect(line(telegram) == "\(time)  3/0/1  write  21.5 °C  Casa/Temp  9.001  from domo\n")
        #expect(line(TelegramView(link: "knx", address: "3/0/1", service: .read)) == "\(time)  3/0/1  read\n")
    }

    @Test(arguments: [
        ("3/0", true), ("1.1.5", true), ("21", true), ("casa", true), ("9.001", true), ("°c", false), ("on", false),
    ])
    func filterOfTheMonitorMatchesTheText(text: String, fits: Bool) {
        let telegram = TelegramView(
            link: "knx",
            address: "3/0/1",
            service: .write,
            value: "21.5",
            unit: "°C",
            type: "9.001",
            source: "1.1.5",
            elements: ["Casa/Temp"]
        )
        #expect(telegram.contains(text) == fits)
    }

    private static let interface = InterfaceView(
        name: "Interface",
        host: "192.168.1.20:3671",
        address: "1.1.0",
        serial: "00fa:00000001",
        mac: "02:00:00:00:00:01",
        services: ["core v2", "device management v1", "tunnelling v2", "routing v1"],
        tcp: true,
        slots: [
            .init(address: "1.1.250", state: .inUse), .init(address: "1.1.251", state: .free),
            .init(address: "1.1.252", state: .secure),
        ]
    )

    @Test func interfacesAreATable() {
        let secure = InterfaceView(
            name: "Safe",
            host: "10.0.0.9:3671",
            services: ["core v1", "tunnelling v1"],
            secure: ["tunnelling"]
        )
        let list = InterfaceList(
            [Self.interface, secure],
            searched: ["eth0 192.168.1.5", "lo 127.0.0.1"],
            problems: ["wlan0 10.0.0.1: no route"]
        )
        #expect(
            rendering.interfaces(list) == """
                NAME       HOST               ADDRESS  SERIAL         MAC                SERVICES                                      TUNNELS
                Interface  192.168.1.20:3671  1.1.0    00fa:00000001  02:00:00:00:00:01  tunnelling, routing, TCP                      1 of 3 in use, 1 unusable
                Safe       10.0.0.9:3671                                                 tunnelling; only with KNX Secure: tunnelling
                searched: eth0 192.168.1.5, lo 127.0.0.1
                not searched: wlan0 10.0.0.1: no route

                """
        )
    }

    @Test func statusShowsWhatALinkIsConnectedTo() {
        func link(_ connection: LinkConnection?) -> LinkView {
            LinkView(key: "knx://h", kind: "knx", endpoints: [], connection: connection)
        }
        #expect(rendering.connections([link(nil), link(LinkConnection())]).isEmpty)
        #expect(
            rendering.connections([
                link(LinkConnection(interface: Self.interface, address: "1.1.250")),
                link(LinkConnection(interface: InterfaceView(name: "Old"))),
            ]) == """
                buses
                  knx://h  Interface  connected as 1.1.250  serial number 00fa:00000001  1 of 3 in use, 1 unusable
                  knx://h  Old        not connected

                """
        )
    }

    @Test func droppedDatagramsAreBelowTheBuses() {
        let dropped = DroppedDatagrams(count: 1, sender: "10.0.0.9:4000", service: nil)
        let link = LinkView(
            key: "knx://h",
            kind: "knx",
            endpoints: [],
            connection: LinkConnection(address: "1.1.250", dropped: dropped)
        )
        #expect(
            rendering.connections([link]) == """
                buses
                  knx://h    connected as 1.1.250
                  knx://h: 1 datagram of others dropped, the last from 10.0.0.9:4000

                """
        )
    }

    @Test func whoAnswersForAnotherHostIsMarked() {
        var interface = Self.interface
        interface.sender = "192.168.1.66"
        let text = rendering.interfaces(InterfaceList([interface]))
        #expect(text.hasSuffix("not sure: 192.168.1.66 answered for 192.168.1.20:3671\n"), "\(text)")
    }

    @Test func answerOfALinkIsLinesAndTables() {
        let table = LinkAnswer.Table(
            "Silent",
            columns: ["address", "since"],
            rows: [["1/2/3", "2d"], ["1/2/10", ""]]
        )
        #expect(
            rendering.link(LinkAnswer(lines: ["2 problems\u{7}"], tables: [table, .init(columns: ["a"])])) == """
                2 problems\u{FFFD}

                Silent
                  address  since
                  1/2/3    2d
                  1/2/10

                a

                """
        )
    }
}
