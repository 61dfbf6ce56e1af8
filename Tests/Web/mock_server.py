#!/usr/bin/env python3
"""A stand-in for domo-web, so that the page can be tested alone: the HTTP contract over a simulated house.

    python3 mock_server.py --port 8490        # prints a link that is signed in

Tests steer it by POST /mock/…, which the real server does not have.
"""
import argparse
import gzip
import hashlib
import json
import math
import queue
import secrets
import select
import sys
import threading
import time
import xml.etree.ElementTree as ElementTree
from datetime import datetime, timedelta, timezone
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import parse_qs, unquote, urlsplit

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "Sources/CWebPage/page"
PLANS = ROOT / "homes/plans"
TYPES = {"1": "binary", "2": "regulable", "3": "bidirectional", "4": "value"}
MEDIA = {".html": "text/html; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8", ".svg": "image/svg+xml",
         ".png": "image/png", ".webmanifest": "application/manifest+json"}
POLICY = ("default-src 'self'; style-src 'self'; script-src 'self'; img-src 'self' data:; object-src 'none'; frame-ancestors 'none'; "
          "base-uri 'none'; form-action 'self'")
HEARTBEAT = 15
LABELS = {
    "Dormitorio": ("Dormitorio", "Dormitori", "Bedroom"), "Cocina": ("Cocina", "Cuina", "Kitchen"), "Salon": ("Salón", "Sala d’estar", "Living room"),
    "FloodingSecurity": ("Detección de agua", "Detecció d’aigua", "Flood detection"), "WaterSupply": ("Agua", "Aigua", "Water supply"),
    "HomeSecurity": ("Alarma", "Alarma", "Alarm"), "HomeMessaging": ("Mensajes", "Missatges", "Messages"), "Buzzer": ("Zumbador", "Brunzidor", "Buzzer"),
    "GeneralLight": ("Luz general", "Llum general", "General light"), "VisualNotification": ("Aviso luminoso", "Avís lluminós", "Notification light"),
    "ClimatedRoom": ("Clima automático", "Clima automàtic", "Automatic climate"), "RoomLighting": ("Luz", "Llum", "Light"),
    "AirConditioned": ("Aire acondicionado", "Aire condicionat", "Air conditioning"), "KitchenLightByPresence": ("Luz por presencia", "Llum per presència", "Light by presence"),
    "LightByLightIntensity": ("Luz según claridad", "Llum segons claror", "Light by daylight"), "KitchenLighting": ("Luz", "Llum", "Light"),
    "Louver": ("Persiana", "Persiana", "Blind"), "GradualLighting": ("Lámpara", "Làmpada", "Lamp"), "Thermostat": ("Temperatura deseada", "Temperatura desitjada", "Target temperature"),
    "Thermometer": ("Temperatura", "Temperatura", "Temperature"), "Awning": ("Toldo", "Tendal", "Awning"), "OldHeater": ("Radiador antiguo", "Radiador antic", "Old heater"),
}
POSITIONS = {
    "GeneralLight": (0.47, 0.5), "Buzzer": (0.47, 0.72), "VisualNotification": (0.47, 0.26),
    "Dormitorio/RoomLighting": (0.61, 0.56), "Dormitorio/AirConditioned": (0.77, 0.14), "Cocina/KitchenLighting": (0.52, 0.62), "Cocina/OldHeater": (0.86, 0.12),
    "Salon/Louver": (0.36, 0.06), "Salon/GradualLighting": (0.52, 0.56), "Salon/Thermometer": (0.1, 0.14), "Salon/Thermostat": (0.27, 0.56),
}
ROOM_POSITIONS = {"Dormitorio": (0.19, 0.25), "Cocina": (0.22, 0.68), "Salon": (0.78, 0.42)}
PLAN_FILES = {"": "house.svg", "Dormitorio": "dormitorio.svg", "Cocina": "cocina.svg", "Salon": "salon.svg"}
EXTRA = {
    "Salon": [
        {"name": "Thermostat", "types": ["value"], "unit": "°C", "minimum": 5, "maximum": 30, "step": 0.5},
        {"name": "Thermometer", "types": ["value"], "unit": "°C", "readOnly": True},
        {"name": "Awning", "types": ["bidirectional", "regulable"]},
    ],
    "Cocina": [{"name": "OldHeater", "types": ["binary"]}],
}


def now(offset=0.0):
    return (datetime.now(timezone.utc) + timedelta(seconds=offset)).strftime("%Y-%m-%dT%H:%M:%S.%f")[:-3] + "Z"


class Refusal(Exception):
    def __init__(self, status, code, detail):
        self.status, self.code, self.detail = status, code, detail

    def body(self):
        return {"type": "about:blank", "title": self.code.replace("-", " "), "status": self.status, "code": self.code, "detail": self.detail}


class House:
    """The simulated house: its model, readings, orders and events."""

    def __init__(self, size=0):
        self.lock = threading.RLock()
        self.run = secrets.token_hex(3)
        self.sequence = 0
        self.ring = []
        self.clients = []
        self.orders = []
        self.posts = []
        self.failures = {}
        self.delay = 0.08
        self.daemon = True
        self.silent = False
        self.version = "0.9.0-mock"
        self.sessions = {}
        self.codes = {}
        self.tokens = {}
        self.keys = {}
        self.elements = {}
        self.places = {}
        self.model = self.parse(size)
        self.scenes = self.load_scenes()
        self.running = {}
        self.generation = 0
        self.begin_readings()

    def parse(self, size):
        root = ElementTree.parse(ROOT / "homes/vivienda-eficiente.xml").getroot()

        def labels(name):
            return dict(zip(("es", "ca", "en"), LABELS[name])) if name in LABELS else {}

        def element(source, parent):
            path = f"{parent}/{source['name']}"
            item = {"path": path, "kind": "device", "labels": labels(source["name"]), **source}
            item["writable"] = [] if source.get("readOnly") else list(source["types"])
            inside = path.split("/", 1)[1]
            if inside in POSITIONS:
                item["position"] = dict(zip("xy", POSITIONS[inside]))
            self.elements[path] = {"model": item, "readings": {}}
            return item

        def place(node, parent):
            name = node.findtext("Nombre").strip()
            path = f"{parent}/{name}" if parent else name
            item = {"path": path, "name": name, "kind": "sector" if parent else "house", "labels": labels(name), "elements": [], "sectors": []}
            self.places[path] = item
            inside = path.split("/", 1)[1] if "/" in path else ""
            if inside in PLAN_FILES and (PLANS / PLAN_FILES[inside]).exists():
                item["plan"] = True
            if inside in ROOM_POSITIONS:
                item["position"] = dict(zip("xy", ROOM_POSITIONS[inside]))
            for child in node:
                if child.tag in ("Servicio", "Dispositivo"):
                    item["elements"].append(element({
                        "name": child.findtext("Nombre").strip(), "kind": "service" if child.tag == "Servicio" else "device",
                        "types": [TYPES[kind.text.strip()] for kind in child.findall("Tipo")]}, path))
                elif child.tag == "Sector":
                    item["sectors"].append(place(child, path))
            item["elements"] += [element(extra, path) for extra in EXTRA.get(inside, [])]
            return item

        houses = [place(node, "") for node in root]
        if size:
            big = {"path": houses[0]["path"] + "/Many", "name": "Many", "kind": "sector", "labels": {}, "elements": [], "sectors": []}
            self.places[big["path"]] = big
            big["elements"] = [element({"name": f"Lamp {index}", "types": ["binary"]}, big["path"]) for index in range(size)]
            houses[0]["sectors"].append(big)
        return {"houses": houses}

    def load_scenes(self):
        scenes = {}
        for file in sorted((ROOT / "homes/scenes").glob("*.domo")):
            text = file.read_text()
            lines = [line.strip() for line in text.splitlines() if line.strip() and not line.strip().startswith("#")]
            name = next((line[5:].strip().strip('"') for line in lines if line.startswith("name ")), file.stem)
            steps = [line for line in lines if not line.startswith(("name ", "at ", "every ", "when ", "only ", "again", "on failure"))]
            scenes[name] = {"name": name, "file": file.name, "text": text, "steps": len(steps), "lines": steps,
                            "triggers": [line for line in lines if line.startswith(("at ", "every ", "when "))]}
        return scenes

    def reading(self, kind, value=None, certainty="unknown", ago=0.0, **more):
        item = {"type": kind, "value": value, "certainty": certainty, "stale": False, **more}
        if certainty != "unknown":
            item["since"] = now(-ago)
        return item

    def begin_readings(self):
        initial = {
            "GeneralLight": {"binary": ("on", "confirmed", 5400)}, "VisualNotification": {"binary": ("off", "confirmed", 9000)},
            "Buzzer": {"binary": ("off", "confirmed", 86400)}, "FloodingSecurity": {"binary": ("off", "confirmed", 200000)},
            "WaterSupply": {"binary": ("on", "confirmed", 200000)}, "HomeSecurity": {"binary": ("off", "confirmed", 30000)},
            "HomeMessaging": {"value": ("Buenos días", "confirmed", 20000)}, "RoomLighting": {"binary": ("on", "assumed", 600)},
            "AirConditioned": {"binary": ("off", "confirmed", 10800)}, "KitchenLightByPresence": {"binary": ("on", "confirmed", 30000)},
            "KitchenLighting": {"binary": ("on", "confirmed", 120)}, "Louver": {"bidirectional": ("down", "confirmed", 40000)},
            "GradualLighting": {"regulable": (40, "confirmed", 900), "binary": ("on", "confirmed", 900)},
            "Thermostat": {"value": (21.5, "confirmed", 7200)}, "Thermometer": {"value": (20.8, "confirmed", 60)},
            "Awning": {"bidirectional": ("up", "assumed", 3600), "regulable": (0, "assumed", 3600)},
        }
        for entry in self.elements.values():
            model = entry["model"]
            known = initial.get(model["name"], {})
            for kind in model["types"]:
                if kind in known:
                    value, certainty, ago = known[kind]
                    entry["readings"][kind] = self.reading(kind, value, certainty, ago, by="anna", byKind="user")
                else:
                    entry["readings"][kind] = self.reading(kind)
            if model["name"].startswith("Lamp "):
                entry["readings"]["binary"] = self.reading("binary", "off", "confirmed", 60)
            if model["name"] == "OldHeater":
                entry["readings"]["binary"] = self.reading("binary", connected=False)
            if model["name"] == "AirConditioned":
                entry["readings"]["binary"]["stale"] = True

    def new_code(self, name, role, places=None):
        code = secrets.token_hex(4)
        self.codes[code] = {"name": name, "role": role, "places": places}
        return code

    # Events

    def publish(self, kind, data):
        with self.lock:
            self.sequence += 1
            event = (f"{self.run}-{self.sequence}", kind, data)
            self.ring = (self.ring + [event])[-500:]
            for client in self.clients:
                client.put(event)

    def set_reading(self, path, kind, value, certainty="confirmed", by=None, by_kind=None, **more):
        with self.lock:
            reading = self.reading(kind, value, certainty, **more)
            if by:
                reading.update(by=by, byKind=by_kind or "user")
            elif certainty == "confirmed":
                reading.update(byKind="house", by="house")
            self.elements[path]["readings"][kind] = reading
            self.publish("reading", {"path": path, "reading": reading, "time": now()})

    def snapshot(self, session):
        def visible(path):
            places = session.get("places")
            return not places or any(path == place or path.startswith(place + "/") for place in places)

        def place(item):
            elements = [{"path": element["path"], "name": element["name"], "kind": element["kind"], "types": element["types"],
                         "readings": [self.elements[element["path"]]["readings"][kind] for kind in element["types"]]}
                        for element in item["elements"] if visible(element["path"])]
            sectors = [sector for sector in map(place, item["sectors"]) if sector["elements"] or sector["sectors"] or not session.get("places")]
            return {"path": item["path"], "name": item["name"], "kind": item["kind"], "label": item["name"], "elements": elements,
                    "sectors": sectors, "count": len(elements)}

        with self.lock:
            return {"places": [place(house) for house in self.model["houses"]], "elements": [], "time": now(), "event": f"{self.run}-{self.sequence}"}

    def visible_model(self, session):
        places = session.get("places")
        if not places:
            return self.model

        def prune(item):
            inside = any(item["path"] == place or item["path"].startswith(place + "/") for place in places)
            sectors = [sector for sector in map(prune, item["sectors"]) if sector]
            if not inside and not sectors:
                return None
            return {**item, "elements": item["elements"] if inside else [], "sectors": sectors}

        return {"houses": [house for house in map(prune, self.model["houses"]) if house]}

    # Orders

    def order(self, body, session):
        path, value = body.get("element"), body.get("value")
        if path not in self.elements:
            raise Refusal(404, "unknown-element", f'unknown element "{path}"')
        entry = self.elements[path]
        kind = body.get("type") or self.fitting(entry["model"], value)
        if kind not in entry["model"]["writable"]:
            raise Refusal(422, "refused-value", f"{path} is read-only")
        if kind == "value" and isinstance(value, (int, float)) and not entry["model"].get("minimum", -1e9) <= value <= entry["model"].get("maximum", 1e9):
            raise Refusal(422, "refused-value", f"{value} is out of range")
        with self.lock:
            order = {"id": len(self.orders) + 1, "element": path, "type": kind, "action": str(value), "by": session["name"], "byKind": "token",
                     "origin": "web", "requested": now(), "signal": f"POST {path} {value}", "attempts": [], "stage": "requested"}
            self.orders.append(order)
        self.stage(order, "requested")
        done = threading.Event()
        threading.Thread(target=self.carry_out, args=(order, value, done), daemon=True).start()
        return order, done

    def fitting(self, model, value):
        if isinstance(value, (int, float)):
            return "regulable" if "regulable" in model["types"] else "value"
        kind = {"on": "binary", "off": "binary", "up": "bidirectional", "down": "bidirectional", "stop": "bidirectional"}.get(value, "value")
        return kind if kind in model["types"] else model["types"][0]

    def stage(self, order, stage, **more):
        order["stage"] = stage
        order.update(more)
        self.publish("order", {"path": order["element"], "order": order["id"], "stage": stage, "message": order.get("problem", {}).get("detail", stage),
                               "by": order["by"], "action": order["action"], "type": order["type"], "time": now()})

    def carry_out(self, order, value, done):
        path, kind = order["element"], order["type"]
        generation = self.generation
        self.stage(order, "sent")
        began = time.monotonic()
        time.sleep(self.delay)
        failure = self.failures.pop(path, None)
        if failure:
            problem = Refusal(200, failure, f"the house did not take it ({failure})").body()
            order["attempts"] = [{"time": now(), "milliseconds": 80, "result": failure}]
            self.stage(order, "failed", problem=problem)
            done.set()
            return
        order["acceptedAfter"] = round((time.monotonic() - began) * 1000)
        order["attempts"] = [{"time": now(), "milliseconds": order["acceptedAfter"], "result": "204"}]
        types = self.elements[path]["model"]["types"]
        moving = kind == "bidirectional" and value in ("up", "down")
        changes = [(kind, value)]
        if kind == "regulable" and "binary" in types:
            changes.append(("binary", "on" if value else "off"))
        if kind == "binary" and "regulable" in types:
            changes.append(("regulable", 40 if value == "on" else 0))
        for changed, to in changes:
            self.set_reading(path, changed, to, "assumed", by=order["by"], by_kind="token", **({"moving": True} if moving else {}))
        self.stage(order, "accepted")
        done.set()
        time.sleep(2.0 if moving else 0.3)
        if path.endswith(("RoomLighting", "Awning")):
            return
        with self.lock:
            if generation != self.generation or any(self.elements[path]["readings"][changed]["value"] != to for changed, to in changes):
                return
            for changed, to in changes:
                self.set_reading(path, changed, to, "confirmed", by=order["by"], by_kind="token")
        self.stage(order, "confirmed", confirmedAfter=round((time.monotonic() - began) * 1000))

    # Scenes

    def run_scene(self, name, session):
        tag = secrets.token_hex(4)
        self.running[name] = tag

        def steps():
            scene = self.scenes[name]
            outcome = "done"
            self.publish("scene", {"scene": name, "progress": "begins", "by": session["name"], "tag": tag, "time": now()})
            for index, line in enumerate(scene["lines"]):
                scene["step"] = index + 1
                self.publish("scene", {"scene": name, "progress": "step", "line": index + 1, "message": line, "by": session["name"], "tag": tag, "time": now()})
                time.sleep(0.5)
                if self.running.get(name) != tag:
                    outcome = "stopped"
                    break
            scene.pop("step", None)
            self.running.pop(name, None)
            scene["last"] = {"scene": name, "by": session["name"], "started": now(-3), "ended": now(), "outcome": outcome, "failed": 0}
            self.publish("scene", {"scene": name, "progress": "ended", "outcome": outcome, "by": session["name"], "tag": tag, "time": now()})

        threading.Thread(target=steps, daemon=True).start()
        return tag

    def check(self, text):
        diagnostics = []
        verbs = ("set", "dim", "toggle", "wait", "if", "else", "in", "scene", "stop", "log", "name", "at", "every", "when", "only", "again", "on")
        for number, line in enumerate(text.splitlines(), 1):
            words = line.split("#")[0].split()
            if words and words[0].rstrip(":") not in verbs:
                diagnostics.append({"line": number, "column": line.index(words[0]) + 1, "message": f'unknown step "{words[0]}"', "hint": "use set, dim, toggle, wait, if, scene or log"})
        return diagnostics


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    house = None

    def log_message(self, *arguments):
        pass

    def setup(self):
        super().setup()
        self.connection.setsockopt(6, 1, 1)

    def do_GET(self):
        self.answer("GET")

    def do_POST(self):
        self.answer("POST")

    def do_PUT(self):
        self.answer("PUT")

    def do_DELETE(self):
        self.answer("DELETE")

    def answer(self, method):
        self.url = urlsplit(self.path)
        self.query = {name: values[0] for name, values in parse_qs(self.url.query).items()}
        length = int(self.headers.get("Content-Length") or 0)
        data = self.rfile.read(length) if length else b""
        try:
            self.body = json.loads(data) if data else {}
            if self.url.path.startswith("/mock/"):
                return self.mock(self.url.path[6:])
            if self.url.path.startswith("/api/v1/"):
                return self.api(method, self.url.path[8:])
            return self.file()
        except Refusal as refusal:
            self.json(refusal.body(), refusal.status, media="application/problem+json")
        except (BrokenPipeError, ConnectionResetError):
            self.close_connection = True

    def send(self, status, data, media, headers=()):
        if len(data) > 600 and "gzip" in (self.headers.get("Accept-Encoding") or "") and not media.startswith("image/png"):
            data = gzip.compress(data, 6)
            headers = (*headers, ("Content-Encoding", "gzip"), ("Vary", "Accept-Encoding"))
        self.send_response(status)
        self.send_header("Content-Type", media)
        self.send_header("Content-Length", str(len(data)))
        self.send_header("Domo-Version", self.house.version)
        for name, value in headers:
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(data)

    def json(self, value, status=200, headers=(), media="application/json"):
        self.send(status, json.dumps(value, ensure_ascii=False).encode(), media, (*headers, ("Cache-Control", "no-cache")))

    # Files

    def file(self):
        path = unquote(self.url.path)
        name = path[8:] if path.startswith("/assets/") else path[1:] if path in ("/sw.js", "/manifest.webmanifest") else "index.html"
        file = (PAGE / name).resolve()
        if PAGE not in file.parents or not file.is_file():
            return self.json({"title": "not found"}, 404)
        data = file.read_bytes()
        etag = '"' + hashlib.sha256(data).hexdigest()[:16] + '"'
        headers = (("ETag", etag), ("Cache-Control", "no-cache"), ("Content-Security-Policy", POLICY), ("X-Content-Type-Options", "nosniff"))
        if self.headers.get("If-None-Match") == etag:
            return self.send(304, b"", MEDIA[file.suffix], headers)
        self.send(200, data, MEDIA[file.suffix], headers)

    # The API

    def session(self):
        cookie = next((part.strip()[5:] for part in (self.headers.get("Cookie") or "").split(";") if part.strip().startswith("domo=")), None)
        session = self.house.sessions.get(cookie)
        if not session or self.headers.get("Domo-Key") != session["key"]:
            raise Refusal(401, "unauthorized", "sign in")
        return session

    def need(self, session, role):
        order = ["read", "act", "manage"]
        if order.index(session["role"]) < order.index(role):
            raise Refusal(403, "not-allowed", f"{session['name']} may not do this")

    def api(self, method, path):
        house = self.house
        collection, _, rest = path.partition("/")
        rest = unquote(rest) or self.query.get("path", "")
        if collection == "session" and method == "POST":
            return self.sign_in()
        session = self.session()
        public = {name: session[name] for name in ("name", "role", "places", "expires") if session.get(name)} | {"version": house.version}
        if collection == "session":
            if method == "DELETE":
                house.sessions = {cookie: one for cookie, one in house.sessions.items() if one is not session}
                return self.send(204, b"", "text/plain")
            return self.json(public)
        if not house.daemon:
            raise Refusal(503, "unreachable", "can't connect to domod")
        handler = getattr(self, "api_" + collection, None)
        if not handler:
            raise Refusal(404, "bad-request", "unknown address")
        return handler(method, rest, session)

    def sign_in(self):
        house = self.house
        grant = house.codes.pop(self.body.get("code"), None) or house.tokens.get(self.body.get("token"))
        if not grant:
            raise Refusal(401, "unauthorized", "the code is wrong or was used")
        cookie, key = secrets.token_hex(16), secrets.token_hex(16)
        house.sessions[cookie] = {**grant, "key": key}
        self.json({"key": key, "session": {name: value for name, value in grant.items() if value}}, 201,
                  (("Set-Cookie", f"domo={cookie}; HttpOnly; SameSite=Strict; Path=/"),))

    def api_model(self, method, rest, session):
        model = self.house.visible_model(session)
        etag = '"' + hashlib.sha256(json.dumps(model).encode()).hexdigest()[:16] + '"'
        if self.headers.get("If-None-Match") == etag:
            return self.send(304, b"", "application/json", (("ETag", etag),))
        self.json(model, headers=(("ETag", etag),))

    def api_places(self, method, rest, session):
        self.json(self.house.snapshot(session))

    def api_elements(self, method, rest, session):
        entry = self.house.elements.get(rest)
        if not entry:
            raise Refusal(404, "unknown-element", "unknown element")
        self.json({**entry["model"], "readings": [entry["readings"][kind] for kind in entry["model"]["types"]], "route": {"server": "http://192.0.2.10/web", "name": entry["model"]["name"]}, "time": now()})

    def api_orders(self, method, rest, session):
        house = self.house
        if method == "POST":
            self.need(session, "act")
            if "place" in self.body:
                devices = [path for path, entry in house.elements.items()
                           if path.startswith(self.body["place"] + "/") and entry["model"]["kind"] == "device" and "binary" in entry["model"]["writable"]
                           and entry["readings"]["binary"].get("connected", True)]
                if self.body.get("explain"):
                    return self.json({"elements": devices})
                orders = [house.order({"element": path, "value": "off", "type": "binary"}, session)[1] for path in devices]
                for done in orders:
                    done.wait(5)
                return self.json({"orders": [{"element": path, "outcome": "accepted"} for path in devices]})
            house.posts.append({"time": time.monotonic(), **self.body})
            key = self.headers.get("Idempotency-Key")
            if key in house.keys:
                order, done = house.keys[key]
            else:
                order, done = house.order(self.body, session)
                if key:
                    house.keys[key] = (order, done)
            brief = {name: order[name] for name in ("id", "element", "type", "action")}
            if "wait" not in (self.headers.get("Prefer") or ""):
                return self.json({**brief, "outcome": "requested", "milliseconds": 1}, 202, (("Location", f"/api/v1/orders/{order['id']}"),))
            done.wait(5)
            answer = {**brief, "outcome": "requested" if order["stage"] == "sent" else order["stage"], "milliseconds": order.get("acceptedAfter", 0)}
            if "problem" in order:
                answer["problem"] = order["problem"]
            return self.json(answer)
        if rest:
            return self.json(house.orders[int(rest) - 1])
        found = [order for order in reversed(house.orders) if self.query.get("element") in (None, order["element"])]
        self.json({"orders": found[:int(self.query.get("last", 20))]})

    def api_history(self, method, rest, session):
        model = self.house.elements[rest]["model"]
        span = {"h": 3600, "d": 86400}[self.query.get("since", "1d")[-1]] * float(self.query.get("since", "1d")[:-1])
        kind = model["types"][0]
        entries = []
        count = 96
        for index in range(count):
            part = index / count
            wave = math.sin(part * 12.5) + 0.4 * math.sin(part * 41)
            at = now(-span * (1 - part))
            if kind == "value":
                mean = round(20.5 + 1.2 * wave, 1)
                entries.append({"time": at, "type": kind, "value": mean, "certainty": "confirmed", "summary": {"seconds": span / count, "changes": 3, "minimum": mean - 0.5, "mean": mean, "maximum": mean + 0.5}})
            elif kind == "regulable":
                entries.append({"time": at, "type": kind, "value": max(0, round(40 + 40 * wave)), "certainty": "confirmed"})
            elif index % 9 == 0:
                entries.append({"time": at, "type": kind, "value": {"binary": ("off", "on"), "bidirectional": ("down", "up")}[kind][(index // 9) % 2], "certainty": "confirmed" if index % 2 else "assumed"})
        self.json({"element": rest, "unit": model.get("unit"), "from": now(-span), "to": now(), "entries": entries})

    def api_stats(self, method, rest, session):
        rest = self.query.get("path", "")
        weeks = {"thisWeek": {"changes": 41, "onSeconds": 54200, "orders": 12, "failures": 1, "confirmedAfter": 420}, "lastWeek": {"changes": 58, "onSeconds": 72200, "orders": 19, "failures": 0, "confirmedAfter": 390}}
        self.json({"timeZone": "Europe/Madrid", "elements": [{"element": path, **weeks} for path in self.house.elements if path == rest or path.startswith(rest + "/")]})

    def api_scenes(self, method, rest, session):
        house = self.house
        if method == "GET" and not rest:
            shown = []
            for scene in house.scenes.values():
                item = {name: scene[name] for name in ("name", "file", "steps", "triggers", "step", "last") if name in scene}
                if any(trigger.startswith("at ") for trigger in scene["triggers"]):
                    item.update(next=now(7200), local="23:30")
                shown.append(item)
            return self.json({"scenes": shown})
        if rest == "check":
            return self.json({"diagnostics": house.check(self.body["text"])})
        name, _, verb = rest.rpartition("/") if rest.endswith(("/run", "/stop")) else (rest, "", "")
        if name not in house.scenes:
            raise Refusal(404, "unknown-scene", f'unknown scene "{name}"')
        scene = house.scenes[name]
        etag = '"' + hashlib.sha256(scene["text"].encode()).hexdigest()[:12] + '"'
        if verb == "run":
            self.need(session, "act")
            return self.json({"scene": name, "tag": house.run_scene(name, session)}, 202)
        if verb == "stop":
            house.running.pop(name, None)
            return self.json({"scene": name})
        if method == "PUT":
            self.need(session, "manage")
            if self.headers.get("If-Match") != etag:
                raise Refusal(412, "busy", "the scene was changed meanwhile")
            diagnostics = house.check(self.body["text"])
            if diagnostics:
                return self.json({"diagnostics": diagnostics}, 422)
            scene["text"] = self.body["text"]
            return self.json({"name": name, "etag": '"' + hashlib.sha256(scene["text"].encode()).hexdigest()[:12] + '"'})
        self.json({"name": name, "text": scene["text"], "etag": etag}, headers=(("ETag", etag),))

    def api_calendar(self, method, rest, session):
        entries = []
        for day in range(7):
            for hour, scene in ((7, "Buenos días"), (20.5, "Persianas"), (23.5, "Buenas noches")):
                at = datetime.now().replace(hour=int(hour), minute=int(hour % 1 * 60), second=0, microsecond=0) + timedelta(days=day)
                if at > datetime.now():
                    entries.append({"time": at.astimezone(timezone.utc).strftime("%Y-%m-%dT%H:%M:%S.000Z"), "local": at.strftime("%H:%M"), "scene": scene, "trigger": at.strftime("at %H:%M")})
        self.json({"from": now(), "until": now(7 * 86400), "entries": entries})

    def api_status(self, method, rest, session):
        self.json({"version": "0.9.0", "since": now(-86400), "loaded": now(-86400), "houses": [{"name": house["name"], "elements": len(self.house.elements)} for house in self.house.model["houses"]],
                   "servers": [{"url": "http://192.0.2.10/web", "reachable": True, "waiting": 0, "inFlight": 0}], "links": [{"name": "knx", "reachable": False, "problem": "no answer from 192.0.2.20"}],
                   "accepted": 120, "failed": 2, "warnings": ["homes/vivienda-eficiente.xml:12: two elements have the same name"], "memory": {"state": "working", "file": "history.sqlite", "bytes": 5_400_000}})

    def api_plans(self, method, rest, session):
        place, _, last = rest.rpartition("/")
        if method == "PUT" and last == "positions":
            self.need(session, "manage")
            for path, position in self.body["positions"].items():
                self.house.elements[path]["model"]["position"] = position
            return self.json({})
        inside = rest.split("/", 1)[1] if "/" in rest else ""
        if rest not in self.house.places or inside not in PLAN_FILES:
            raise Refusal(404, "unknown-place", "no plan")
        self.send(200, (PLANS / PLAN_FILES[inside]).read_bytes(), "image/svg+xml", (("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; sandbox"), ("Cache-Control", "no-cache")))

    def api_tokens(self, method, rest, session):
        self.need(session, "manage")
        house = self.house
        if method == "GET":
            return self.json({"tokens": [{"name": grant["name"], "role": grant["role"], "created": now(-1e6), "lastUsed": now(-4000), "from": "192.0.2.7"} for grant in house.tokens.values()]})
        if method == "DELETE":
            house.tokens = {token: grant for token, grant in house.tokens.items() if grant["name"] != rest}
            return self.json({})
        code = house.new_code(self.body["name"], self.body.get("role", "act"), self.body.get("places"))
        house.tokens[secrets.token_hex(16)] = {"name": self.body["name"], "role": self.body.get("role", "act")}
        self.json({"code": code, "link": f"http://{self.headers.get('Host')}/#code={code}"}, 201)

    def api_reload(self, method, rest, session):
        self.need(session, "manage")
        self.house.publish("reload", {"message": "loaded 1 house"})
        self.json({"message": "loaded 1 house"})

    def api_backup(self, method, rest, session):
        self.need(session, "manage")
        self.send(200, b"SQLite format 3\0", "application/octet-stream", (("Content-Disposition", 'attachment; filename="history.sqlite"'),))

    def api_events(self, method, rest, session):
        house = self.house
        client = queue.Queue()
        after = self.query.get("after")
        with house.lock:
            missed = [event for event in house.ring]
            known = [index for index, event in enumerate(missed) if event[0] == after]
            first = after == f"{house.run}-{house.sequence}"
            replay = missed[known[0] + 1:] if known else []
            snapshot = None if known or first else house.snapshot(session)
            house.clients.append(client)
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Cache-Control", "no-store")
        self.send_header("Domo-Version", house.version)
        self.send_header("Connection", "close")
        self.end_headers()
        self.close_connection = True

        def write(event):
            self.wfile.write(f"id: {event[0]}\nevent: {event[1]}\ndata: {json.dumps(event[2], ensure_ascii=False)}\n\n".encode())

        try:
            if snapshot:
                write((snapshot["event"], "snapshot", snapshot))
            for event in replay:
                write(event)
            self.wfile.write(b": heartbeat\n\n")
            beat = time.monotonic()
            while True:
                try:
                    event = client.get(timeout=0.2)
                    if event is None:
                        break
                    if not house.silent:
                        write(event)
                except queue.Empty:
                    if select.select([self.connection], [], [], 0)[0]:
                        break
                    if not house.silent and time.monotonic() - beat > HEARTBEAT:
                        beat = time.monotonic()
                        self.wfile.write(b": heartbeat\n\n")
                self.wfile.flush()
        except OSError:
            pass
        finally:
            with house.lock:
                house.clients.remove(client)

    # What tests steer

    def mock(self, name):
        house, body = self.house, self.body
        if name == "reading":
            house.set_reading(body.pop("path"), body.pop("type"), body.pop("value"), body.pop("certainty", "confirmed"), **body)
        elif name == "stale":
            reading = {**house.elements[body["path"]]["readings"][body["type"]], "stale": body.get("stale", True)}
            house.elements[body["path"]]["readings"][body["type"]] = reading
            house.publish("reading", {"path": body["path"], "reading": reading, "time": now()})
        elif name == "reset":
            house.generation += 1
            house.failures.clear()
            house.posts.clear()
            house.delay, house.silent, house.daemon = 0.08, False, True
            house.begin_readings()
            house.publish("snapshot", house.snapshot({}))
        elif name == "fail":
            house.failures[body["path"]] = body.get("code", "unreachable")
        elif name == "delay":
            house.delay = body["seconds"]
        elif name == "daemon":
            house.daemon = body["connected"]
            house.publish("daemon", {"connected": house.daemon})
        elif name == "version":
            house.version = body["version"]
            for client in house.clients:
                client.put(None)
        elif name == "drop":
            for client in house.clients:
                client.put(None)
        elif name == "silent":
            house.silent = body["silent"]
        elif name == "code":
            return self.json({"code": house.new_code(body.get("name", "test"), body.get("role", "manage"), body.get("places"))})
        elif name == "state":
            return self.json({"event": f"{house.run}-{house.sequence}", "posts": house.posts, "clients": len(house.clients), "orders": house.orders[-20:]})
        elif name == "revoke":
            house.sessions.clear()
            for client in house.clients:
                client.put(None)
        self.json({"event": f"{house.run}-{house.sequence}"})


class Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 128

    def handle_error(self, request, client_address):
        """Browsers drop connections as they like."""
        if not isinstance(sys.exc_info()[1], OSError):
            super().handle_error(request, client_address)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--port", type=int, default=8490)
    parser.add_argument("--many", type=int, default=0, help="so many more lamps in a sector of their own")
    parser.add_argument("--token", help="a token that signs in, again and again")
    options = parser.parse_args()
    Handler.house = House(options.many)
    server = Server(("127.0.0.1", options.port), Handler)
    if options.token:
        Handler.house.tokens[options.token] = {"name": "test", "role": "manage"}
    code = Handler.house.new_code("anna's phone", "manage")
    print(f"http://127.0.0.1:{options.port}/#code={code}", flush=True)
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        pass


if __name__ == "__main__":
    main()
