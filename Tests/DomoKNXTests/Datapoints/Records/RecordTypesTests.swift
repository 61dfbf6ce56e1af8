import Testing

@testable import DomoKNX

/// Properties of every record type.
struct RecordTypesTests {
    static let mains: Set<UInt16> = [
        10, 11, 15, 19, 21, 22, 23, 25, 26, 27, 30, 206, 207, 217, 219, 222, 225, 229, 230, 232, 235, 236, 237, 238,
        239,
        240,
        241, 242, 243, 244, 245, 246, 249, 250, 251, 252, 253, 254, 255, 275,
    ]
    static let types = DatapointType.all.filter { mains.contains($0.main) || $0.description == "6.020" }

    @Test func allAreRegistered() {
        #expect(Set(Self.types.map(\.main)) == Self.mains.union([6]))
    }

    @Test(arguments: types)
    func anyDataOfTheWidthGivesAValueOrAFault(type: DatapointType) throws {
        var random = SplitMix(seed: UInt64(type.main) << 16 | UInt64(type.sub))
        var valueCount = 0
        for _ in 0..<100 {
            let payload = Self.payload(of: type.size, using: &random)
            let value: DatapointValue
            do throws(DatapointFault) {
                value = try type.decode(payload)
            } catch {
                #expect(error.code == .invalid && !error.message.isEmpty)
                continue
            }
            valueCount += 1
            let canonical = try type.encode(value)
            // Values, canonical data and texts can be converted into each other.
            #expect(try type.decode(canonical) == value)
            #expect(try type.encode(type.decode(canonical)) == canonical)
            let text = type.text(of: value)
            #expect(try type.encode(type.value(of: text)) == canonical, "\(text)")
            #expect(try type.text(of: type.value(of: text)) == text)
        }
        // 19.001 forbids most random data.
        #expect(valueCount > 2)
    }

    @Test(arguments: types)
    func dataOfOtherWidthIsAFault(type: DatapointType) {
        var random = SplitMix(seed: 1)
        var payloads: [Payload] = (0...20).map { .octets(Self.octets($0, using: &random)) }
        payloads += (0...255).map { .bits($0) }
        for payload in payloads where !Self.fits(payload, type.size) {
            #expect(type.decodingFault(payload) == .wrongSize, "\(payload)")
        }
    }

    @Test(arguments: types)
    func valuesAndTextsNeverTrap(type: DatapointType) throws {
        let values: [DatapointValue?] = [
            nil, .bool(true), .integer(.min), .integer(.max), .integer(-1), .real(.nan), .real(.infinity), .real(-0.0),
            .real(1e300), .text("x"), .record([]), .record([.init("x", nil)]),
        ]
        for value in values.compactMap({ $0 }) {
            _ = type.text(of: value)
            _ = type.encodingFault(value)
        }
        var random = SplitMix(seed: 2)
        let value = try #require(Self.someValue(of: type, using: &random))
        guard case .record(let fields) = value else { return }
        for (index, field) in fields.enumerated() {
            for other in values {
                let changed = value.changed(field.name, to: other)
                _ = type.text(of: changed)
                _ = type.encodingFault(changed)
            }
            var less = fields
            less.remove(at: index)
            _ = type.text(of: .record(less))
            _ = type.encodingFault(.record(less))
            #expect(type.encodingFault(.record(fields + [field])) == .wrongForm, "\(field.name) is a duplicate")
        }
        #expect(type.encodingFault(.record(fields + [.init("x!", .bool(true))])) == .wrongForm)
    }

    @Test func namesAreUnambiguousInTexts() {
        for type in Self.types {
            guard let records = (type.mainType as? RecordType)?.records else { continue }
            for layout in records.map(\.layout) {
                let parts = layout.fields.map(\.part)
                #expect(Set(parts.map { $0.name }).count == parts.count, "\(type)")
                #expect(Set(layout.shown) == Set(parts.map { $0.name }), "\(type)")
                for part in parts {
                    #expect(!part.name.contains(","), "\(type) \(part.name)")
                    guard case .code(let words) = part.kind else { continue }
                    #expect(
                        words.allSatisfy { !$0.word.contains(",") && Int64($0.word) == nil },
                        "\(type) \(part.name)"
                    )
                    #expect(Set(words.map { $0.word }).count == words.count, "\(type) \(part.name)")
                }
                #expect([1, 2, 3, 4, 5, 6, 7, 8].contains(layout.width / 8), "\(type)")
            }
        }
    }

    @Test func subtypesAscend() {
        let numbers = Self.types.map { UInt32($0.main) << 16 | UInt32($0.sub) }
        #expect(numbers == numbers.sorted() && Set(numbers).count == numbers.count)
    }

    /// A type can be identified by its name or identifier alone.
    @Test func namesAreUnique() {
        for type in DatapointType.all {
            let alike = DatapointType.all.filter {
                $0.subtype.name == type.subtype.name || $0.subtype.id == type.subtype.id
            }
            #expect(alike == [type])
        }
    }

    // MARK: Data

    private static func octets(_ count: Int, using random: inout SplitMix) -> [UInt8] {
        (0..<count).map { _ in
            // Small numbers and limits are more likely to be valid.
            let number = random.next()
            switch number % 4 {
            case 0: return [0, 1, 2, 0x7F, 0x80, 0xFE, 0xFF, 24][Int(number >> 8 & 7)]
            case 1: return UInt8(number >> 8 & 0x0F)
            default: return UInt8(number >> 8 & 0xFF)
            }
        }
    }

    private static func payload(of size: PayloadSize, using random: inout SplitMix) -> Payload {
        switch size {
        case .bits(let width): .bits(UInt8(random.next() & ((1 << UInt64(width)) - 1)))
        case .octets(let count): .octets(octets(count, using: &random))
        case .upTo(let limit): .octets(octets(Int(random.next() % UInt64(limit + 1)), using: &random))
        }
    }

    private static func fits(_ payload: Payload, _ size: PayloadSize) -> Bool {
        switch (payload, size) {
        case (.bits(let bits), .bits(let width)): Int(bits) < 1 << width
        case (.octets(let octets), .octets(let count)): octets.count == count
        case (.octets(let octets), .upTo(let limit)): octets.count <= limit
        case (.bits, _), (.octets, .bits): false
        }
    }

    private static func someValue(of type: DatapointType, using random: inout SplitMix) -> DatapointValue? {
        for _ in 0..<10_000 {
            do throws(DatapointFault) {
                return try type.decode(payload(of: type.size, using: &random))
            } catch {
                continue
            }
        }
        return nil
    }
}
