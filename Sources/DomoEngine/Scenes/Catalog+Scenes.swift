import DomoLanguage
import DomoModel

extension Catalog {
    /// The house by whose clocks, sun and holidays a scene runs: that of the first element that it names and that is
    /// found, else the first.
    static func house(of script: Script, in index: HouseIndex) -> Int {
        for name in script.names.elements {
            if let element = try? index.element(named: name.text) { return index.house(of: element) }
        }
        return 0
    }
}
