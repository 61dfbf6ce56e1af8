import DomoLanguage

/// Placeholder until the announcements are there.
struct Discovery {
    let topics: Topics
    let version: String

    func isOurs(_ topic: String) -> Bool { false }
    func components(of payload: [UInt8]) -> [String: String] { [:] }
    func reduced(_ publication: Publication, without gone: [String: String]) -> Publication { publication }
    func announcements(
        of mirror: HouseMirror,
        scenes: [SceneList.Scene],
        mode: MQTTConfiguration.DiscoveryMode
    ) -> [Publication] { [] }
}
