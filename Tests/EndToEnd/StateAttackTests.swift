import DomoTestKit
import Foundation
import Testing

/// The steps of somebody who may make tokens and wants those of others to end, and of a disk that loses a file.
@Suite(.waits) struct StateAttackTests {
    private func token(_ household: Household, _ name: String) throws -> String {
        struct Given: Decodable { var token: String }
        return try household.decoded(Given.self, "token", "new", name, "--role", "act").token
    }

    private func login(_ household: Household, _ token: String, from: String? = nil) throws -> String {
        let connection = try Connection(socket: household.socket)
        try connection.send("login \(from.map { "--from '\($0)' " } ?? "")\(token)\n")
        return try #require(try connection.line())
    }

    private func size(_ household: Household) throws -> Int {
        try Data(contentsOf: URL(fileURLWithPath: "\(household.state)/tokens")).count
    }

    private func restart(_ household: Household) throws {
        try household.stopDaemon()
        try household.startDaemon()
    }

    /// 100 tokens with an address of 60 KB each made a file of 6 MB, which the next start could not read.
    @Test func longAddressesEndNoToken() throws {
        try Household.running { household in
            let tokens = try (1...100).map { try token(household, "phone \($0)") }
            for token in tokens {
                let refused = try login(household, token, from: String(repeating: "x", count: 60_000))
                #expect(refused.contains("the address has 60000 bytes; at most 256 are kept"), "\(refused.prefix(200))")
                #expect(try login(household, token, from: "192.168.1.9").contains(#""ok""#))
            }
            #expect(try size(household) < 1 << 20)
            try restart(household)
            for token in tokens { #expect(try login(household, token).contains(#""ok""#)) }
        }
    }

    /// A character may have any number of marks: 64 characters were 3.7 MB.
    @Test func namesOfManyMarksAreRefused() throws {
        try Household.running { household in
            let marks = String(repeating: "\u{301}", count: 29_000)
            for line in [
                "token new 'a\(marks)'", "hook new h --element Louver --field 'a\(marks)'",
                "hook new h --element Louver --values 'a\(marks)=on'",
                "token new phone " + String(repeating: "--place \(String(repeating: "x", count: 100)) ", count: 300),
            ] {
                let connection = try Connection(socket: household.socket)
                try connection.send(line + "\n")
                let answer = try #require(try connection.line())
                #expect(answer.contains("are kept") && answer.contains("bad-request"), "\(answer.prefix(300))")
            }
            expect(try household.domo("token", "list"), says: ["no tokens"])
        }
    }

    /// Longer than any that domod writes. It has the tokens of the house, if somebody repairs it.
    @Test func fileThatCanNotBeReadIsKept() throws {
        try Household.running { household in
            let first = try token(household, "phone")
            let before = try login(household, first)
            let file = URL(fileURLWithPath: "\(household.state)/tokens")
            try household.stopDaemon()
            let good = try Data(contentsOf: file)
            let bad = good + Data(repeating: 0x23, count: 33 << 20)
            try bad.write(to: file)
            try household.startDaemon()
            try household.waitForLog("no token is accepted and none can be made; repair the file, or move it away")
            #expect(try login(household, first).contains("not-allowed"))
            for arguments in [["token", "new", "tablet"], ["token", "new", "tablet", "--code"]] {
                expect(
                    try household.run("domo", arguments),
                    status: 78,
                    says: ["no token can be made: \(file.path) could not be read", "repair the file"]
                )
            }
            #expect(try Data(contentsOf: file) == bad)
            // The house goes on.
            expect(try household.domo("set", "Louver", "up"))
            // Repaired.
            try household.stopDaemon()
            try good.write(to: file)
            try household.startDaemon()
            #expect(try login(household, first) == before)
            // Moved away: what the identity of the first token stands for elsewhere is not given to another.
            try household.stopDaemon()
            try FileManager.default.removeItem(at: file)
            try household.startDaemon()
            #expect(try login(household, first).contains("not-allowed"))
            let after = try login(household, try token(household, "tablet"))
            #expect(try tree(before) == 1)
            #expect(try tree(after) > 1_000_000_000_000)
        }
    }

    private func tree(_ line: String) throws -> Int {
        struct Session: Decodable {
            struct Content: Decodable { var tree: Int }
            var ok: Content
        }
        return try JSONDecoder().decode(Session.self, from: Data(line.utf8)).ok.tree
    }

    @Test func damagedLinesAreKept() throws {
        try Household.running { household in
            let first = try token(household, "phone")
            let file = URL(fileURLWithPath: "\(household.state)/tokens")
            try household.stopDaemon()
            let damaged = try Data(contentsOf: file) + Data("2 half of a line\n".utf8)
            try damaged.write(to: file)
            try household.startDaemon()
            #expect(try login(household, first).contains(#""ok""#))
            _ = try token(household, "tablet")
            #expect(try Data(contentsOf: URL(fileURLWithPath: file.path + ".damaged")) == damaged)
        }
    }
}
