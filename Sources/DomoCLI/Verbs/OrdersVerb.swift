import DomoLanguage

enum OrdersVerb: VerbCommand {
    static let discussion = HelpText.stages

    static func text(_ answer: Answer, _ rendering: Rendering) throws(Fault) -> String {
        rendering.orders(try answer.decode())
    }

    // The daemon may read a year from a slow disk, or compute it day by day.
    static func patience(for request: Request) -> Duration { slowPatience }
}

extension VerbCommands {
    static var orders: any VerbCommand.Type { OrdersVerb.self }
}
