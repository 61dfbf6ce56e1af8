import DomoLanguage
import DomoModel
import DomoXML
import Foundation
import Testing

@testable import DomoEngine

/// The scenes that come with the model house.
@Suite struct SampleSceneTests {
    private static let homes = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../homes")

    private func sampleScenes() throws -> [Catalog.Scene] {
        let folder = Self.homes.appending(path: "scenes")
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path())
        return try files.filter { $0.hasSuffix(".domo") }.sorted().map { file in
            let text = try String(contentsOf: folder.appending(path: file), encoding: .utf8)
            let (script, mistakes) = ScriptParser.parse(text)
            #expect(mistakes == [], "\(file)")
            return Catalog.Scene(name: try #require(script.name, "\(file)"), file: file, script: script)
        }
    }

    @Test(arguments: ["vivienda-eficiente.xml", "knx/vivienda-eficiente-knx.xml"])
    func sampleScenesFitTheModelHouse(file: String) throws {
        let houses = try HouseReader.read(path: Self.homes.appending(path: file).path()).houses
        #expect(houses.count == 1)
        let scenes = try sampleScenes()
        #expect(
            Set(scenes.map(\.name)) == [
                "Buenas noches", "Buenos días", "Inundación", "Me voy", "Persianas", "Simular presencia",
            ]
        )
        #expect(SceneCheck.findings(in: scenes, index: HouseIndex(houses), sites: [Catalog.Site()]) == [])
    }

    @Test func floodIsHandledAtOnce() throws {
        let scene = try #require(try sampleScenes().first { $0.name == "Inundación" })
        #expect(scene.script.triggers.map(\.text) == ["when FloodingSecurity on"])
        let first = try #require(scene.script.steps.first)
        #expect(first.text == "in parallel:")
        #expect(first.inner.map(\.text).contains("set --deadline 1m WaterSupply off"))
    }

    /// An example in a comment is valid.
    @Test func examplesInCommentsAreValid() throws {
        for (file, example) in [
            ("buenos-dias", "at dawn not before 06:45 not after 07:30 mon-fri except holidays"),
            ("persianas", "at sunset+15m not before 18:00 not after 21:45"),
        ] {
            let path = Self.homes.appending(path: "scenes/\(file).domo")
            #expect(try String(contentsOf: path, encoding: .utf8).contains("#     \(example)\n"))
            let (script, mistakes) = ScriptParser.parse(example)
            #expect(mistakes == [])
            #expect(script.triggers.map(\.text) == [example])
        }
    }
}
