import DomoLanguage

enum PlanVerb: VerbCommand {
    static let discussion = """
        The picture is a file beside the house file, which names it; --json prints it in Base64. Moved positions \
        are stored in the state folder, and override those of the house file.
        """

    static func text(_ answer: Answer, _ rendering: Rendering) throws(Fault) -> String {
        if case .plan(.move) = answer.request {
            let moved: PlanPositions = try answer.decode()
            return moved.positions.map { "\(DisplayText.safe($0.path)) \($0.x) \($0.y)\n" }.joined()
        }
        let plan: PlanPicture = try answer.decode()
        return "\(DisplayText.safe(plan.place)): \(plan.type), \(plan.data.utf8.count / 4 * 3) bytes\n"
    }
}

extension VerbCommands {
    static var plan: any VerbCommand.Type { PlanVerb.self }
}
