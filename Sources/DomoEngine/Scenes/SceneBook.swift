import DomoLanguage
import DomoModel

/// The scenes of a load, by name.
struct SceneBook: Sendable {
    struct Entry: Sendable {
        let name: String
        /// Its folded name: names are compared ignoring case and accents.
        let key: String
        /// Nil for an ad-hoc scene.
        let file: String?
        let script: Script
        /// The site of the house that it is about.
        let site: Catalog.Site
        /// Including steps inside blocks.
        let stepCount: Int

        init(name: String, file: String?, script: Script, site: Catalog.Site) {
            self.name = name
            key = FoldedName.fold(name)
            self.file = file
            self.script = script
            self.site = site
            stepCount = script.allSteps.count
        }

        /// The scene with the values that a start gives it.
        func filled(with values: [SceneValue]) throws(Fault) -> Entry {
            if values.isEmpty, script.parameters.isEmpty { return self }
            return Entry(name: name, file: file, script: try script.filled(with: values, of: name), site: site)
        }
    }

    private(set) var entries: [Entry] = []
    /// By key.
    private var numbers: [String: Int] = [:]
    /// By folded label.
    private var labelled: [String: Int] = [:]
    /// By name.
    private var exact: [String: Int] = [:]
    /// What is wrong with the scenes that were left out, by key.
    private var faulty: [String: Catalog.FaultyScene] = [:]

    init() {}

    init(_ scenes: [Catalog.Scene], faulty: [Catalog.FaultyScene] = [], in names: borrowing some SceneNames & ~Copyable)
    {
        self.faulty = Dictionary(faulty.map { (FoldedName.fold($0.name), $0) }) { first, _ in first }
        for scene in scenes {
            let site = names.site(of: scene.script)
            let entry = Entry(name: scene.name, file: scene.file, script: scene.script, site: site)
            numbers[entry.key] = numbers[entry.key] ?? entries.count
            exact[entry.name] = exact[entry.name] ?? entries.count
            entries.append(entry)
        }
        // A name is meant before a label.
        for (number, entry) in entries.enumerated() {
            for label in entry.script.labels.values.sorted() {
                let key = FoldedName.fold(label)
                labelled[key] = labelled[key] ?? number
            }
        }
    }

    /// The scenes that were left out, in order of their names.
    var leftOut: [Catalog.FaultyScene] { faulty.values.sorted { $0.name < $1.name } }

    subscript(key key: String) -> Entry? { numbers[key].map { entries[$0] } }

    /// Nil if there is none.
    func key(named name: String) -> String? { number(named: name).map { entries[$0].key } }

    /// Nil if there is none that can run.
    subscript(named name: String) -> Entry? { number(named: name).map { entries[$0] } }

    /// Nil if the file has no scene that can run.
    func name(inFile file: String) -> String? { entries.first { $0.file == file }?.name }

    private func number(named name: String) -> Int? {
        let key = FoldedName.fold(name)
        return exact[name] ?? numbers[key] ?? (faulty[key] == nil ? labelled[key] : nil)
    }

    /// What is looked for at most, in bytes: a name has up to 200 characters.
    private static let maxName = 4096

    func entry(named name: String) throws(Fault) -> Entry {
        // No scene has a name this long: it is not compared with any.
        guard name.utf8.count <= Self.maxName else { throw Fault.unknownScene(name, closest: nil) }
        if let entry = self[named: name] { return entry }
        if let faulty = faulty[FoldedName.fold(name)] {
            throw Fault(
                .badModel,
                "the scene \(Words.quoted(faulty.name)) is not loaded: \(faulty.problem)",
                hint: "fix its file, then run domo reload"
            )
        }
        throw Fault.unknownScene(name, closest: closestWord(to: name, among: entries.map(\.name)))
    }
}

extension Catalog {
    /// The site whose clock and calendar a scene uses.
    func site(of script: Script) -> Site {
        let house = Self.house(of: script, in: index)
        return sites.indices.contains(house) ? sites[house] : Site()
    }
}
