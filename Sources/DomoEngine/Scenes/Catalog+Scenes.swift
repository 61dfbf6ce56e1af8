import DomoLanguage
import DomoModel

extension Catalog {
    /// The house whose clock, sun and holidays a scene uses: that of the first element in it that exists, else of the
    /// first place, otherwise the first house.
    static func house(of script: Script, in index: HouseIndex) -> Int {
        for name in script.names.elements {
            // An unknown name is reported when the scene is checked.
            if let element = try? index.element(named: name.text) { return index.house(of: element) }
        }
        for name in script.names.places {
            // An unknown name is reported where the scene is checked.
            if case .place(let place)? = try? index.find(name.text, seenIn: .everything) { return index[place].house }
        }
        return 0
    }
}
