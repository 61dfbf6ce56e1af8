import DomoModel
import Testing

@testable import DomoKNXBus

struct LoggedTelegramTests {
    @Test(arguments: [true, false])
    func lineIsReadBackAsTheSameTelegram(isOwn: Bool) {
        let telegram = LoggedTelegram(
            time: Timestamp(milliseconds: 1_700_000_000_123),
            isOwn: isOwn,
            frame: [0x29, 0x00, 0xBC, 0xE0, 0x11, 0x05, 0x0A, 0x03, 0x01, 0x00, 0x81]
        )
        #expect(telegram.line == "2023-11-14T22:13:20.123Z \(isOwn ? ">" : "<") 2900bce011050a03010081")
        #expect(LoggedTelegram(line: telegram.line) == telegram)
    }

    @Test(arguments: [
        "", "2023-11-14T22:13:20.123Z", "2023-11-14T22:13:20.123Z <", "2023-11-14T22:13:20.123Z < ",
        "2023-11-14T22:13:20.123Z < 290", "2023-11-14T22:13:20.123Z < 29xx", "2023-11-14T22:13:20.123Z ? 2900",
        "yesterday < 2900", "2023-11-14T22:13:20.123Z < 2900 00", "2023-11-14T22:13:20.123Z < 29é",
    ])
    func invalidLineIsNotATelegram(line: String) { #expect(LoggedTelegram(line: line) == nil) }
}
