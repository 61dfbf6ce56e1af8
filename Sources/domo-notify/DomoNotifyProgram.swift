import DomoNotify

@main
struct DomoNotifyProgram {
    static func main() async { await NotifyCommand.start() }
}
