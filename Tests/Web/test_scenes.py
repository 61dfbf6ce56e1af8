"""Scenes: run, live steps, stop, the calendar; the editor with diagnostics, conflicts and completion."""

from house import wait
from page import LIGHT, PageTest
from selenium.webdriver.common.keys import Keys

ROW = 'li[data-scene="Me voy"]'


class Scenes(PageTest):
    def test_a_scene_runs_shows_its_steps_and_stops(self):
        self.house.known(LIGHT, "binary", "on")
        self.open("/scenes")
        self.tap(ROW + " .round")
        self.until(ROW, "data-running", "true")
        # The scene runs its steps, and waits a minute before it locks the house.
        wait(lambda: self.house.reading(LIGHT, "binary")["value"] == "off", "the light is off")
        wait(lambda: self.text(ROW + " .state").startswith("Running…"), "in words")
        self.tap(ROW + " .round")
        self.until(ROW, "data-running", "false")
        wait(lambda: "stopped" in self.text(ROW + " .state"), lambda: "how it ended, is " + self.text(ROW + " .state"))

    def test_the_scene_screen_follows_a_run_started_by_others(self):
        self.open("/scene/Me%20voy")
        wait(lambda: self.text(".view-scene .state"), "its state")
        self.assertEqual(self.api("scenes/Me%20voy/run", "POST", {})["status"], 202)
        wait(lambda: len(self.all(".live-step")) > 2, "its steps")
        self.until_text(".view-scene .state", "Running…")
        self.tap(".view-scene .view-header .round:not(.back)")
        self.until_text(".view-scene .state", "stopped")

    def test_a_scene_that_starts_while_the_list_is_read_runs_in_it(self):
        short = 'li[data-scene="Corta"]'
        file = self.house.folder / "homes/scenes/Corta.domo"
        file.write_text('log "x"\n')
        self.addCleanup(self.house.domo, "reload")
        self.addCleanup(file.unlink)
        self.addCleanup(self.api, "scenes/Me%20voy/stop", "POST", {})
        self.house.domo("reload")
        self.open("/scenes")
        self.until_text(short + " .state", "Starts only by hand")
        self.until(ROW, "data-running", "false")
        # The answer with the list, which is read when a scene ends, arrives when it is released.
        self.js("""const real = window.fetch; window.held = [];
            window.fetch = (address, options) => {
              const reply = real(address, options);
              if (!window.held || !String(address).endsWith('/scenes')) return reply;
              return reply.then((list) => new Promise((go) => window.held.push(() => go(list))));
            };""")
        self.assertEqual(self.api("scenes/Corta/run", "POST", {})["status"], 202)
        wait(lambda: self.js("return window.held.length"), "the list")
        self.assertEqual(self.api("scenes/Me%20voy/run", "POST", {})["status"], 202)
        self.until(ROW, "data-running", "true")
        wait(lambda: self.house.reading(LIGHT, "binary")["value"] == "off", "the light is off")
        self.assertEqual(self.js("return window.held.length"), 1)
        self.js("const held = window.held; window.held = null; held.forEach((go) => go())")
        # The list has how it ended.
        wait(lambda: self.text(short + " .state") != "Starts only by hand", "the list")
        self.assertEqual(self.get(ROW, "data-running"), "true")

    def test_scheduled_scenes_are_in_the_list_and_the_calendar(self):
        self.open("/scenes")
        wait(lambda: "Next: " in self.text('li[data-scene="Persianas"] .state'), "when it starts")
        wait(lambda: len(self.all('.view-calendar [data-scene="Persianas"]')) >= 6, "the week")
        self.assertEqual(self.text('.view-calendar [data-scene="Persianas"] time'), "20:30")

    def test_a_name_that_can_t_be_a_file_is_refused_before_its_text_is_written(self):
        self.open("/scenes")
        self.tap("[data-new-scene]")
        field = self.find("dialog [data-scene-name]")
        field.send_keys("Cine/noche" + Keys.ENTER)
        wait(lambda: "“/”" in self.text("dialog .error"), "the reason")
        self.assertEqual(self.js("return document.body.dataset.view"), "scenes")
        field.send_keys(Keys.CONTROL + "a")
        field.send_keys(".noche")
        self.until("dialog [data-scene-name]", "aria-invalid", "true")
        field.send_keys(Keys.CONTROL + "a")
        field.send_keys("Cine noche")
        self.until_text("dialog .error", "")
        field.send_keys(Keys.ENTER)
        self.until_view("scene")

    def test_a_scene_without_triggers_that_never_ran_does_not_look_as_if_it_had(self):
        (self.house.folder / "homes/scenes/Nunca.domo").write_text('log "x"\n')
        self.house.domo("reload")
        self.open("/scenes")
        self.until_text('li[data-scene="Nunca"] .state', "Starts only by hand")


class Editor(PageTest):
    def setUp(self):
        self.js("localStorage.removeItem('domo.draft.Me voy')")
        self.open("/scene/Me%20voy")
        self.editor = self.find("textarea")
        wait(lambda: self.editor.get_attribute("value"), "the text")

    def add(self, text):
        self.editor.send_keys(Keys.CONTROL + Keys.END)
        self.editor.send_keys(text)

    def test_it_shows_diagnostics_beside_the_text(self):
        self.add("\nfly away")
        wait(lambda: self.all(".diagnostic"), "the diagnostic")
        self.assertIn("fly", self.text(".diagnostics"))
        for _ in range(8):
            self.editor.send_keys(Keys.BACKSPACE)
        self.editor.send_keys('log "mine"')
        wait(lambda: not self.find(".diagnostics").is_displayed(), "no diagnostic")

    def test_a_draft_is_kept_and_survives_a_conflict(self):
        self.add('\nlog "mine"')
        self.until(".view-scene", "data-dirty", "")
        self.open("/scenes")
        self.open("/scene/Me%20voy")
        self.editor = self.find("textarea")
        wait(lambda: 'log "mine"' in self.editor.get_attribute("value"), "the draft")
        kept = self.api("scenes/Me%20voy")
        answer = self.api("scenes/Me%20voy", "PUT", {"text": kept["body"]["text"] + '\nlog "theirs"\n'}, {"If-Match": kept["etag"]})
        self.assertEqual(answer["status"], 200)
        self.tap("[data-save]")
        wait(lambda: "Somebody else changed this scene" in self.text(".note"), "the conflict")
        self.assertIn('log "mine"', self.editor.get_attribute("value"))
        wait(lambda: 'log "theirs"' in self.text(".theirs"), "the other text")
        self.tap("[data-save]")
        wait(lambda: self.get(".view-scene", "data-dirty") is None, "saved")
        self.assertIn('log "mine"', self.api("scenes/Me%20voy")["body"]["text"])

    def test_a_scene_is_created_and_removed(self):
        self.open("/scenes")
        self.tap("[data-new-scene]")
        self.find("[data-scene-name]").send_keys("Hora de cine", Keys.ENTER)
        self.until_text(".view-scene h1", "Hora de cine")
        wait(lambda: "This is a new scene" in self.text(".note"), "that it is new")
        self.assertFalse(self.find("[data-remove]").is_displayed())
        # An empty scene offers what can be in it.
        self.assertIn("When something happens", self.text(".suggestions"))
        self.editor = self.find("textarea")
        self.editor.send_keys("set Lou")
        self.tap(".suggestion")
        self.editor.send_keys("down")
        # The draft is kept although the scene does not exist yet.
        self.open("/scene/Hora%20de%20cine")
        wait(lambda: self.find("textarea").get_attribute("value").endswith("down"), "the draft")
        self.tap("[data-save]")
        wait(lambda: self.get(".view-scene", "data-dirty") is None, "saved")
        self.assertIn("Louver down", self.api("scenes/Hora%20de%20cine")["body"]["text"])
        self.open("/scenes")
        self.tap('li[data-scene="Hora de cine"] .row-link')
        self.until_text(".view-scene h1", "Hora de cine")
        self.tap("[data-remove]")
        self.tap("dialog [data-cancel]")
        self.assertEqual(self.api("scenes/Hora%20de%20cine")["status"], 200)
        self.tap("[data-remove]")
        self.tap("dialog [data-confirm]")
        self.until_view("scenes")
        wait(lambda: self.all(ROW) and not self.all('li[data-scene="Hora de cine"]'), "the list without it")
        self.assertEqual(self.api("scenes/Hora%20de%20cine")["status"], 404)

    def test_it_completes_names_and_values(self):
        self.add("\nset Lou")
        wait(lambda: "Louver" in self.text(".suggestions"), "the name")
        self.tap(".suggestion")
        wait(lambda: [node.text for node in self.all(".suggestion")] == ["up", "down", "stop"], "the values")
        self.tap(".toolbar .quiet")
        self.until(".view-scene", "data-dirty", None)
