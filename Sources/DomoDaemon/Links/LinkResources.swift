import DomoHTTP

/// What the links of a daemon share. It outlives them all.
struct LinkResources: Sendable {
    var http: CurlLoop
}
