import DomoModel
import Testing

@testable import DomoXML

/// The result does not depend on how the bytes are fed.
@Suite struct ChunkTests {
    private static let corpus =
        (Folder.files(in: Folder.homes) + Folder.files(in: Folder.corpus + "/good")
        + Folder.files(in: Folder.corpus + "/bad")
        + Folder.files(in: Folder.corpus + "/reader-only"))
        .map(Folder.bytes).filter { $0.count < 4_000 }

    private static let kept = ["urn:domo:knx:1", "urn:f"]

    private func read(_ bytes: [UInt8], in sizes: () -> Int) -> HouseReading {
        var reader = HouseReader(file: "h.xml", keeping: Self.kept)
        feed(bytes, in: sizes, to: &reader)
        return reader.finish()
    }

    private func feed(_ bytes: [UInt8], in sizes: () -> Int, to reader: inout HouseReader) {
        bytes.withUnsafeBytes { bytes in
            var rest = bytes[...]
            while !rest.isEmpty {
                let piece = rest.prefix(sizes())
                reader.feed(UnsafeRawBufferPointer(rebasing: piece))
                rest = rest.dropFirst(piece.count)
            }
        }
    }

    private func expectSame(_ one: HouseReading, _ other: HouseReading, _ comment: Comment) {
        #expect(one.houses == other.houses, comment)
        #expect(one.diagnostics == other.diagnostics, comment)
        #expect(one.extensions == other.extensions, comment)
    }

    @Test func singleBytesGiveTheSameAsTheWhole() {
        for bytes in Self.corpus {
            expectSame(
                HouseReader.read(bytes: bytes, file: "h.xml", keeping: Self.kept),
                read(bytes) { 1 },
                "\(String(decoding: bytes.prefix(200), as: UTF8.self))"
            )
        }
    }

    /// Blocks as in a large file, but cut anywhere: the result must not depend on it.
    @Test(arguments: [64, 127, 1_000]) func smallBlocksGiveTheSameResult(blockSize: Int) {
        for bytes in Self.corpus {
            let whole = HouseReader.read(bytes: bytes, file: "h.xml", keeping: Self.kept)
            var reader = HouseReader(file: "h.xml", keeping: Self.kept, blockSize: blockSize)
            feed(bytes, in: { 50 }, to: &reader)
            let pieces = reader.finish()
            #expect(pieces.houses == whole.houses, "\(String(decoding: bytes.prefix(400), as: UTF8.self))")
            #expect(pieces.hasErrors == whole.hasErrors)
        }
    }

    @Test(arguments: 0..<8 as Range<UInt64>) func damagedFilesGiveTheSameInPieces(seed: UInt64) {
        var generator = SplitMix64(seed: seed)
        for _ in 0..<250 {
            var bytes = Self.corpus.randomElement(using: &generator)!
            damage(&bytes, using: &generator)
            let whole = HouseReader.read(bytes: bytes, file: "h.xml", keeping: Self.kept)
            let pieces = read(bytes) { Int.random(in: 1...300, using: &generator) }
            expectSame(whole, pieces, "\(String(decoding: bytes, as: UTF8.self))")
            #expect(whole.houses.isEmpty || !whole.hasErrors)
        }
    }

    private func damage(_ bytes: inout [UInt8], using generator: inout SplitMix64) {
        for _ in 0..<Int.random(in: 1...4, using: &generator) {
            guard !bytes.isEmpty else { return }
            let place = Int.random(in: bytes.indices, using: &generator)
            let end = min(bytes.count, place + Int.random(in: 1...40, using: &generator))
            switch Int.random(in: 0..<5, using: &generator) {
            case 0: bytes[place] = UInt8.random(in: .min ... .max, using: &generator)
            case 1: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
            case 2: bytes.removeSubrange(place..<end)
            case 3: bytes.insert(contentsOf: bytes[place..<end], at: Int.random(in: bytes.indices, using: &generator))
            default: bytes.removeLast(bytes.count - place)
            }
        }
    }
}
