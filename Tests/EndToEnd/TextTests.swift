import DomoTestKit
import Foundation
import Testing

/// What a newcomer reads first, in one file: `Texts/first-texts.txt`. Each of its commands is run, and its output compared.
///
/// DOMO_UPDATE_TEXTS=1 writes the file anew: then read its diff as somebody who has never seen domo.
@Suite(.waits) struct TextTests {
    private static let path = Household.source("Tests/EndToEnd/Texts/first-texts.txt")

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
            (#"\b\d{2}:\d{2}:\d{2}\b"#, "TIME"), (#"\b[\d.]+ ms\b"#, "N ms"), (#"\b[\d.]+ [KM]iB\b"#, "N KiB"),
            (#"\b\#(NSUserName())\b"#, "USER"), (#"domo(d)? \d+\.\d+\.\d+\S*"#, "domo$1 VERSION"),
        ] {
            text = text.replacingOccurrences(of: pattern, with: replacement, options: .regularExpression)
        }
        return text
    }

    @Test func firstTextsAreAsRecorded() throws {
        let recorded = try String(contentsOfFile: Self.path, encoding: .utf8)
        let expected = Self.blocks(recorded)
        try #require(expected.count > 40)
        var text = recorded.prefix { $0 != "$" }.description
        try Household.with { household in
            try household.folder.write("home.xml", Household.modelHouse)
            for name in ["buenas-noches", "me-voy"] {
                let scene = try String(contentsOfFile: Household.source("homes/scenes/\(name).domo"), encoding: .utf8)
                try household.folder.write("scenes/\(name).domo", scene)
            }
            try household.folder.write("bad.xml", "<Viviendas>\n<Vivienda>\n</Viviendas>\n")
            try household.folder.write(
                "bad.domo",
                "set Louver up\nsett Louver up\nif Louver up and Buzzer on: set Louver stop\n"
            )
            try household.folder.write("bad.yaml", "homs: home.xml\nlog-level: loud\n")
            try household.startedDaemon(household.usual + ["--demo"])
            try household.waitForReading("Louver", "down")
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
                if ProcessInfo.processInfo.environment["DOMO_UPDATE_TEXTS"] == nil {
                    #expect(isSame, "\(block.command) prints:\n\(output)")
                }
            }
        }
        if ProcessInfo.processInfo.environment["DOMO_UPDATE_TEXTS"] != nil {
            try Data(text.utf8).write(to: URL(fileURLWithPath: Self.path))
        }
    }
}
