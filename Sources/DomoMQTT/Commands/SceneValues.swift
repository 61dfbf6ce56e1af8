import DomoJSON
import DomoLanguage

/// The values in the payload that starts a scene: `{"level":40,"colour":"warm"}`; none in any other payload.
enum SceneValues {
    static func read(_ payload: [UInt8]) throws(CommandFault) -> [SceneValue] {
        guard payload.first == UInt8(ascii: "{") else { return [] }
        guard payload.count <= CommandPayload.maxLength, let document = JSONDocument(payload) else {
            throw CommandFault(
                Fault(.badRequest, "the payload is not valid JSON", hint: #"send {"NAME":VALUE}, or ON"#)
            )
        }
        var values: [SceneValue] = []
        for key in document.root.keys.sorted() {
            guard SceneParameter.isName(key), let text = document.root[key]?.text, CommandPayload.isOneLine(text)
            else {
                throw CommandFault(
                    Fault(.badRequest, "\"\(key)\" is not a value of a scene", hint: #"send {"NAME":VALUE}"#)
                )
            }
            values.append(SceneValue(key, text))
        }
        return values
    }
}
