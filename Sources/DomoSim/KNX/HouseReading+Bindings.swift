import DomoKNXHouse
import DomoModel
import DomoXML

extension HouseReading {
    /// The bindings of the houses to the bus.
    ///
    /// - Parameter houses: The simulated houses; the bindings of others are left out.
    /// - Returns: The valid bindings, and the faults as lines of text.
    func bindings(of houses: [House]) -> (bindings: KNXBindings, faults: [String], hasErrors: Bool) {
        var (bindings, faults) = KNXBindingReader.read(extensions, of: HouseIndex(self.houses))
        let simulated = HouseIndex(houses)
        let paths = Set(simulated.elements.indices.map { simulated.path(of: ElementID($0)) })
        bindings.facets.removeAll { !paths.contains($0.facet.path) }
        return (bindings, faults.map(\.shown), faults.contains { $0.severity == .error })
    }
}

extension KNXBindingFault {
    fileprivate var shown: String {
        "\(file):\(line):\(column): \(severity == .error ? "error" : "warning"): \(message)"
            + (hint.map { "; \($0)" } ?? "")
    }
}
