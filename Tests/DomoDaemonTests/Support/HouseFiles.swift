import DomoEngine
import DomoHTTP
import DomoLanguage
import DomoModel
import DomoSystem
import DomoTestKit
import Logging

@testable import DomoDaemon

extension Configuration.Link {
    /// Nil for a link of another kind.
    var http: ServerSettings? { settings as? ServerSettings }
}

/// House files, and the files beside them, in a temporary folder.
struct HouseFiles {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    func write(_ path: String, _ text: String) throws {
        try FileBytes.makeFolder((folder.path + path).parentFolder)
        try FileBytes.replace(folder.path + path, with: Array(text.utf8))
    }

    func loader(
        _ sources: String...,
        places: [String: Configuration.Place] = [:],
        check: @escaping SceneFiles.Check = findings
    ) -> HouseLoader {
        HouseLoader(
            sources: sources.map { folder.path + $0 },
            state: folder.path + "/state",
            places: places,
            log: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
            check: check
        )
    }

    /// A house with a lamp.
    ///
    /// - Parameter place: the attributes of its `Lugar`.
    static func house(_ name: String, place: String? = nil, element: String = "Lamp") -> String {
        """
        <Viviendas><Vivienda><Nombre>\(name)</Nombre>
        \(place.map { "<d:Lugar xmlns:d=\"urn:domo:house:1\" \($0)/>" } ?? "")
        <Dispositivo><Nombre>\(element)</Nombre><Tipo>1</Tipo></Dispositivo>
        </Vivienda></Viviendas>
        """
    }

    /// A fake check: unknown elements are errors, `Doubt` is a warning, and `scene X` is an error if there is no scene
    /// X.
    static func findings(
        _ scenes: [Catalog.Scene],
        _ index: HouseIndex,
        _ sites: [Catalog.Site]
    ) -> [SceneCheck.Finding] {
        var findings: [SceneCheck.Finding] = []
        for scene in scenes {
            for step in scene.script.steps {
                guard case .order(let order, let at) = step.kind else { continue }
                func find(_ message: String, isWarning: Bool = false) {
                    let fault = Fault(.unknownElement, message, hint: "see what there is")
                    let mistake = Script.Mistake(line: at.element.line, column: at.element.column, fault: fault)
                    findings.append(SceneCheck.Finding(file: scene.file, mistake: mistake, isWarning: isWarning))
                }
                if order.element == "Doubt" {
                    find("doubtful", isWarning: true)
                } else if order.element.hasPrefix("scene ") {
                    let name = order.element.dropFirst("scene ".count)
                    if !scenes.contains(where: { $0.name == name }) { find("no scene \(name)") }
                } else if order.element != "Lamp" {
                    find("no \(order.element)")
                }
            }
        }
        return findings
    }
}
