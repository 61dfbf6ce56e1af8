import Testing

@testable import DomoImport

struct ProjectPasswordTests {
    /// Computed with Python's hashlib and base64.
    @Test(arguments: [
        ("contraseña 5", "bGH/wLddUTWoLONoQDjjBuItsUodWBblmobztjLWVCQ="),
        ("a", "+FAwP4iI7/Pu4WB3HdIHbbFmteLahPAVkjJShKeozAA="),
        ("test", "2+IIP7ErCPPKxFjJXc59GFx2+w/1VTLHjJ2duc04CYQ="),
        ("", "a/wV5L61/gTOfxSn9IoDBw4EDcvJCKjUFlzyMXurLmg="),
        ("🔑 clave", "Kpb0Qa9Rg3lyETGXqeF71q/EcYa88vnM519t9U/Eqc4="),
    ])
    func thePasswordOfETS6IsDerived(password: String, expected: String) throws {
        #expect(try ProjectPassword.derived(from: password) == expected)
    }

    @Test(arguments: [(20, "clave"), (14, "clave"), (11, "clave")])
    func passwordOfEarlierSchemasIsNotChanged(schema: Int, password: String) throws {
        #expect(try ProjectPassword.archivePassword(password, schema: schema) == password)
    }

    /// RFC 4648, section 10.
    @Test(arguments: [
        ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
        ("foobar", "Zm9vYmFy"),
    ])
    func base64MatchesTheSpecification(text: String, expected: String) {
        #expect(ProjectPassword.base64(Array(text.utf8)) == expected)
    }
}
