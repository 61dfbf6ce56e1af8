import Testing

@testable import DomoNATS

struct SubjectTests {
    @Test(arguments: ["a", "domo.v1.report.07.casa1", "$JS.API.STREAM.INFO.R00", "_INBOX.x"])
    func subjectsToPublish(subject: String) {
        #expect(NATSSubject.problem(in: subject) == nil)
        #expect(NATSSubject.problem(inPattern: subject) == nil)
    }

    @Test(arguments: ["*", ">", "a.*", "a.*.b", "a.>", "*.>"])
    func patternsCanOnlyBeSubscribed(subject: String) {
        #expect(NATSSubject.problem(in: subject) == "invalid subject \"\(subject)\": can't publish to a wildcard")
        #expect(NATSSubject.problem(inPattern: subject) == nil)
    }

    @Test(arguments: [
        "", ".", "a.", ".a", "a..b", "a b", "a\t", "a\r\nPUB b 0", "a\0", "casa.é", "a.>.b", "a*", "a.b>", "*a",
        String(repeating: "a", count: 513), String(repeating: "a.", count: 16) + "a",
    ])
    func othersAreRefused(subject: String) {
        #expect(NATSSubject.problem(in: subject) != nil)
        #expect(NATSSubject.problem(inPattern: subject) != nil)
    }

    @Test(arguments: [
        ("a.b", "a.b", true), ("a.*", "a.b", true), ("a.>", "a.b.c", true), (">", "a", true), ("*.b", "a.b", true),
        ("a.b", "a.c", false), ("a.*", "a", false), ("a.*", "a.b.c", false), ("a.>", "a", false), ("a", "a.b", false),
    ])
    func patterns(pattern: String, subject: String, matches: Bool) {
        #expect(NATSSubject.matches(pattern, subject) == matches)
    }

    @Test(arguments: [
        ("2.14.3", true), ("2.14.10", true), ("2.15.1", true), ("2.15.0-dev", true), ("2.12.12", true), ("3.0.0", true),
        ("2.12.13", true), ("2.9.10", false), ("2.12.8", false), ("2.12.11", false), ("2.13.99", false),
        ("2.14.2", false), ("2.14.3-RC.1", false), ("2.12.12-RC.1", false), ("1.99.99", false),
    ])
    func versions(text: String, isSupported: Bool) throws {
        let version = try #require(ServerVersion(text))
        #expect(version.isSupported == isSupported)
        #expect("\(version)" == text)
    }

    @Test(arguments: ["", "2", "2.14", "2.14.x", "v2.14.3", "2.14.3.1", "2..3", "-1.0.0", "2.14.9999999"])
    func otherVersionsAreUnknown(text: String) { #expect(ServerVersion(text) == nil) }

    @Test(arguments: [
        ("'Authorization Violation'", ServerError.Kind.refused), ("'User Authentication Revoked'", .refused),
        ("'User Authentication Expired'", .refused), ("'maximum connections exceeded'", .throttled),
        ("'Connection throttling is active. Please try again later.'", .throttled),
        ("'Permissions Violation for Publish to \"a\"'", .denied), ("'Stale Connection'", .fatal), ("", .fatal),
        ("'Maximum Payload Violation'", .fatal), ("'Parser Error'", .fatal),
    ])
    func errors(line: String, kind: ServerError.Kind) { #expect(ServerError(" \(line)").kind == kind) }
}
