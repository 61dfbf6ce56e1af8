import DomoLanguage

/// The limits of tokens and codes. Each account (a user, or the tree of a token) has a share, so that none can use up all;
/// a reserve is left for root and for those who manage everything. Nothing is ever evicted.
struct TokenQuota: Sendable {
    var maxTokens = 1000
    var maxTokensOfAccount = 100
    var maxCodes = 100
    var maxCodesOfAccount = 10
    /// The share of each limit that is left for root and managers.
    static let reserved = 10

    func requireRoomForToken(total: Int, own: Int, isPrivileged: Bool) throws(Fault) {
        try require(total, own, maxTokens, maxTokensOfAccount, isPrivileged, "tokens", "revoke some")
    }

    func requireRoomForCode(total: Int, own: Int, isPrivileged: Bool) throws(Fault) {
        try require(
            total,
            own,
            maxCodes,
            maxCodesOfAccount,
            isPrivileged,
            "unused codes",
            "a code expires after 10 minutes; \"domo token revoke NAME\" ends one before"
        )
    }

    private func require(
        _ total: Int,
        _ own: Int,
        _ limit: Int,
        _ share: Int,
        _ isPrivileged: Bool,
        _ what: String,
        _ hint: String
    ) throws(Fault) {
        if !isPrivileged, own >= share {
            throw Fault(.busy, "its creator has \(own) \(what), the maximum for one user or token", hint: hint)
        }
        let free = isPrivileged ? limit : limit - limit / Self.reserved
        if total >= free { throw Fault(.busy, "there are \(total) \(what), the maximum", hint: hint) }
    }
}
