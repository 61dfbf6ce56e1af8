public import DomoEngine
import DomoKNX
public import DomoLanguage

// Telegrams on the bus, for `domo knx monitor`, the triggers of scenes and the log.

extension BusMachine {
    /// - Parameter frame: The cEMI message that contained the telegram or confirmed it.
    mutating func show(_ telegram: GroupTelegram, _ frame: [UInt8], isOwn: Bool, at now: Instant) {
        actions.append(.log(LoggedTelegram(time: now.wall, isOwn: isOwn, frame: frame)))
        actions.append(.report(.messages([profile.message(of: telegram, frame, isOwn: isOwn)])))
    }

    /// Handles a page of the log for `knx log`.
    public mutating func read(_ result: Result<TelegramLogPage, Fault>, command id: UInt64, at now: Instant) -> [Action]
    {
        actions.append(
            .performed(
                id,
                result.map { page in
                    let telegrams = page.telegrams.compactMap { logged in
                        profile.message(of: logged).map {
                            LinkAnswer.Telegram(time: logged.time, telegram: $0.telegram)
                        }
                    }
                    return LinkAnswer(telegrams: telegrams, next: page.next)
                }
            )
        )
        return drainActions()
    }
}

extension TelegramLogQuestion {
    init(_ period: Period, _ profile: KNXLinkProfile, at now: Instant) {
        let clock = profile.defaultClock
        self.init(
            since: period.since.map { clock.moment(of: $0, now: now.wall) },
            until: period.until.map { clock.moment(of: $0, now: now.wall) },
            after: period.after
        )
    }
}
