/// Whether a reply to `show` agrees with the server.
enum SoakBelief {
    enum Mistake: Equatable {
        /// A confirmed reading, not stale, says something else than the house.
        case wrong(String)
        /// It is not known, although the house has been asked since.
        case unknown(String)
    }

    private static let known = #","certainty":"confirmed","stale":false"#

    /// - Returns: nil where each reading is confirmed and as the house is.
    static func mistake(in reply: String, _ state: SoakState) -> Mistake? {
        if state.readings.allSatisfy({ reply.contains($0 + known) }) { return nil }
        let readings = reply.split(separator: "{").filter { $0.hasPrefix(#""type":"#) }
        let isWrong = readings.contains { reading in
            reading.contains(known) && !state.readings.contains { ("{" + reading).hasPrefix($0 + known) }
        }
        return isWrong ? .wrong(reply) : .unknown(reply)
    }
}
