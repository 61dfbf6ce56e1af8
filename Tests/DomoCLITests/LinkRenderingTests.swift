import DomoLanguage
import DomoModel
import Testing

@testable import DomoCLI

/// What links answer and what goes by on them, for people.
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
    func filterOfTheMonitorLooksForTheText(text: String, fits: Bool) {
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
