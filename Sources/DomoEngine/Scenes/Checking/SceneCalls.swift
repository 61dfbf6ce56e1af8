import DomoLanguage
import DomoModel

/// The call graph of scenes.
struct SceneCalls {
    let scenes: [Catalog.Scene]
    /// For each scene the scenes that it runs, in the order of the text.
    private var called: [[Int]] = []
    private let exact: [String: Int]
    private let folded: [String: Int]

    init(_ scenes: [Catalog.Scene]) {
        self.scenes = scenes
        exact = Dictionary(zip(scenes.map(\.name), scenes.indices)) { first, _ in first }
        folded = Dictionary(zip(scenes.map { FoldedName.fold($0.name) }, scenes.indices)) { first, _ in first }
        called = scenes.map { scene in
            var seen: Set<Int> = []
            return scene.script.allSteps.compactMap { step in
                guard case .scene(let name) = step.kind, let number = number(of: name.text) else { return nil }
                return seen.insert(number).inserted ? number : nil
            }
        }
    }

    /// The scene with a name, as `SceneBook` finds it.
    func number(of name: String) -> Int? { exact[name] ?? folded[FoldedName.fold(name)] }

    /// The shortest path from one scene to another, including both; nil if there is none.
    func chain(from first: Int, to last: Int) -> [Int]? {
        var before: [Int: Int] = [first: first]
        var reached = [first]
        var next = 0
        while next < reached.count {
            let scene = reached[next]
            next += 1
            if scene == last {
                var chain = [last]
                while let here = chain.last, here != first, let previous = before[here] { chain.append(previous) }
                return chain.reversed()
            }
            for other in called[scene] where before[other] == nil {
                before[other] = scene
                reached.append(other)
            }
        }
        return nil
    }
}
