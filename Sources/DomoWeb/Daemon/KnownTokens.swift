/// The tokens that the daemon accepted since the start, which wrong ones of the same address don't delay.
///
/// Of each only a hash is kept, with the seed of this process.
struct KnownTokens {
    private let limit: Int
    /// When each was used last, as the number of the use.
    private var uses: [Int: UInt64] = [:]
    private var count: UInt64 = 0

    init(limit: Int = 2048) { self.limit = limit }

    func contains(_ secret: String) -> Bool { uses[secret.hashValue] != nil }

    /// Adds the token; beyond the limit, the half that was not used for longest is forgotten.
    mutating func insert(_ secret: String) {
        count += 1
        uses[secret.hashValue] = count
        guard uses.count > limit else { return }
        let median = uses.values.sorted()[uses.count / 2]
        uses = uses.filter { $0.value >= median }
    }

    mutating func remove(_ secret: String) { uses[secret.hashValue] = nil }
}
