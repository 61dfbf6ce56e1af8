import CLibXML2

/// Names with their first position, each in a scope: the place that contains them.
///
/// An open-addressing hash table, which hashes the bytes of a name while they are at hand, and costs half as much as
/// `Dictionary<String, …>`. The hash is seeded, so that no file can provoke collisions.
struct NameRegister {
    struct Entry {
        var name: String
        var scope: Int32
        var position: SourcePosition
    }

    private var entries: [Entry] = []
    /// The upper half is the hash, so that most names can be distinguished without their entries; the lower half is the
    /// number of the entry, from 1. Zero if free. The size is a power of two, and at most half of the slots are used.
    private var slots: [UInt64] = Array(repeating: 0, count: 64)

    /// Adds a name, unless it already exists in the scope.
    ///
    /// - Parameter hash: the hash of the name, from `nameHash`.
    /// - Returns: the existing entry.
    mutating func insert(_ entry: Entry, hash: UInt64) -> Entry? {
        let tag = Self.tag(hash, scope: entry.scope)
        let mask = slots.count - 1
        var slot = Int(truncatingIfNeeded: tag) & mask
        while slots[slot] != 0 {
            if slots[slot] >> 32 == tag {
                let other = entries[Int(slots[slot] & 0xFFFF_FFFF) - 1]
                if other.scope == entry.scope, other.name == entry.name { return other }
            }
            slot = (slot + 1) & mask
        }
        entries.append(entry)
        slots[slot] = tag << 32 | UInt64(entries.count)
        if entries.count * 2 > slots.count { grow() }
        return nil
    }

    /// Prefetches the memory that `insert` will read.
    func prefetch(hash: UInt64, scope: Int32) {
        let slot = Int(truncatingIfNeeded: Self.tag(hash, scope: scope)) & (slots.count - 1)
        slots.withUnsafeBufferPointer { domo_prefetch($0.baseAddress! + slot) }
    }

    @inline(__always)
    private static func tag(_ hash: UInt64, scope: Int32) -> UInt64 {
        mix(hash, UInt64(UInt32(bitPattern: scope)) ^ seed) >> 32
    }

    private mutating func grow() {
        let former = slots
        slots = Array(repeating: 0, count: former.count * 2)
        let mask = slots.count - 1
        for content in former where content != 0 {
            var slot = Int(truncatingIfNeeded: content >> 32) & mask
            while slots[slot] != 0 { slot = (slot + 1) & mask }
            slots[slot] = content
        }
    }
}

private let seed = UInt64.random(in: .min ... .max) | 1

/// Multiplies, and combines the two halves of the product.
@inline(__always)
private func mix(_ one: UInt64, _ other: UInt64) -> UInt64 {
    let product = (one ^ 0x9E37_79B9_7F4A_7C15).multipliedFullWidth(by: other ^ 0xD6E8_FEB8_6659_FD93)
    return product.high ^ product.low
}

/// The hash of a name. Names that Swift compares as equal (é as one scalar or two) have the same hash.
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
