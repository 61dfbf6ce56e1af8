/// What a component is in Home Assistant: the word in its topics and entity IDs.
enum Platform: String, Sendable, CaseIterable {
    case binarySensor = "binary_sensor"
    case button
    case climate
    case cover
    case event
    case fan
    case light
    case lock
    case number
    case scene
    case select
    case sensor
    case siren
    case `switch`
    case text
    case valve
}
