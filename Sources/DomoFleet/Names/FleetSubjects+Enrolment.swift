import DomoNATS

extension FleetSubjects {
    /// Where a house gets credentials with a new key before the old ones end.
    static func renewal(of house: HouseID) -> String { "\(prefix).renew.\(house)" }

    /// What the enrolment service answers: of all houses.
    static let enrolments = "\(prefix).enroll.*"
    static let renewals = "\(prefix).renew.*"

    /// Where a house is asked to get a new key now.
    static func rotation(of house: HouseID) -> String { "\(prefix).to.\(house).rotate" }

    /// The house that asks for credentials; nil if the subject is another.
    static func houseThatEnrolls(_ subject: String) -> HouseID? {
        subject.split(separator: ".").last.flatMap { HouseID($0) }.flatMap { enrolment(of: $0) == subject ? $0 : nil }
    }

    static func houseThatRenews(_ subject: String) -> HouseID? {
        subject.split(separator: ".").last.flatMap { HouseID($0) }.flatMap { renewal(of: $0) == subject ? $0 : nil }
    }

    /// Whether it is in the inbox of a house, and nothing can be published to it but replies to that house.
    static func isInbox(_ subject: String, of house: HouseID) -> Bool {
        let tokens = subject.split(separator: ".", omittingEmptySubsequences: false)
        return tokens.count == 7 && subject.hasPrefix("\(prefix).to.\(house).i.")
            && NATSSubject.problem(in: subject) == nil
    }
}
