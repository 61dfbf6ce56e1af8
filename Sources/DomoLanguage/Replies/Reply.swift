/// The reply to one request: one line on the control socket.
///
/// Replies are copied often: the long ones, which are rare, are kept apart, so that the others stay small.
public enum Reply: Equatable, Sendable {
    case listing(Listing)
    case element(ElementView)
    /// To `show` with the name of a place, whose contents are not listed.
    case place(PlaceView)
    case model(ModelView)
    case order(OrderReceipt)
    /// To `off`.
    case group(GroupReport)
    case explanation(Explanation)
    case scenes(SceneList)
    case scene(SceneReport)
    case calendar(CalendarPage)
    case recording(Recording)
    /// To `script show`, `script save` and `script remove`.
    case sceneText(SceneText)
    case diagnostics(SceneDiagnostics)
    case plan(PlanPicture)
    case positions(PlanPositions)
    indirect case status(StatusView)
    /// To `doctor`.
    indirect case health(HealthView)
    case reloaded(ReloadReport)
    /// From now on the connection carries these events.
    case watching(Watched)
    case orders(OrderList)
    indirect case why(WhyReport)
    case history(HistoryPage)
    /// To `history --from`.
    case records(RecordsPage)
    /// To `log`.
    case houseLog(HouseLog)
    case stats(StatsReport)
    case export(ExportPage)
    /// To `audit`.
    case log(LogPage)
    case renamed(RenameReport)
    case transfer(TransferReport)
    /// The reply of a link to `knx`.
    case link(LinkAnswer)
    /// To `knx discover`.
    case interfaces(InterfaceList)
    /// To `token new` and `claim`.
    case given(GivenToken)
    case tokens(TokenList)
    /// To `hook`.
    case hooks(HookList)
    /// To `knock`.
    case knocked(KnockReceipt)
    /// To `login` and `logout`.
    case session(SessionView)
    /// To `notices`.
    case notices(NoticeList)
    /// To `notify` and `notices ack`.
    case notice(NoticeReport)
    /// To `notifier`.
    case notifier(NotifierView)
    case push(PushReport)
    case fault(Fault)
}

extension Reply: JSONWritable {
    /// Writes `{"ok":{…}}` or `{"error":{…}}`.
    public func write(to json: inout JSONWriter) {
        json.object { json in
            if case .fault(let fault) = self {
                json.key("error")
                json.value(fault)
                return
            }
            json.key("ok")
            switch self {
            case .listing(let listing): json.value(listing)
            case .element(let element): json.value(element)
            case .place(let place): json.value(place)
            case .model(let model): json.value(model)
            case .order(let receipt): json.value(receipt)
            case .group(let report): json.value(report)
            case .explanation(let explanation): json.value(explanation)
            case .scenes(let scenes): json.value(scenes)
            case .scene(let report): json.value(report)
            case .calendar(let page): json.value(page)
            case .recording(let recording): json.value(recording)
            case .sceneText(let text): json.value(text)
            case .diagnostics(let diagnostics): json.value(diagnostics)
            case .plan(let picture): json.value(picture)
            case .positions(let positions): json.value(positions)
            case .status(let status): json.value(status)
            case .health(let health): json.value(health)
            case .reloaded(let report): json.value(report)
            case .watching(let watched): json.value(watched)
            case .orders(let list): json.value(list)
            case .why(let report): json.value(report)
            case .history(let page): json.value(page)
            case .records(let page): json.value(page)
            case .houseLog(let log): json.value(log)
            case .stats(let report): json.value(report)
            case .export(let page): json.value(page)
            case .log(let page): json.value(page)
            case .renamed(let report): json.value(report)
            case .transfer(let report): json.value(report)
            case .link(let answer): json.value(answer)
            case .interfaces(let list): json.value(list)
            case .given(let token): json.value(token)
            case .tokens(let list): json.value(list)
            case .hooks(let list): json.value(list)
            case .knocked(let receipt): json.value(receipt)
            case .session(let session): json.value(session)
            case .notices(let list): json.value(list)
            case .notice(let report): json.value(report)
            case .notifier(let view): json.value(view)
            case .push(let report): json.value(report)
            case .fault: break
            }
        }
    }
}
