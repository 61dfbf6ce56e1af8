extension DPT20 {
    /// 20.600–20.804: lighting, shutters and blinds.
    static let lighting: [Subtype] = [
        enumeration(
            600,
            "DPT_Behaviour_Lock_Unlock",
            "lock behaviour",
            "off",
            "on",
            "no change",
            "parameter",
            "memory function",
            "updated value",
            "value before locking"
        ),
        enumeration(
            601,
            "DPT_Behaviour_Bus_Power_Up_Down",
            "bus power behaviour",
            "off",
            "on",
            "no change",
            "parameter",
            "last value"
        ),
        enumeration(
            602,
            "DPT_DALI_Fade_Time",
            "DALI fade time",
            "0 s",
            "0.7 s",
            "1 s",
            "1.4 s",
            "2 s",
            "2.8 s",
            "4 s",
            "5.7 s",
            "8 s",
            "11.3 s",
            "16 s",
            "22.6 s",
            "32 s",
            "45.3 s",
            "64 s",
            "90.5 s"
        ),
        enumeration(
            603,
            "DPT_BlinkingMode",
            "blinking mode",
            "disabled",
            "without acknowledge",
            "with acknowledge"
        ),
        enumeration(604, "DPT_LightControlMode", "light control mode", "automatic", "manual"),
        enumeration(605, "DPT_SwitchPBModel", "push button switch model", from: 1, "one button", "two buttons"),
        enumeration(606, "DPT_PBAction", "push button action", "inactive", "send off", "send on", "send inverse"),
        enumeration(
            607,
            "DPT_DimmPBModel",
            "push button dimming model",
            from: 1,
            "one button, inverting",
            "one button, on and brighter",
            "one button, off and darker",
            "two buttons"
        ),
        enumeration(608, "DPT_SwitchOnMode", "switch-on mode", "last value", "parameter", "last received value"),
        enumeration(609, "DPT_LoadTypeSet", "load type", "automatic", "leading edge", "trailing edge"),
        enumeration(
            610,
            "DPT_LoadTypeDetected",
            "detected load type",
            "undefined",
            "leading edge",
            "trailing edge",
            "not detected"
        ),
        enumeration(
            611,
            "DPT_Converter_Test_Control",
            "converter test control",
            from: 1,
            "start function test",
            "start duration test",
            "start partial duration test",
            "stop test",
            "reset function test done",
            "reset duration test done"
        ),
        enumeration(
            612,
            "DPT_Converter_Control",
            "converter control",
            "restore factory settings",
            "rest mode",
            "inhibit mode",
            "reset inhibit",
            "reset lamp time"
        ),
        enumeration(
            613,
            "DPT_Converter_Data_Request",
            "converter data request",
            from: 1,
            "status",
            "test result",
            "battery",
            "function test",
            "duration test",
            "partial duration test",
            "converter",
            "fixed information"
        ),
        enumeration(
            801,
            "DPT_SABExcept-Behaviour",
            "blind exception behaviour",
            "up",
            "down",
            "no change",
            "parameter",
            "stop"
        ),
        enumeration(
            802,
            "DPT_SABBehaviour_Lock_Unlock",
            "blind lock behaviour",
            "up",
            "down",
            "no change",
            "parameter",
            "stop",
            "updated value",
            "value before locking"
        ),
        enumeration(
            803,
            "DPT_SSSBMode",
            "push button blind model",
            from: 1,
            "one button",
            "one button, up",
            "one button, down",
            "two buttons"
        ),
        enumeration(804, "DPT_BlindsControlMode", "blinds control mode", "automatic", "manual"),
    ]
}
