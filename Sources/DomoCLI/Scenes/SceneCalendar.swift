import DomoLanguage
import DomoModel

/// Lists what starts when, page by page and day by day.
struct SceneCalendar {
    let client: ControlClient
    let json: Bool
    let rendering: Rendering
    let write: (String) -> Void

    func list(_ question: CalendarQuestion) throws(Fault) {
        var days = CalendarDays()
        var widths: [Int] = []
        var isEmpty = true
        var question = question
        func print(_ days: [CalendarDays.Day]) {
            for day in days {
                write((isEmpty ? "" : "\n") + rendering.day(day, widths: &widths))
                isEmpty = false
            }
        }
        try Pages(client: client).forEach { after in
            if let after = after.flatMap({ Timestamp(rfc3339: $0) }) { question.from = .at(after) }
            return .calendar(question)
        } _: { bytes throws(Fault) in
            let page = try ReplyLine.decode(CalendarPage.self, from: bytes)
            if json {
                write(Rendering.json(bytes))
            } else {
                print(days.add(page.entries))
            }
            if let next = page.next {
                question.length = .milliseconds(max(1000, page.until.milliseconds - next.milliseconds))
            } else if !json {
                print(days.finish())
                if isEmpty { write(rendering.emptyCalendar(page)) }
            }
            return page.next?.rfc3339
        }
    }
}
