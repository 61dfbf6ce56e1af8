/// Names and the lines where they were first given, each in a scope: a house, a sector.
///
/// An open-addressing table of its own: it takes the hash from the bytes of a name while they are at hand, and costs
/// half of what `Dictionary<String, …>` does. The hash is seeded, so that no file can be written to make names collide.
struct NameRegister {
    struct Entry {
        var name: String
        var hash: UInt64
        var scope: Int32
        var line: Int32
        /// The place that holds whatever bears the name.
        var place: Int32
    }

    private var entries: [Entry] = []
    /// Numbers of entries, −1 where free; a power of two in size, at most half full.
    private var slots: [Int32] = Array(repeating: -1, count: 64)

    /// Adds a name, unless the scope has it already.
    ///
    /// - Returns: the entry that was there.
    mutating func insert(_ entry: Entry) -> Entry? {
        let mask = slots.count - 1
        var slot = Self.slot(of: entry, mask: mask)
        while slots[slot] >= 0 {
            let other = Int(slots[slot])
            if entries[other].hash == entry.hash, entries[other].scope == entry.scope, entries[other].name == entry.name {
                return entries[other]
            }
            slot = (slot + 1) & mask
        }
        slots[slot] = Int32(entries.count)
        entries.append(entry)
        if entries.count * 2 > slots.count { grow() }
        return nil
    }

    private mutating func grow() {
        slots = Array(repeating: -1, count: slots.count * 2)
        let mask = slots.count - 1
        for (number, entry) in entries.enumerated() {
            var slot = Self.slot(of: entry, mask: mask)
            while slots[slot] >= 0 { slot = (slot + 1) & mask }
            slots[slot] = Int32(number)
        }
    }

    @inline(__always)
    private static func slot(of entry: Entry, mask: Int) -> Int {
        Int(truncatingIfNeeded: mix(entry.hash, UInt64(UInt32(bitPattern: entry.scope)) ^ seed)) & mask
    }
}

private let seed = UInt64.random(in: .min ... .max) | 1

/// The two halves of the product, folded into one.
@inline(__always)
private func mix(_ one: UInt64, _ other: UInt64) -> UInt64 {
    let product = (one ^ 0x9E37_79B9_7F4A_7C15).multipliedFullWidth(by: other ^ 0xD6E8_FEB8_6659_FD93)
    return product.high ^ product.low
}

/// The hash of a name. Names that are equal as Swift compares them (é in one scalar or in two) have one hash.
func nameHash(_ bytes: UnsafeBufferPointer<UInt8>, of name: String) -> UInt64 {
    var hash = mix(seed, UInt64(bytes.count))
    var every: UInt64 = 0
    var offset = 0
    while offset + 8 <= bytes.count {
        let word = UnsafeRawPointer(bytes.baseAddress! + offset).loadUnaligned(as: UInt64.self)
        every |= word
        hash = mix(hash ^ word, seed)
        offset += 8
    }
    var rest: UInt64 = 0
    while offset < bytes.count {
        rest = rest << 8 | UInt64(bytes[offset])
        offset += 1
    }
    every |= rest
    guard every & 0x8080_8080_8080_8080 == 0 else { return UInt64(bitPattern: Int64(name.hashValue)) }
    return mix(hash ^ rest, seed)
}
