import DomoLanguage
import DomoModel

extension Rendering {
    /// A line for each notice, and below it what became of each message.
    func notices(_ notices: [NoticeView]) -> String {
        var text = ""
        for notice in notices {
            let number = style.faint("\(notice.number)  \(LocalTime.short(notice.time, now: now))  ")
            let urgent = notice.isUrgent ? style.bad("urgent") + "  " : ""
            text += number + urgent + DisplayText.safe(notice.text) + "  " + state(of: notice) + "\n"
            var table = Table(indentation: 2)
            for sending in notice.sendings {
                let reason = sending.reason == .raised ? "" : sending.reason.rawValue
                table.add([
                    Table.Cell(DisplayText.safe(sending.target)), Table.Cell(reason, paint: style.faint),
                    Table.Cell(sending.state.rawValue, paint: paint(sending.state)),
                    Table.Cell(LocalTime.short(sending.time, now: now), paint: style.faint),
                    Table.Cell(DisplayText.safe(sending.message ?? "")),
                ])
            }
            text += table.text(fitting: width)
        }
        return text
    }

    private func state(of notice: NoticeView) -> String {
        var text: String
        switch notice.state {
        case .open: text = style.doubtful("open")
        case .acknowledged: text = style.good("acknowledged")
        case .resolved: text = style.good("resolved")
        }
        if let ended = notice.ended { text += " " + LocalTime.short(ended, now: now) }
        if let who = notice.acknowledgedBy { text += " by " + DisplayText.safe(who) }
        if let count = notice.suppressed { text += style.faint(", \(count) more of the same cause") }
        return text + style.faint(", raised by " + DisplayText.safe(notice.by.label))
    }

    private func paint(_ state: NoticeView.Sending.State) -> (String) -> String {
        switch state {
        case .sent: style.good
        case .failed, .expired, .lost: style.bad
        case .waiting, .sending: style.doubtful
        case .withdrawn: style.faint
        }
    }

    /// `attached since 10:12, 2 open notices`
    func notifier(_ view: NotifierView) -> String {
        let since = " since \(LocalTime.short(view.since, now: now))"
        let state = view.attached ? style.good("attached") + since : style.bad("not attached") + since
        return "notices  \(state), \(view.open) open, \(counted(view.sent, "message")) sent"
            + (view.failed > 0 ? ", " + style.bad("\(view.failed) not sent") : "") + "\n"
    }
}
