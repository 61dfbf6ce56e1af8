import DomoLanguage
import Testing

@testable import DomoDaemon

/// The values in the body of a delivery.
struct HookFieldsTests {
    private func read(_ text: String, isForm: Bool) -> [String]? {
        do throws(Fault) {
            return try HookFields.read(Array(text.utf8), isForm: isForm).map { "\($0.name)=\($0.text)" }
        } catch {
            #expect(error.code == .badRequest)
            return nil
        }
    }

    @Test(
        arguments: [
            ("", []), ("{}", []), (#"{"b":"x","a":40}"#, ["a=40", "b=x"]),
            (#"{"on":true,"off":false,"t":21.5,"n":null,"o":{"a":1},"l":[1]}"#, ["off=false", "on=true", "t=21.5"]),
            (#"{"a":"\u0000\n"}"#, ["a=\0\n"]), ("[1]", nil), ("1", nil), ("{", nil), (#"{"a":1}x"#, nil),
            (String(repeating: "[", count: 1000), nil),
        ] as [(String, [String]?)]
    )
    func objectIsRead(text: String, fields: [String]?) { #expect(read(text, isForm: false) == fields) }

    @Test(
        arguments: [
            ("", []), ("a=1&b=x+y%26", ["a=1", "b=x y&"]), ("a", ["a="]), ("a=b=c", ["a=b=c"]), ("a=%C3%B1", ["a=ñ"]),
            ("a=%", nil), ("a=%G1", nil), ("a=%+1", nil), ("a=%FF", nil), ("a=1&a=2", nil), ("&&", []),
        ] as [(String, [String]?)]
    )
    func formIsRead(text: String, fields: [String]?) { #expect(read(text, isForm: true) == fields) }

    @Test func tooManyValuesAreRefused() {
        let names = (0...256).map { "a\($0)" }
        #expect(read(names.joined(separator: "&"), isForm: true) == nil)
        #expect(read("{" + names.map { "\"\($0)\":1" }.joined(separator: ",") + "}", isForm: false) == nil)
    }
}
