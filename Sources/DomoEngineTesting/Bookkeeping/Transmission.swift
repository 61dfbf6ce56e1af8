import DomoModel

/// A dispatch or a query without an outcome.
struct Transmission {
    let server: Int
    /// The elements of a query, in the order of its targets.
    let elements: [Int]
    let began: Int64
    /// Nil for a query.
    let order: UInt64?
    let action: Value?
    let timeout: Int64
    var isCancelled = false
    /// False if a load removed its server.
    var isCounted = true
    /// Removed by a load.
    var gone: Set<Int> = []
}
