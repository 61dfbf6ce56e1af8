import DomoEngine
import Testing

@testable import DomoDaemon

/// What clients have not read, and what they have sent, by their accounts.
struct AnswerRoomTests {
    private typealias Account = AnswerRoom.Account

    private static func room() -> AnswerRoom {
        AnswerRoom(
            .init(account: 100, total: 250, little: 10, input: 40, totalInput: 60),
            privileged: [.user(0)]
        )
    }

    @Test func accountThatDoesNotReadGetsNoMoreAndOthersDo() {
        var room = Self.room()
        room.countUnread(99, of: .user(1))
        #expect(room.isPlentiful && room.hasRoom(for: .user(1)))
        room.countUnread(1, of: .user(1))
        #expect(!room.hasRoom(for: .user(1)) && room.hasRoom(for: .user(2)) && room.hasRoom(for: .tree(1)))
        // It goes on when it has read half of it.
        room.countUnread(-40, of: .user(1))
        #expect(!room.mayGoOn(.user(1)) || room.isPlentiful)
        room.countUnread(-60, of: .user(1))
        #expect(room.mayGoOn(.user(1)) && room.isPlentiful)
    }

    /// Whoever uses little always finds some.
    @Test func manyThatDoNotReadLeaveALittleToEveryoneElse() {
        var room = Self.room()
        for user in 1...3 { room.countUnread(90, of: .user(UInt32(user))) }
        #expect(!room.hasRoom(for: .user(1)) && room.hasRoom(for: .user(4)))
        room.countUnread(10, of: .user(4))
        #expect(!room.hasRoom(for: .user(4)) && room.hasRoom(for: .user(5)))
    }

    @Test func rootIsNotLimitedAndTakesNoRoom() {
        var room = Self.room()
        room.countUnread(10_000, of: .user(0))
        #expect(room.isPlentiful && room.hasRoom(for: .user(0)) && room.hasRoom(for: .user(1)))
        #expect(room.countInput(10_000, of: .user(0)) == true)
        room.countUnread(300, of: .user(1))
        #expect(room.hasRoom(for: .user(0)) && !room.hasRoom(for: .user(1)))
    }

    @Test func longLinesAreBounded() {
        var room = Self.room()
        #expect(room.countInput(40, of: .user(1)) == true)
        #expect(room.countInput(1, of: .user(1)) == false)
        #expect(room.countInput(19, of: .user(2)) == true)
        #expect(room.countInput(1, of: .user(3)) == false)
        #expect(room.countInput(-1, of: .user(1)) == true)
    }
}
