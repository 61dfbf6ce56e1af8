import DomoLanguage
import Testing

@Suite struct HookRequestTests {
    @Test(arguments: [
        "hook --scene Noche new timbre", "hook --scene 'Buenas noches' --place Salon --place Cocina new x",
        "hook --scene Noche --signed new x", "hook --element Puerta new puerta",
        "hook --element Puerta --as binary --field state --values 'closed=off,open=on' --in-url new p", "hook list",
        "hook revoke timbre", "knock x", "knock --secret domo_x x e30=", "knock --secret s --in-url --form x dj0x",
        "knock --signature 'v1,AAAA v1,BBBB' --time 1700000000 --delivery msg_1 --from 10.0.0.5 x e30=",
    ])
    func lineIsReadBack(line: String) throws {
        let request = try #require(try RequestParser.parse(line))
        #expect(try RequestParser.parse(request.line) == request)
        #expect(request.line.replacing("'", with: "") == line.replacing("'", with: ""))
    }

    @Test(arguments: [
        "hook", "hook new", "hook new x", "hook new x --scene A --element B", "hook new x --scene A --as binary",
        "hook new x --scene A --in-url", "hook new x --element A --place B", "hook new x --element A --signed --in-url",
        "hook list --signed", "hook revoke", "hook revoke x --scene A", "hook new ../x --scene A",
        "hook new 'a b' --scene A",
        "hook new -x --scene A", "hook new x/y --scene A", "hook new '' --scene A",
        "hook new x --element A --values on", "hook new x --element A --values a=on,a=off",
        "hook new x --element A --values =on", "hook new x --element A --field ''", "knock", "knock x a b",
        "knock --secret a --signature b --time 1 x", "knock --signature b x", "knock --time 1 x", "knock --in-url x",
    ])
    func wrongUseIsRefused(line: String) {
        let fault = #expect(throws: Fault.self) { try RequestParser.parse(line) }
        #expect(fault?.code == .badRequest, "\(line)")
    }

    /// What may be logged of a request has no secret.
    @Test func subjectHasNoSecret() throws {
        let knock = try #require(try RequestParser.parse("knock --secret topsecret x e30="))
        #expect(knock.subject == "knock")
        let new = try #require(try RequestParser.parse("hook new x --scene Noche"))
        #expect(new.subject == "hook new")
    }
}
