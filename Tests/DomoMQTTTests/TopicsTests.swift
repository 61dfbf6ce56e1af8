import Testing

@testable import DomoMQTT

@Suite("Topics")
struct TopicsTests {
    @Test(arguments: [
        ("noche", "noche"), ("Salida de casa", "Salida de casa"), ("a/b", "a%2Fb"), ("50%", "50%25"), ("#+", "%23%2B"),
        ("á", "á"), ("\u{7}", "%07"),
    ])
    func sceneNameIsALevelOfATopic(name: String, level: String) {
        #expect(TopicLevel.encoded(name) == level)
        #expect(TopicLevel.decoded(level) == name)
    }

    @Test(arguments: ["%", "%2", "%zz", "%C3"])
    func otherLevelsAreNotDecoded(level: String) {
        #expect(TopicLevel.decoded(level) == nil)
    }
}
