import DomoLanguage
import DomoModel

/// Resolves the names in scenes.
protocol SceneNames: ~Copyable {
    func element(named name: String, seenIn scope: Scope) throws(Fault) -> ElementID
    subscript(element: ElementID) -> Element { get }
    func path(of element: ElementID) -> String
    /// The site whose clock and calendar a scene uses.
    func site(of script: Script) -> Catalog.Site
}

extension SceneNames where Self: ~Copyable {
    func element(named name: String) throws(Fault) -> ElementID { try element(named: name, seenIn: .everything) }
}

extension Houses: SceneNames {
    func site(of script: Script) -> Catalog.Site { loaded.site(of: script) }
}
