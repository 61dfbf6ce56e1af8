import NIOCore
import NIOEmbedded
import Testing

@testable import DomoWeb

@Suite struct EventLogTests {
    private func log(_ lengths: [Int]) -> EventLog {
        let log = EventLog(run: "r", on: EmbeddedEventLoop())
        for length in lengths { log.append("state", ByteBuffer(repeating: UInt8(ascii: "x"), count: length)) }
        return log
    }

    private func numbers(_ piece: EventLog.Piece) -> [UInt64]? {
        switch piece {
        case .entries(let entries): entries.map(\.number)
        case .missed: nil
        }
    }

    @Test func longEventsMakeRoomForLaterOnes() {
        let log = log(Array(repeating: 100 * 1024, count: 8))
        #expect(numbers(log.read(after: 0)) == nil)
        #expect(numbers(log.read(after: 7)) == [8])
    }

    @Test func slowReaderGetsShortPieces() {
        let log = log(Array(repeating: 5000, count: 8) + [20_000, 10])
        var next: UInt64 = 0
        var pieces: [[UInt64]] = []
        while let piece = numbers(log.read(after: next)), let last = piece.last {
            pieces.append(piece)
            next = last
        }
        #expect(pieces == [[1, 2, 3], [4, 5, 6], [7, 8], [9], [10]])
    }
}
