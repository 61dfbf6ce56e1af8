import DomoEngine
import DomoKNX
import DomoKNXHouse
import DomoLanguage
import DomoModel
import Testing

@testable import DomoKNXBus

/// Writing to and reading from the log of telegrams.
struct BusMachineLogTests {
    private static let lamp = KNXFacet(
        FacetName(path: "Casa/Lamp", type: .binary),
        command: groupAddress("1/0/1"),
        states: [groupAddress("1/4/1")],
        type: type(1, 1)
    )

    private static let frame: [UInt8] = [0x29, 0x00, 0xBC, 0xE0, 0x11, 0x05, 0x0C, 0x01, 0x01, 0x00, 0x81]

    private func telegram(_ raw: UInt16 = 0x0C01) -> GroupTelegram {
        GroupTelegram(
            source: IndividualAddress(raw: 0x1105),
            destination: GroupAddress(raw: raw),
            service: .write(.bits(1))
        )
    }

    @Test func receivedFramesAreLoggedUnchanged() {
        let bus = BusUnderTest(KNXBindings(facets: [Self.lamp]))
        bus.handle(.received(telegram(), frame: Self.frame))
        #expect(bus.logged.last == LoggedTelegram(time: bus.now.wall, isOwn: false, frame: Self.frame))
    }

    /// With the address that the interface assigned: L_Data.con from 1.1.240 to 1/0/1.
    @Test func ownTelegramsAreLoggedWhenConfirmed() throws {
        let bus = BusUnderTest(KNXBindings(facets: [Self.lamp]), isUp: false)
        bus.handle(.up(own: IndividualAddress(raw: 0x11F0), maxAPDU: 254))
        bus.order("Casa/Lamp", .on)
        #expect(!bus.logged.contains { $0.isOwn })
        bus.end(.confirmed)
        let own = try #require(bus.logged.last)
        #expect(own.isOwn && own.frame.hex == "2e00bce011f00801010081")
    }

    @Test func unsentTelegramIsNotLogged() {
        let bus = BusUnderTest(KNXBindings(facets: [Self.lamp]))
        let before = bus.logged.count
        bus.order("Casa/Lamp", .on)
        bus.end(.notSent(reason: "the interface is gone"))
        #expect(bus.logged.count == before)
    }

    @Test func pageOfTheLogIsShownWithTheCurrentBindings() throws {
        let bus = BusUnderTest(KNXBindings(facets: [Self.lamp]))
        let since = Timestamp(milliseconds: 1_699_999_000_000)
        let id = bus.perform(.log(Period(since: .at(since), until: .ago(.seconds(60)), after: "7-40")))
        let until = Timestamp(milliseconds: bus.now.wall.milliseconds - 60_000)
        #expect(bus.logQuestions[id] == TelegramLogQuestion(since: since, until: until, after: "7-40"))
        let time = Timestamp(milliseconds: 1_699_999_500_000)
        let logged = [
            LoggedTelegram(time: time, isOwn: false, frame: Self.frame),
            // Not a group telegram, and no frame at all.
            LoggedTelegram(time: time, isOwn: false, frame: [0xF1]),
            LoggedTelegram(time: time, isOwn: false, frame: [0x29, 0x00]),
        ]
        bus.giveLog(.success(TelegramLogPage(logged, next: "7-140")), to: id)
        let answer = try #require(bus.performed[id]).get()
        #expect(answer.next == "7-140")
        #expect(answer.telegrams?.map(\.time) == [time])
        let view = try #require(answer.telegrams?.first?.telegram)
        #expect(view.address == "1/4/1" && view.value == "on" && view.elements == ["Casa/Lamp"])
        #expect(view.frame == Self.frame.hex && view.link == nil && !view.isOwn)
    }

    @Test func unreadableLogIsAFault() {
        let bus = BusUnderTest(KNXBindings(facets: [Self.lamp]))
        let id = bus.perform(.log(Period()))
        let fault = Fault(.unreachable, "the disk is gone")
        bus.giveLog(.failure(fault), to: id)
        #expect(bus.performed[id] == .failure(fault))
    }
}
