import DomoFleet
import DomoNATS
import NIOCore

/// The streams of reports, each with the reports of a few partitions.
enum FleetStreams {
    static let count = 16
    /// `R00`–`R15`
    static let names = (0..<count).map { $0 < 10 ? "R0\($0)" : "R\($0)" }
    private static let time: TimeAmount = .seconds(30)
    /// A house has at most so large a part of its stream, if all its reports have the largest size.
    private static let share = 16
    /// How many reports of a house may wait. More wait in the house, which loses none.
    private static let waiting = 16...256

    /// - Parameter maxBytes: of each stream.
    static func settings(replicas: Int, maxBytes: Int) -> [StreamSettings] {
        let width = HouseID.partitions / count
        return names.enumerated().map { index, name in
            StreamSettings(
                name: name,
                subjects: (index * width..<(index + 1) * width).map { FleetSubjects.reports(ofPartition: $0) },
                replicas: replicas,
                maxBytes: maxBytes,
                maxMessage: Report.maxBytes,
                maxPerSubject: min(max(maxBytes / share / Report.maxBytes, waiting.lowerBound), waiting.upperBound)
            )
        }
    }

    /// Creates or updates all of them, and their consumers.
    static func create(replicas: Int, maxBytes: Int, _ jetStream: JetStream) async throws(JetStreamFault) {
        for settings in settings(replicas: replicas, maxBytes: maxBytes) {
            try await jetStream.createStream(settings, atMost: time)
            let consumer = ConsumerSettings(name: Permissions.consumer, stream: settings.name)
            try await jetStream.createConsumer(consumer, atMost: time)
        }
    }
}
