import DomoEngine
import DomoKNXBus
import DomoKNXHouse
import DomoModel
import DomoXML

extension HouseReading {
    /// The extension namespaces in house files that this module reads itself.
    static let keptNamespaces = [KNXBindingReader.namespace]

    /// The group addresses of the houses, with errors and warnings about them.
    func bindings() -> (knx: KNXBindings, diagnostics: [Diagnostic]) {
        // Most houses have none, and building an index of their names takes time.
        guard !extensions.isEmpty else { return (KNXBindings(), []) }
        let index = HouseIndex(houses)
        let (knx, faults) = KNXBindingReader.read(extensions, of: index)
        let buttons = index.elements.indices.filter { index.elements[$0].details?.button != nil }
        let paths = Set(buttons.map { index.path(of: ElementID($0)) })
        // After a reading error the check would report bindings only because others are missing.
        let all = faults.isEmpty ? KNXBindingCheck.faults(in: knx, buttons: paths) : faults
        return (knx, all.map(Diagnostic.init))
    }
}

extension KNXBindings {
    /// Warnings about scenes that are bound to group addresses and don't exist.
    func missingScenes(among scenes: [Catalog.Scene]) -> [Diagnostic] {
        let known = Set(scenes.map { FoldedName.fold($0.name) })
        func check(_ name: String, _ position: String) -> Diagnostic? {
            guard !known.contains(FoldedName.fold(name)) else { return nil }
            let closest = closestWord(to: name, among: scenes.map(\.name))
            let hint = closest.map { "did you mean \"\($0)\"?" } ?? "\"domo scenes\" lists them"
            return Diagnostic(KNXBindingFault(.warning, at: position, "there is no scene \"\(name)\"", hint: hint))
        }
        return self.scenes.compactMap { check($0.run, $0.position) }
            + exposures.compactMap {
                if case .scene(let name) = $0.subject { check(name, $0.position) } else { nil }
            }
    }
}

extension Diagnostic {
    init(_ fault: KNXBindingFault) {
        self.init(
            file: fault.file,
            line: fault.line,
            column: fault.column,
            severity: fault.severity == .error ? .error : .warning,
            message: fault.hint.map { "\(fault.message); \($0)" } ?? fault.message
        )
    }
}
