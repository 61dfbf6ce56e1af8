import Testing

@testable import DomoKNX

struct FrameSplitterTests {
    private static let frames = ["06 10 02 08 00 08 07 00", "06 10 04 21 00 0a 04 07 ff 00", "06 10 02 0a 00 08 07 00"]
        .map(hex)

    @Test func streamIsSplitIntoFramesRegardlessOfFragmentation() {
        let stream = Self.frames.flatMap(\.self)
        for size in 1...stream.count {
            var splitter = FrameSplitter()
            var pieces: [FrameSplitter.Piece] = []
            for start in stride(from: 0, to: stream.count, by: size) {
                pieces += splitter.split(stream[start..<min(start + size, stream.count)])
            }
            #expect(pieces == Self.frames.map { .frame($0) })
            #expect(splitter.pending == 0)
        }
    }

    @Test(arguments: [
        ("ff", 1), ("06", 1), ("06 10 02 08 00 05", 6), ("06 10 02 08 ff ff", 6), ("10 06 11 06", 4), ("06 06 06", 3),
    ])
    func garbageIsReportedAndTheNextFrameFound(garbage: String, count: Int) {
        var splitter = FrameSplitter()
        #expect(
            splitter.split(Self.frames[0] + hex(garbage) + Self.frames[1])
                == [.frame(Self.frames[0]), .garbage(count: count), .frame(Self.frames[1])]
        )
    }

    @Test func incompleteFrameIsKept() {
        var splitter = FrameSplitter()
        #expect(splitter.split(Self.frames[1].prefix(7)) == [])
        #expect(splitter.pending == 7)
        #expect(splitter.split(Self.frames[1].dropFirst(7)) == [.frame(Self.frames[1])])
    }

    @Test func keptOctetsNeverExceedTheLimit() {
        var generator = SplitMix(seed: 3)
        var splitter = FrameSplitter(limit: 64)
        var dropped = 0
        for _ in 0..<20_000 {
            var bytes = generator.octets(Int.random(in: 0...30, using: &generator))
            for index in bytes.indices where bytes[index] < 64 { bytes[index] = [6, 0x10, 0, 20][index % 4] }
            for piece in splitter.split(bytes) {
                switch piece {
                case .frame(let frame): #expect(frame.count <= 64 && frame.starts(with: [6, 0x10]))
                case .garbage(let count): dropped += count
                }
            }
            #expect(splitter.pending < 64)
        }
        #expect(dropped > 0)
    }
}
