import DomoEngine
import DomoKNXBus
import DomoModel
import DomoXML

extension HouseReading {
    /// What house files hold for others than the reader of houses.
    static let keptNamespaces = [KNXBindingReader.namespace]

    /// The group addresses of the houses, and what is wrong with them or doubtful.
    func bindings() -> (knx: KNXBindings, diagnostics: [Diagnostic]) {
        // Most houses have none, and an index of their names takes its time.
        guard !extensions.isEmpty else { return (KNXBindings(), []) }
        let (knx, faults) = KNXBindingReader.read(extensions, of: HouseIndex(houses))
        // What is left of wrong bindings is doubtful for want of the others.
        let all = faults.isEmpty ? KNXBindingCheck.faults(in: knx) : faults
        return (knx, all.map(Diagnostic.init))
    }
}

extension KNXBindings {
    /// Warnings for the scenes that somebody on the bus can run, and that are not there.
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
