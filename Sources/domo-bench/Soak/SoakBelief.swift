/// Checks whether a reply to `show` agrees with the server.
enum SoakBelief {
    enum Mistake: Equatable {
        /// A confirmed and fresh reading differs from the house.
        case wrong(String)
        /// The state is not known, although the house has been polled since.
        case unknown(String)
    }

    private static let known = #","certainty":"confirmed","stale":false"#

    /// - Returns: nil if each reading is confirmed and matches the house.
    static func mistake(in reply: String, _ state: SoakState) -> Mistake? {
        if state.readings.allSatisfy({ reply.contains($0 + known) }) { return nil }
        let readings = reply.split(separator: "{").filter { $0.hasPrefix(#""type":"#) }
        let isWrong = readings.contains { reading in
            reading.contains(known) && !state.readings.contains { ("{" + reading).hasPrefix($0 + known) }
        }
        return isWrong ? .wrong(reply) : .unknown(reply)
    }
}
