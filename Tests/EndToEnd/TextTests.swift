import DomoTestKit
import Foundation
import Testing

/// What the programs print, in the files of `Texts`. The commands of a file are run one after the other, in a household
/// with the files of `Texts/house`, and their output and exit status are compared.
///
/// DOMO_UPDATE_TEXTS=1 writes the files anew: then read their diff as somebody who has never seen domo.
@Suite(.waits) struct TextTests {
    enum Texts: String, CaseIterable {
        /// What a newcomer reads first.
        case first = "first-texts"
        /// Command lines of every verb, right and wrong ones.
        case commandLines = "command-lines"

        var path: String { Household.source("Tests/EndToEnd/Texts/\(rawValue).txt") }

        /// Besides the model house.
        var houses: [String] { self == .first ? [] : ["flat.xml"] }

        /// The elements whose state the simulated house does not report.
        var unknown: Int { self == .first ? 1 : 3 }
    }

    private struct Block {
        var command: String
        var output: String
    }

    /// A block begins with a line `$ COMMAND`; its output follows.
    private static func blocks(_ text: String) -> [Block] {
        var blocks: [Block] = []
        for line in text.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
            if line.hasPrefix("$ ") {
                blocks.append(Block(command: String(line.dropFirst(2)), output: ""))
            } else if !blocks.isEmpty {
                blocks[blocks.count - 1].output += line + "\n"
            }
        }
        return blocks
    }

    /// Without what differs from run to run.
    private static func normalized(_ text: String, _ household: Household) -> String {
        var text = text.replacing(household.folder.path, with: "FOLDER")
        for (pattern, replacement) in [
            (#"127\.0\.0\.1:\d+"#, "127.0.0.1:PORT"), (#"\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}"#, "DATE TIME"),
            // But neither the past time of some commands nor the one in hints.
            (#"(?!2020-|2026-11-20T21:04:05)\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z"#, "UTC"),
            (#"\b\d{2}:\d{2}:\d{2}\b"#, "TIME"), (#"\b\d{8}T\d{6}Z"#, "TIME"),
            (#"(< )?\b[\d.]+ ms\b"#, "N ms"), (#"(?<=, |done in )[\d.]+ s\b"#, "N ms"),
            (#"\b[\d.]+ [KM]iB\b"#, "N KiB"), (#"(?m)(\bby )\#(NSUserName())\b|^\#(NSUserName())(?=: )"#, "$1USER"),
            (#"domo(d)? \d+\.\d+\.\d+\S*"#, "domo$1 VERSION"),
            // Secrets and codes are random.
            (#"\bdomo_[\w-]{43}"#, "SECRET"), (#"\bwhsec_[\w+/=]+"#, "SECRET"), (#"\b[A-Z\d]{5}-[A-Z\d]{5}\b"#, "CODE"),
        ] {
            text = text.replacingOccurrences(of: pattern, with: replacement, options: .regularExpression)
        }
        return text
    }

    @Test(arguments: Texts.allCases) func textsAreAsRecorded(_ texts: Texts) throws {
        let isUpdate = ProcessInfo.processInfo.environment["DOMO_UPDATE_TEXTS"] != nil
        let recorded = try String(contentsOfFile: texts.path, encoding: .utf8)
        let expected = Self.blocks(recorded)
        try #require(expected.count > 40)
        var text = recorded.prefix { $0 != "$" }.description
        try Household.with { household in
            try household.copyFiles()
            let houses = texts.houses.flatMap { ["--home", "\(household.folder.path)/\($0)"] }
            try household.startedDaemon(household.usual + houses + ["--demo"])
            try household.waitForReadings(except: texts.unknown)
            for block in expected {
                let run = try household.run(
                    "/bin/sh",
                    ["-c", "cd \(household.folder.path) && \(block.command)"],
                    environment: ["PATH": "\(Programs.folder):/usr/bin:/bin", "DOMO_SOCKET": household.socket]
                )
                var output = Self.normalized(run.output + run.errors, household)
                if !output.isEmpty, !output.hasSuffix("\n") { output += "\n" }
                if run.status != 0 { output += "(exit status \(run.status))\n" }
                text += "$ \(block.command)\n\(output)"
                let isSame = output == block.output
                if !isUpdate { #expect(isSame, "\(block.command) prints:\n\(output)") }
            }
        }
        if isUpdate { try Data(text.utf8).write(to: URL(fileURLWithPath: texts.path)) }
    }
}

extension Household {
    /// The files that the commands name: the model house with its plans, scenes, and what is in `Texts/house`.
    fileprivate func copyFiles() throws {
        try folder.write("home.xml", Self.modelHouse)
        let house = Self.source("Tests/EndToEnd/Texts/house")
        expect(try run("/bin/cp", ["-r", Self.source("homes/plans"), "\(house)/.", folder.path]))
        let scenes = ["buenas-noches", "me-voy", "presencia"].map { Self.source("homes/scenes/\($0).domo") }
        expect(try run("/bin/cp", scenes + ["\(folder.path)/scenes"]))
    }

    /// Waits until the house has reported its state.
    fileprivate func waitForReadings(except unknown: Int) throws {
        try eventually("the readings of the house") {
            try domo("ls", "-r").output.split(separator: "\n").count { $0.contains("–") } == unknown
        }
    }
}
