/// Why a tunnel has ended.
struct TunnelLoss: Hashable {
    var reason: String
    /// The interface may still hold the tunnel and needs a DISCONNECT_REQUEST.
    var needsDisconnect: Bool
    /// Frames were lost before the tunnel ended.
    var hasMissed = false
    /// The interface acknowledges requests, but confirms nothing: it may only be this tunnel.
    var isHalfDead = false
    /// The interface did not acknowledge a feature frame; a later connection may not use them.
    var withoutFeatures = false
}
