import DomoLanguage
import DomoModel
import Synchronization
import Testing

@testable import DomoCLI

/// `knx log` against a daemon that answers in pages.
struct TelegramLogTests {
    private static func entry(_ number: Int, isOwn: Bool = false) -> LinkAnswer.Telegram {
        LinkAnswer.Telegram(
            time: Timestamp(milliseconds: 1_700_000_000_000 + Int64(number)),
            telegram: TelegramView(
                address: "1/4/\(number)",
                service: .write,
                value: "on",
                type: "1.001",
                raw: "01",
                source: isOwn ? nil : "1.1.5",
                elements: ["Casa/Luz \(number)"],
                isOwn: isOwn,
                frame: "2900bce011050c0\(number)010081"
            )
        )
    }

    private func run(
        _ format: TelegramLog.Format,
        filter: String? = nil
    ) throws -> (requested: [String], written: String) {
        let requested = Mutex<[String]>([])
        let daemon = FakeDaemon { line in
            requested.withLock { $0.append(line) }
            let isFirst = !line.contains("--after")
            var json = JSONWriter()
            json.value(
                Reply.link(
                    isFirst
                        ? LinkAnswer(telegrams: [Self.entry(1), Self.entry(2, isOwn: true)], next: "1-99")
                        : LinkAnswer(telegrams: [Self.entry(3)])
                )
            )
            json.newline()
            return String(decoding: json.bytes, as: UTF8.self)
        }
        var written = ""
        let client = try ControlClient(socket: [daemon.path])
        let log = TelegramLog(client: client, format: format, filter: filter) { written += $0 }
        try log.run(Period(since: .ago(.seconds(3600))), of: "bus")
        return (requested.withLock { $0 }, written)
    }

    @Test func pagesAreFollowed() throws {
        let (requested, written) = try run(.text(raw: false))
        #expect(requested == ["knx --link bus log --since 1h", "knx --link bus log --since 1h --after 1-99"])
        #expect(written.split(separator: "\n").count == 3)
        #expect(written.contains("1/4/2  write  on  Casa/Luz 2"))
        #expect(!written.contains("cEMI"))
    }

    @Test func framesAreShownOnRequest() throws {
        #expect(try run(.text(raw: true)).written.contains("  cEMI 2900bce011050c01010081\n"))
    }

    @Test func etsFormIsOneDocument() throws {
        #expect(
            try run(.ets).written == """
                <?xml version="1.0" encoding="utf-8"?>
                <CommunicationLog xmlns="http://knx.org/xml/telegrams/01">
                  <Telegram Timestamp="2023-11-14T22:13:20.001Z" Service="L_Data.ind" FrameFormat="CommonEmi" RawData="2900BCE011050C01010081" />
                  <Telegram Timestamp="2023-11-14T22:13:20.002Z" Service="L_Data.con" FrameFormat="CommonEmi" RawData="2900BCE011050C02010081" />
                  <Telegram Timestamp="2023-11-14T22:13:20.003Z" Service="L_Data.ind" FrameFormat="CommonEmi" RawData="2900BCE011050C03010081" />
                </CommunicationLog>

                """
        )
    }

    @Test func jsonIsALineForEachTelegram() throws {
        let lines = try run(.json).written.split(separator: "\n")
        #expect(lines.count == 3)
        #expect(lines.allSatisfy { $0.hasPrefix("{\"time\":\"2023-11-14T22:13:20.00") && $0.hasSuffix("}}") })
    }

    @Test(arguments: [("LUZ 2", 1), ("1/4/", 3), ("1.1.5", 2), ("1.001", 3), ("off", 0)])
    func filterKeepsMatchingTelegrams(filter: String, count: Int) throws {
        #expect(try run(.json, filter: filter).written.split(separator: "\n").count == count)
    }
}
