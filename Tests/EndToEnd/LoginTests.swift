import DomoTestKit
import Foundation
import Testing

/// `domo login`: the token is no argument, which every user of the machine could read in /proc.
@Suite(.waits) struct LoginTests {
    private static func token(_ household: Household) throws -> String {
        struct Given: Decodable { var token: String }
        return try household.decoded(Given.self, "token", "new", "phone").token
    }

    @Test func tokenAsAnArgumentIsRefused() throws {
        try Household.running { household in
            let token = try Self.token(household)
            let finished = try household.domo("login", token)
            expect(finished, status: 64, says: ["standard input", "--token-file FILE", "/proc"])
            #expect(!(finished.output + finished.errors).contains(token))
        }
    }

    @Test func tokenIsReadFromStandardInputOrAFile() throws {
        try Household.running { household in
            let token = try Self.token(household)
            let file = try household.folder.write("token", token + "\n")
            for (arguments, input) in [
                (["login"], token + "\nmore\n"), (["login"], token), (["login", "--token-file", file], nil),
                (["login", "--token-file", "-"], token + "\n"), (["login", "--from", "10.0.0.1"], token + "\n"),
            ] as [([String], String?)] {
                let finished = try household.run("domo", arguments, input: input)
                expect(finished)
                #expect(finished.output == "phone: act, without doors\n", "\(arguments)")
            }
            #expect(try household.domo("token", "list").output.contains("10.0.0.1"))
            // On a connection, it is a line like any other.
            let batch = try household.run("domo", ["-"], input: "login \(token)\n")
            #expect(batch.output.contains("phone: act"))
        }
    }

    @Test func missingTokenIsReported() throws {
        try Household.running { household in
            try household.folder.write("empty", "\n")
            let (folder, missing) = (household.folder.path, "\(household.folder.path)/missing")
            for (arguments, input, status, words) in [
                (["login"], "", 64, ["standard input", "begins with no token"]),
                (["login", "--token-file", "\(folder)/empty"], nil, 64, ["\(folder)/empty", "begins with no token"]),
                (["login", "--token-file", missing], nil, 66, [missing, "No such file"]),
                (["login"], "domo_x\n", 77, ["unknown, expired or revoked"]),
            ] as [([String], String?, Int32, [String])] {
                expect(try household.run("domo", arguments, input: input), status: status, says: words)
            }
        }
    }
}
