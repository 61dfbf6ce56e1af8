import ArgumentParser
import DomoLanguage
import DomoSystem

/// The options for the output.
struct HouseTarget: ParsableArguments {
    @Option(
        name: [.customShort("o"), .customLong("output")],
        help: ArgumentHelp("The house file to write or update.", valueName: "house.xml"),
        completion: .file(extensions: ["xml"])
    )
    var output: String?

    @Option(help: ArgumentHelp("The name of the house; by default the name of the project.", valueName: "house"))
    var name: String?

    @Flag(help: "Write the bindings in English.")
    var english = false

    @Flag(name: .shortAndLong, help: "Show what would change, and write nothing.")
    var dryRun = false

    /// - Parameter grouping: what happens to elements of an existing house that belong to one device.
    func write(_ house: HouseDraft, source: String, grouping: HouseUpdate.Grouping = .never) throws(Fault) {
        guard !house.content.allElements.isEmpty || !house.unplaced.isEmpty else {
            for line in HouseNotes.lines(of: house) { StandardStream.error.writeLine(line) }
            throw Fault(
                .badModel,
                "\(source) contains nothing to make elements from",
                hint: "check that it was exported with its group addresses; nothing was written"
            )
        }
        guard let output, PlainFile.exists(output) else {
            let text = HouseWriter.write(house, isEnglish: english, source: source)
            try check(text, path: output ?? "the house")
            for line in HouseNotes.lines(of: house) { StandardStream.error.writeLine(line) }
            guard let output, !dryRun else {
                StandardStream.output.write(text)
                return
            }
            try PlainFile.write(text, to: output, replacesOld: false)
            StandardStream.error.writeLine(Self.summary(of: house, path: output))
            return
        }
        let update = try HouseUpdate.update(
            PlainFile.read(output, limit: ProjectFile.exportLimit),
            file: output,
            with: house,
            isEnglish: english,
            source: source,
            grouping: grouping
        )
        for line in HouseNotes.lines(of: house) { StandardStream.error.writeLine(line) }
        for line in update.differences { StandardStream.error.writeLine(line) }
        if !update.renames.isEmpty {
            StandardStream.error.writeLine(
                "these elements have new paths; if \"domo reload\" does not recognize them, keep their history with:"
            )
            for rename in update.renames {
                let words = [rename.old, rename.new].map(Self.shellQuoted).joined(separator: " ")
                StandardStream.error.writeLine("  domo rename \(words)")
            }
        }
        guard update.isChanged, !dryRun else {
            if !update.isChanged { StandardStream.error.writeLine("\(output) is up to date") }
            return
        }
        try check(update.text, path: output)
        try PlainFile.write(update.text, to: output, replacesOld: true)
    }

    /// Checks that domo can read the house, before it is written.
    private func check(_ text: String, path: String) throws(Fault) {
        guard let fault = HouseCheck.faults(in: Array(text.utf8), file: path).first else { return }
        throw Fault(.badModel, "the house would be invalid: \(fault)", hint: "this is a bug in domo-import")
    }

    /// `'Casa/Salón/Luz'`
    private static func shellQuoted(_ text: String) -> String { "'" + text.replacing("'", with: "'\\''") + "'" }

    private static func summary(of house: HouseDraft, path: String) -> String {
        func count(_ number: Int, _ one: String, _ many: String) -> String { "\(number) \(number == 1 ? one : many)" }
        let elements = count(house.content.allElements.count, "element", "elements")
        return "wrote \(path): \(elements), \(house.unplaced.count) not placed"
    }
}
