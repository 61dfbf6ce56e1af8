import CLibXML2

/// Names and where they were first given, each in a scope: the place that holds them.
///
/// An open-addressing table of its own: it takes the hash from the bytes of a name while they are at hand, and costs
/// half of what `Dictionary<String, …>` does. The hash is seeded, so that no file can be written to make names collide.
struct NameRegister {
    struct Entry {
        var name: String
        var scope: Int32
        var position: SourcePosition
    }

    private var entries: [Entry] = []
    /// The hash in the upper half, so that a look at the table alone tells most names apart; in the lower half the
    /// number of the entry, from 1. Zero where free. A power of two in size, at most half full.
    private var slots: [UInt64] = Array(repeating: 0, count: 64)

    /// Adds a name, unless the scope has it already.
    ///
    /// - Parameter hash: of the name, from `nameHash`.
    /// - Returns: the entry that was there.
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

    /// Has the memory that `insert` will look at fetched.
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
