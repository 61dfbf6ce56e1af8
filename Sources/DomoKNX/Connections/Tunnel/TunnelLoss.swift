/// Why a tunnel is over.
struct TunnelLoss: Hashable {
    var reason: String
    /// The interface may still hold the tunnel, and has to be told.
    var needsDisconnect: Bool
    /// Frames were lost before it.
    var hasMissed = false
    /// The interface did not acknowledge a feature frame: it is connected to without them the next time.
    var withoutFeatures = false
}
