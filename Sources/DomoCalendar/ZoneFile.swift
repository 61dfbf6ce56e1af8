/// The files of the time zone database: the Time Zone Information Format, version 2 and later (RFC 9636, section 3).
enum ZoneFile {
    /// The longest files in the database have 4 KB.
    static let maxBytes = 256 * 1024

    /// - Returns: nil for a damaged file, for version 1, and for a file with leap seconds, which neither `Timestamp`
    ///   nor the machine's clock counts.
    static func rules(_ bytes: [UInt8]) -> ZoneRules? {
        bytes.withUnsafeBytes { bytes in
            // All data are there twice: first for readers of version 1, then for the others.
            var reader = ByteReader(bytes)
            guard let old = Header(&reader), reader.skip(old.length(timeWidth: 4)), let header = Header(&reader) else {
                return nil
            }
            guard header.leapSeconds == 0, let changes = changes(&reader, header) else { return nil }
            guard reader.skip(header.abbreviationBytes + header.standardFlags + header.utcFlags),
                let footer = footer(&reader)
            else { return nil }
            if footer.isEmpty { return ZoneRules(initial: changes.initial, changes: changes.list, then: nil) }
            guard let yearly = YearlyRules(footer) else { return nil }
            return ZoneRules(initial: changes.initial, changes: changes.list, then: yearly)
        }
    }

    /// Section 3.1.
    private struct Header {
        let utcFlags: Int
        let standardFlags: Int
        let leapSeconds: Int
        let transitions: Int
        let types: Int
        let abbreviationBytes: Int

        init?(_ reader: inout ByteReader) {
            guard reader.bytes(4)?.elementsEqual("TZif".utf8) == true,
                let version = reader.byte(), version >= UInt8(ascii: "2"),
                reader.skip(15),
                let utcFlags = reader.count(), let standardFlags = reader.count(),
                let leapSeconds = reader.count(), let transitions = reader.count(),
                let types = reader.count(), let abbreviationBytes = reader.count()
            else { return nil }
            self.utcFlags = utcFlags
            self.standardFlags = standardFlags
            self.leapSeconds = leapSeconds
            self.transitions = transitions
            self.types = types
            self.abbreviationBytes = abbreviationBytes
        }

        /// The length of the data that follow, in bytes.
        ///
        /// - Parameter timeWidth: the bytes per time, 4 or 8.
        func length(timeWidth: Int) -> Int {
            transitions * (timeWidth + 1) + types * 6 + abbreviationBytes + leapSeconds * (timeWidth + 4)
                + standardFlags + utcFlags
        }
    }

    private struct Changes {
        var initial: ZoneTime
        var list: [(moment: Int64, time: ZoneTime)]
    }

    /// Section 3.2.
    private static func changes(_ reader: inout ByteReader, _ header: Header) -> Changes? {
        guard header.types > 0, header.abbreviationBytes > 0,
            header.utcFlags == 0 || header.utcFlags == header.types,
            header.standardFlags == 0 || header.standardFlags == header.types,
            var moments = reader.part(header.transitions * 8),
            var numbers = reader.part(header.transitions),
            var types = reader.part(header.types * 6)
        else { return nil }
        var times: [ZoneTime] = []
        for _ in 0..<header.types {
            guard let offset = types.int32(), ZoneRules.offsets.contains(Int(offset)),
                let isDaylight = types.byte(), isDaylight <= 1,
                let abbreviation = types.byte(), abbreviation < header.abbreviationBytes
            else { return nil }
            times.append(ZoneTime(offset: offset, isDaylight: isDaylight == 1))
        }
        var list: [(moment: Int64, time: ZoneTime)] = []
        for _ in 0..<header.transitions {
            guard let moment = moments.int64(), let number = numbers.byte(), number < times.count else { return nil }
            if let last = list.last, last.moment >= moment { return nil }
            list.append((moment, times[Int(number)]))
        }
        // Before the first transition, the first type applies.
        return Changes(initial: times[0], list: list)
    }

    /// Section 3.3: the text between two line feeds.
    private static func footer(_ reader: inout ByteReader) -> UnsafeRawBufferPointer.SubSequence? {
        let lineFeed = UInt8(ascii: "\n")
        guard reader.byte() == lineFeed else { return nil }
        let rest = reader.rest
        guard let end = rest.firstIndex(of: lineFeed) else { return nil }
        return rest[..<end]
    }
}

/// Reads numbers in network byte order, never past the end.
private struct ByteReader {
    private(set) var rest: Slice<UnsafeRawBufferPointer>

    init(_ bytes: UnsafeRawBufferPointer) { rest = bytes[...] }

    private init(_ bytes: Slice<UnsafeRawBufferPointer>) { rest = bytes }

    mutating func bytes(_ count: Int) -> Slice<UnsafeRawBufferPointer>? {
        guard count <= rest.count else { return nil }
        defer { rest = rest.dropFirst(count) }
        return rest.prefix(count)
    }

    mutating func skip(_ count: Int) -> Bool { bytes(count) != nil }

    /// The next bytes as a reader of their own.
    mutating func part(_ count: Int) -> ByteReader? { bytes(count).map { ByteReader($0) } }

    mutating func byte() -> UInt8? { rest.popFirst() }

    mutating func count() -> Int? { bits(4).map { Int($0) } }

    mutating func int32() -> Int32? { bits(4).map { Int32(truncatingIfNeeded: $0) } }

    mutating func int64() -> Int64? { bits(8).map { Int64(truncatingIfNeeded: $0) } }

    private mutating func bits(_ count: Int) -> UInt64? { bytes(count)?.reduce(0) { $0 << 8 | UInt64($1) } }
}
