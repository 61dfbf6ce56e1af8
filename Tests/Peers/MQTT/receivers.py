"""An HTTP server and an MQTT client without threads, which note when something arrives."""

import select
import socket
import time

import paho.mqtt.client as mqtt


def await_input(sockets, limit, what):
    """The sockets that have something to read, and when they had."""
    ready, _, _ = select.select(sockets, [], [], max(0, limit - time.perf_counter()))
    moment = time.perf_counter()
    if not ready:
        raise TimeoutError(f"{what} did not arrive")
    return ready, moment


class Server:
    """A minimal HTTP server, which notes when a POST arrives."""

    def __init__(self):
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self.listener.getsockname()[1]}"
        # What was read of the next request, by connection.
        self.requests = {}

    def arrival(self, value, limit):
        """Waits for the POST of a value, and returns when it arrived."""
        while True:
            ready, moment = await_input([self.listener, *self.requests], limit, f"the POST of {value}")
            for one in ready:
                if one is self.listener:
                    self.requests[one.accept()[0]] = b""
                elif not (data := one.recv(65536)):
                    # domod looked whether the server is there.
                    one.close()
                    del self.requests[one]
                elif self.is_complete(one, data, value):
                    return moment

    def is_complete(self, connection, data, value):
        request = self.requests[connection] + data
        self.requests[connection] = request
        if not request.endswith(b"}"):
            return False
        if not request.startswith(b"POST /Luz HTTP/1.1\r\n") or not request.endswith(b'{"lamp": "%s"}' % value.encode()):
            raise AssertionError(f"not the POST of {value}: {request}")
        connection.sendall(b"HTTP/1.1 204 No Content\r\n\r\n")
        self.requests[connection] = b""
        return True


class Client:
    """An MQTT client without a thread: it reads when it is asked for an arrival."""

    def __init__(self, port, topic=None):
        self.messages = []
        self.client = mqtt.Client(mqtt.CallbackAPIVersion.VERSION2, protocol=mqtt.MQTTv311)
        self.client.username_pw_set("latency", "latency")
        self.client.on_message = self.note
        self.client.connect("127.0.0.1", port, keepalive=0)
        self.client.socket().setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        if topic is not None:
            self.client.subscribe(topic)

    def note(self, _client, _data, message):
        # What was retained is older.
        if not message.retain:
            self.messages.append(message.payload.decode())

    def check(self, code):
        if code != mqtt.MQTT_ERR_SUCCESS:
            raise RuntimeError(mqtt.error_string(code))

    def publish(self, topic, value):
        self.check(self.client.publish(topic, value).rc)

    def arrival(self, value, limit):
        """Waits for a message with a value, and returns when it arrived."""
        while not self.messages:
            _, moment = await_input([self.client.socket()], limit, f"the message {value}")
            self.check(self.client.loop_read())
        if self.messages != [value]:
            raise AssertionError(f"not the message {value}: {self.messages}")
        self.messages.clear()
        return moment
