import DomoLanguage
import DomoModel

extension Delivery {
    static func sample(
        _ id: UInt64 = 7,
        to target: String = "ana",
        _ text: String = "Puerta abierta",
        reason: Reason = .raised,
        isUrgent: Bool = false,
        scene: String? = nil,
        code: String? = nil
    ) -> Delivery {
        Delivery(
            id: id,
            target: target,
            reason: reason,
            notice: reason == .call ? nil : 12,
            text: text,
            isUrgent: isUrgent,
            time: Timestamp(milliseconds: 1_795_765_110_000),
            deadline: Timestamp(milliseconds: 1_795_768_710_000),
            scene: scene,
            code: code,
            wantsAnswer: code != nil
        )
    }
}
