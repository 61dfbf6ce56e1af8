import DomoMQTT

@main
struct DomoMQTTMain {
    static func main() { MQTTCommand.start() }
}
