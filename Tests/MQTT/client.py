"""A client of the broker that keeps what it receives."""
import itertools
import json
import threading
import time
from dataclasses import dataclass, field

import paho.mqtt.client as mqtt
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.properties import Properties
from paho.mqtt.subscribeoptions import SubscribeOptions

PATIENCE = 60
numbers = itertools.count(1)


@dataclass
class Message:
    topic: str
    payload: bytes
    # With MQTT 5: as it was published; with 3.1.1: whether it was retained before the subscription.
    is_retained: bool
    correlation: bytes | None = None
    time: float = field(default_factory=time.monotonic)

    @property
    def text(self) -> str:
        return self.payload.decode()

    @property
    def json(self):
        return json.loads(self.payload)


class Client:
    """Connected and subscribed when it is created."""

    def __init__(self, port: int, *filters: str, version=mqtt.MQTTv5, user: str | None = None,
                 password: str | None = None, tls=None, client_id: str | None = None):
        self.version = version
        self.messages: list[Message] = []
        # The newest payload of each topic.
        self.latest: dict[str, str] = {}
        self.changed = threading.Condition()
        self.is_ready = False
        # Commands published with `order`.
        self.orders = 0
        # Answers go where only this client waits. Filters must not overlap: the broker would send a message twice.
        self.answers = f"answers/{next(numbers)}"
        self.filters = (*filters, f"{self.answers}/#") if filters and "#" not in filters else ("#",)
        self.client = mqtt.Client(mqtt.CallbackAPIVersion.VERSION2, client_id or f"test-{next(numbers)}",
                                  protocol=version)
        if user:
            self.client.username_pw_set(user, password)
        if tls:
            self.client.tls_set_context(tls)
        self.client.on_connect = self.note_connection
        self.client.on_subscribe = self.note_subscription
        self.client.on_message = self.note_message
        self.client.reconnect_delay_set(1, 1)
        self.client.connect("localhost" if tls else "127.0.0.1", port, keepalive=60)
        self.client.loop_start()
        self.until(lambda: self.is_ready, "subscribed")

    def note_connection(self, client, _data, _flags, reason, _properties) -> None:
        if reason.is_failure:
            return
        if self.version == mqtt.MQTTv5:
            options = SubscribeOptions(qos=1, retainAsPublished=True)
            client.subscribe([(one, options) for one in self.filters])
        else:
            client.subscribe([(one, 1) for one in self.filters])

    def note_subscription(self, *_) -> None:
        with self.changed:
            self.is_ready = True
            self.changed.notify_all()

    def note_message(self, _client, _data, message) -> None:
        correlation = getattr(message.properties, "CorrelationData", None) if message.properties else None
        with self.changed:
            self.messages.append(Message(message.topic, message.payload, message.retain, correlation))
            self.latest[message.topic] = message.payload.decode(errors="replace")
            self.changed.notify_all()

    def until(self, holds, what: str, seconds: float = PATIENCE):
        """Waits until a condition of what was received is true, and returns its value."""
        with self.changed:
            value = self.changed.wait_for(holds, seconds)
            if not value:
                tail = "\n".join(f"{one.topic} {one.payload[:200]!r}" for one in self.messages[-30:])
                raise AssertionError(f"not {what} within {seconds} s; the last messages:\n{tail}")
            return value

    def until_topic(self, topic: str, payload: str, seconds: float = PATIENCE) -> None:
        self.until(lambda: self.latest.get(topic) == payload, f"{topic} = {payload}; it is {self.latest.get(topic)}",
                   seconds)

    def until_message(self, topic: str, fits=lambda _: True, start: int = 0, seconds: float = PATIENCE) -> Message:
        return self.until(
            lambda: next((one for one in self.messages[start:] if one.topic == topic and fits(one)), None),
            f"a message on {topic}", seconds,
        )

    def on(self, topic: str, start: int = 0) -> list[Message]:
        with self.changed:
            return [one for one in self.messages[start:] if one.topic == topic]

    def publish(self, topic: str, payload: str | bytes = "", qos: int = 0, retain: bool = False,
                answer: str | None = None, correlation: bytes | None = None, expiry: int | None = None) -> None:
        """Returns when it is sent; with QoS 1, when the broker has it."""
        properties = self.properties(answer, correlation, expiry)
        info = self.client.publish(topic, payload, qos, retain, properties)
        info.wait_for_publish(PATIENCE)
        if not info.is_published():
            raise AssertionError(f"not published: {topic}")

    @staticmethod
    def properties(answer: str | None = None, correlation: bytes | None = None,
                   expiry: int | None = None) -> Properties | None:
        """Those of MQTT 5; None if there are none."""
        if answer is None and correlation is None and expiry is None:
            return None
        properties = Properties(PacketTypes.PUBLISH)
        if answer is not None:
            properties.ResponseTopic = answer
        if correlation is not None:
            properties.CorrelationData = correlation
        if expiry is not None:
            properties.MessageExpiryInterval = expiry
        return properties

    def order(self, topic: str, payload: str | bytes = "", **options) -> str:
        """Publishes a command, and returns the topic on which its answers arrive."""
        number = next(numbers)
        self.orders += 1
        answer = f"{self.answers}/{number}"
        self.publish(topic, payload, answer=answer, correlation=str(number).encode(), **options)
        return answer

    def outcomes(self, answer: str, count: int = 1, seconds: float = PATIENCE) -> list[dict]:
        """The answers to a command, at least so many."""
        self.until(lambda: sum(one.topic == answer for one in self.messages) >= count, f"{count} answers", seconds)
        found = self.on(answer)
        expected = answer.rpartition("/")[2].encode()
        if any(one.correlation != expected for one in found):
            raise AssertionError(f"the correlation data of {found} is not {expected!r}")
        return [one.json for one in found]

    def outcome(self, topic: str, payload: str | bytes = "", **options) -> dict:
        """Publishes a command, and returns its first answer."""
        return self.outcomes(self.order(topic, payload, **options))[0]

    def outcome_after_reload(self, topic: str, payload: str | bytes = "") -> dict:
        """Publishes a command until the bridge knows the houses that domod has now, and returns its first answer."""
        end = time.monotonic() + PATIENCE
        while (answer := self.outcome(topic, payload)).get("code") == "offline" and time.monotonic() < end:
            time.sleep(0.05)
        return answer

    def settle(self) -> None:
        """Waits until all that was published before has arrived."""
        topic = f"{self.answers}/settled/{next(numbers)}"
        self.publish(topic, "x", qos=1)
        self.until(lambda: topic in self.latest, "settled")

    def stop(self) -> None:
        self.client.disconnect()
        self.client.loop_stop()


def retained(port: int, topic: str = "#", **options) -> dict[str, str]:
    """What the broker has retained."""
    client = Client(port, topic, **options)
    try:
        client.settle()
        with client.changed:
            return {one.topic: one.text for one in client.messages if one.is_retained and "answers/" not in one.topic}
    finally:
        client.stop()
