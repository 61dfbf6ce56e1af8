/// Why a tunnel has ended.
struct TunnelLoss: Hashable {
    var reason: String
    /// The interface may still hold the tunnel and needs a DISCONNECT_REQUEST.
    var needsDisconnect: Bool
    /// The interface works, but not this tunnel: a telegram was lost in it, or it confirms nothing.
    var concernsTunnelAlone = false
    /// The interface did not acknowledge a feature frame; a later connection may not use them.
    var withoutFeatures = false
}
