import DomoLanguage
import NIOCore
import Testing

@testable import DomoDaemon

struct OutboundTests {
    private let long = WrittenReply(line: Array(repeating: UInt8(ascii: "a"), count: 150_000))

    private func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

    @Test func longReplyIsSentInPiecesInOrder() {
        var outbound = Outbound()
        outbound.append(bytes("one\n"))
        outbound.append(long)
        outbound.append(bytes("two\n"))
        #expect(outbound.size == 150_008 && outbound.waiting == 4)
        var sizes: [Int] = []
        var last: ByteBuffer?
        var whole: [Int] = []
        while let next = outbound.next(isWritable: true) {
            switch next {
            case .short(let bytes): last = bytes
            case .long(let bytes, let reply):
                last = bytes
                if let reply { whole.append(reply.size) }
            }
            sizes.append(last?.readableBytes ?? 0)
        }
        #expect(sizes == [4, 65_536, 65_536, 18_928, 4])
        // The last piece carries the reply, to be freed.
        #expect(whole == [150_000])
        #expect(last == ByteBuffer(string: "two\n"))
        #expect(outbound.size == 0)
    }

    @Test func lineThatIsSentAgainIsNotChangedByWhatFollows() {
        var outbound = Outbound()
        let line = ByteBuffer(string: "one\n")
        outbound.append(line)
        outbound.append(line)
        outbound.append(bytes("two\n"))
        #expect(outbound.size == 12)
        #expect(outbound.next(isWritable: true) == .short(ByteBuffer(string: "one\none\ntwo\n")))
        #expect(outbound.size == 0 && line == ByteBuffer(string: "one\n"))
    }

    /// What is in the channel is not counted.
    @Test func everythingWaitsForRoomInTheChannel() {
        var outbound = Outbound()
        outbound.append(bytes("one\n"))
        #expect(outbound.next(isWritable: false) == nil && outbound.size == 4)
        outbound.append(long)
        #expect(outbound.next(isWritable: true) == .short(ByteBuffer(string: "one\n")))
        #expect(outbound.next(isWritable: false) == nil && outbound.size == 150_000)
        for _ in 0..<3 { #expect(outbound.next(isWritable: true) != nil) }
        outbound.append(WrittenReply(line: bytes("two\n")))
        #expect(outbound.next(isWritable: false) == nil && outbound.size == 4)
        #expect(outbound.next(isWritable: true) == .short(ByteBuffer(string: "two\n")))
    }
}
