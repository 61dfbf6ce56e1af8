import DomoLanguage

/// Searches for interfaces to buses, in the networks of the machine.
protocol InterfaceDiscovery: Sendable {
    /// - Parameter report: called once, on any thread.
    func search(_ query: InterfaceQuery, report: @escaping @Sendable (Result<InterfaceList, Fault>) -> Void)
}
