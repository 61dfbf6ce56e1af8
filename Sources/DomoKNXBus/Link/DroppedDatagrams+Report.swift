import DomoKNX
import DomoLanguage

extension DroppedDatagrams {
    init(_ report: SenderReport) {
        self.init(
            count: report.count,
            sender: report.last?.description,
            service: report.service,
            answer: report.answer?.description
        )
    }
}
