"""The floor plan: an image with elements as buttons, and how they are arranged."""

from house import wait
from page import AWNING, BEDROOM, BLIND, DESKTOP, HOUSE, KITCHEN, LAMP, LIGHT, SALON, PageTest
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys


def item(path):
    return f'.plan-item[data-path="{path}"]'


class Plan(PageTest):
    """Beside the list."""

    size, touch = DESKTOP, False

    def test_a_tap_on_the_plan_switches(self):
        self.house.known(LIGHT, "binary", "on")
        self.until_confirmed(item(LIGHT), "on")
        self.tap(item(LIGHT) + " .plan-dot")
        self.until_confirmed(item(LIGHT), "off")
        self.until_confirmed(self.row(LIGHT), "off")

    def test_the_image_is_shown_and_can_t_run_scripts(self):
        wait(lambda: self.js("const image = document.querySelector('.plan-picture'); return image.complete && image.naturalWidth > 0"), "the picture")
        policy = self.later("return (await fetch('/api/v1/plans/' + encodeURIComponent(arguments[0]), {headers: {'Domo-Key': localStorage.getItem('domo.key')}})).headers.get('Content-Security-Policy')", HOUSE)
        self.assertIn("sandbox", policy)
        self.assertIn("default-src 'none'", policy)

    def test_an_unconnected_element_sends_no_orders(self):
        self.place(KITCHEN)
        self.tap(item(KITCHEN + "/OldHeater") + " .plan-dot")
        self.until_view("element")
        self.assertEqual(self.house.orders(KITCHEN + "/OldHeater"), [])

    def test_rooms_open_their_own_plan(self):
        self.tap(f'.view-plan [data-path="{SALON}"]')
        self.until(".view-plan", "data-path", SALON)

    def part(self, path, axis):
        return float(self.js("return document.querySelector(arguments[0]).style.getPropertyValue(arguments[1])", item(path), axis))

    def test_an_element_without_a_place_is_placed_by_keys_alone(self):
        self.place(SALON)
        self.tap(".arrange")
        chip = self.find(f'button.chip[data-path="{AWNING}"]')
        self.assertEqual(chip.get_attribute("aria-pressed"), "false")
        chip.send_keys(Keys.ENTER)
        self.assertEqual(chip.get_attribute("aria-pressed"), "true")
        chip.send_keys(Keys.ARROW_RIGHT)
        self.find(item(AWNING) + '.editing .plan-dot[aria-pressed="true"]:focus')
        self.assertEqual((self.part(AWNING, "--x"), self.part(AWNING, "--y")), (0.5, 0.5))
        self.driver.switch_to.active_element.send_keys(Keys.ARROW_RIGHT)
        self.assertEqual(self.part(AWNING, "--x"), 0.51)
        # As Cancel does.
        self.driver.switch_to.active_element.send_keys(Keys.ESCAPE)
        wait(lambda: not self.all(".plan-item.editing") and self.all(f'a.chip[data-path="{AWNING}"]'), "the plan as before")

    def test_a_draft_is_kept_until_it_is_saved_or_cancelled(self):
        self.place(SALON)
        self.find(item(LAMP))
        before = self.part(LAMP, "--x")
        self.tap(".arrange")
        self.find(item(LAMP) + ".editing .plan-dot").send_keys(Keys.ARROW_LEFT * 4)
        moved = self.part(LAMP, "--x")
        self.tap('#bar [data-view="scenes"]')
        self.until_view("scenes")
        self.place(SALON)
        self.find(item(LAMP) + ".editing")
        self.assertAlmostEqual(self.part(LAMP, "--x"), moved, 3)
        self.assertIn("not saved", self.text(".view-plan .note"))
        self.tap("#arrange-bar .quiet")
        wait(lambda: not self.all(".plan-item.editing") and self.all(item(LAMP)), "the plan")
        self.assertAlmostEqual(self.part(LAMP, "--x"), before, 3)
        self.place(SALON)
        self.find(item(LAMP))
        self.assertEqual(self.all(".plan-item.editing"), [])

    def test_nothing_is_said_to_be_saved_without_a_change(self):
        self.place(SALON)
        self.tap(".arrange")
        self.js("document.querySelector('#live').textContent = ''")
        self.tap("[data-save]")
        wait(lambda: not self.all(".plan-item.editing") and self.all(item(LAMP)), "the plan")
        self.assertEqual(self.text("#live"), "")

    def test_elements_are_placed_by_drag_and_by_keys(self):
        self.place(SALON)
        self.tap(".arrange")
        self.tap(f'button.chip[data-path="{AWNING}"]')
        ActionChains(self.driver).move_to_element_with_offset(self.find(".plan"), 0, 60).click().perform()
        dot = self.find(item(AWNING) + " .plan-dot")
        before = self.part(AWNING, "--x")
        dot.send_keys(Keys.ARROW_RIGHT * 3)
        after = self.part(AWNING, "--x")
        self.assertAlmostEqual(after - before, 0.03, 2)
        ActionChains(self.driver).drag_and_drop_by_offset(dot, -80, 0).perform()
        dragged = self.part(AWNING, "--x")
        self.assertLess(dragged, after - 0.05)
        self.tap("[data-save]")
        wait(lambda: not self.all(".plan-item.editing") and self.all(item(AWNING)), "stored")
        # Stored in the daemon's folder, not in the model: it survives a restart, and the house file is unchanged.
        self.house.daemon.stop()
        self.house.start_daemon()
        self.place(SALON)
        self.assertAlmostEqual(self.part(AWNING, "--x"), dragged, 2)

    def test_rooms_are_placed_too(self):
        self.tap(".arrange")
        # The house file gives it no position.
        self.tap(f'button.chip[data-path="{SALON}"]')
        ActionChains(self.driver).move_to_element_with_offset(self.find(".plan"), -40, 40).click().perform()
        room = self.find(item(SALON) + ".editing .plan-dot")
        before = self.part(SALON, "--y")
        room.send_keys(Keys.ARROW_DOWN * 3)
        moved = self.part(SALON, "--y")
        self.assertAlmostEqual(moved - before, 0.03, 2)
        self.tap("[data-save]")
        wait(lambda: not self.all(".plan-item.editing") and self.all(item(SALON)), "stored")
        self.open("/")
        self.find(item(SALON))
        self.assertAlmostEqual(self.part(SALON, "--y"), moved, 2)

    def test_rooms_without_a_plan_are_dragged_onto_that_of_the_house(self):
        file = self.house.folder / "homes/house.xml"
        whole = file.read_text()
        try:
            file.write_text(whole.replace("<d:Plano>plans/dormitorio.svg</d:Plano>", ""))
            self.house.domo("reload")
            self.open("/")
            self.tap(".arrange")
            chip = f'button.chip[data-path="{BEDROOM}"]'
            # Let go beside the plan, it stays where it was.
            ActionChains(self.driver).click_and_hold(self.find(chip)).move_to_element(self.find(".plan")).move_to_element(self.find(chip)).release().perform()
            self.assertEqual(len(self.all(chip)), 1)
            self.assertEqual(self.all(item(BEDROOM)), [])
            ActionChains(self.driver).click_and_hold(self.find(chip)).move_to_element_with_offset(self.find(".plan"), 20, 30).release().perform()
            wait(lambda: not self.all(chip), "the chip is gone")
            self.find(item(BEDROOM) + ".editing")
            self.tap("[data-save]")
            wait(lambda: not self.all(".plan-item.editing") and self.all(item(BEDROOM)), "stored")
            self.tap(item(BEDROOM))
            self.until_view("place")
        finally:
            file.write_text(whole)
            self.house.domo("reload")

    def test_cancelling_restores_all_positions(self):
        self.place(SALON)
        path = SALON + "/GradualLighting"
        self.find(item(path))
        before = self.part(path, "--x")
        self.tap(".arrange")
        self.find(item(path) + ".editing .plan-dot").send_keys(Keys.ARROW_LEFT * 4)
        self.assertLess(self.part(path, "--x"), before)
        self.tap("#arrange-bar .quiet")
        wait(lambda: not self.all(".plan-item.editing") and self.all(item(path)), "the plan")
        self.assertAlmostEqual(self.part(path, "--x"), before, 3)


class PhonePlan(PageTest):
    def test_plan_and_list_are_exchanged_and_the_choice_is_kept(self):
        self.place(SALON)
        # Another test may have chosen the plan.
        wait(lambda: self.all(".plan-button") or self.all(".list-button"), "the place")
        if self.all(".list-button"):
            self.tap(".list-button")
        self.tap(".plan-button")
        self.find(item(SALON + "/GradualLighting"))
        self.place(SALON)
        self.find(item(SALON + "/GradualLighting"))
        self.tap(".list-button")
        self.find(self.row(SALON + "/GradualLighting"))
        self.place(SALON)
        self.find(self.row(SALON + "/GradualLighting"))

    def show_plan(self):
        wait(lambda: self.all(".plan-button") or self.all(".list-button"), "the place")
        if self.all(".plan-button"):
            self.tap(".plan-button")
        self.find(".view-plan")

    def test_everything_without_a_place_on_it_is_below_it(self):
        """There is no list beside it: nor is the way up, and the search."""
        file = self.house.folder / "homes/house.xml"
        second = self.house.folder / "homes/second.xml"
        before = file.read_text()
        try:
            file.write_text(before.replace("<d:Plano>plans/dormitorio.svg</d:Plano>", ""))
            second.write_text(before[: before.index("<Vivienda>")] + "<Vivienda><Nombre>Casita</Nombre></Vivienda></Viviendas>")
            self.house.domo("reload")
            self.place(HOUSE)
            self.show_plan()
            self.tap(f'.view-plan a.chip[data-path="{BEDROOM}"]')
            self.until_view("place")
            self.find(f'.view-place[data-path="{BEDROOM}"]')
            self.place(HOUSE)
            self.find(".view-plan .search-input").send_keys("kitchen")
            self.find(f'.view-plan .results [data-path="{KITCHEN}"]')
            self.tap(".view-plan .back")
            self.until_view("home")
            self.find(f'li.tile[data-path="{HOUSE}"]')
        finally:
            file.write_text(before)
            second.unlink(missing_ok=True)
            self.house.domo("reload")

    def test_elements_with_the_same_icon_have_labels_where_there_is_room(self):
        self.place(HOUSE)
        self.show_plan()
        wait(lambda: self.js("const image = document.querySelector('.plan-picture'); return image.complete && image.naturalWidth > 0"), "the picture")
        # As if there were many.
        self.js("document.querySelector('.plan').classList.add('crowded')")
        script = """return [...document.querySelectorAll('.plan-item[data-type="binary"]')].map((node) => [node.dataset.path.split('/').at(-1), node.querySelector('.plan-dot svg').innerHTML, node.querySelector('.plan-label').checkVisibility()])"""
        self.js("document.querySelector('.plan').style.height = '900px'")
        icons = [icon for _, icon, _ in self.js(script)]
        twins = {name for name, icon, _ in self.js(script) if icons.count(icon) > 1}
        self.assertTrue(0 < len(twins) < len(icons))
        wait(lambda: {name for name, _, visible in self.js(script) if visible} == twins, lambda: f"{twins}, are {self.js(script)}")
        # There is no room for any.
        self.js("document.querySelector('.plan').style.height = '60px'")
        wait(lambda: not any(visible for _, _, visible in self.js(script)), "no labels")

    def test_a_label_breaks_only_between_words(self):
        """Also at the inner capitals of a name that was written for machines."""
        names = {LAMP: ("Lamp", "GradualLighting", ["Gradual", "Lighting"]), BLIND: ("Blind", "Wohnzimmerjalousie", ["Wohnzimmerjalousie"])}
        file = self.house.folder / "homes/house.xml"
        before = file.read_text()
        try:
            text = before
            for label, name, _ in names.values():
                text = text.replace(f'"en">{label}<', f'"en">{name}<')
            file.write_text(text)
            self.house.domo("reload")
            self.place(SALON)
            wait(lambda: self.all(".plan-button") or self.all(".list-button"), "the place")
            if self.all(".plan-button"):
                self.tap(".plan-button")
            for path, (_, name, lines) in names.items():
                label = item(path) + " .plan-label"
                wait(lambda label=label, name=name: self.text(label).replace("\u200b", "") == name, name)
                shown = self.js(
                    """const text = document.querySelector(arguments[0]).firstChild; const range = document.createRange(); const lines = []; let bottom = 0;
                    for (const [index, letter] of [...text.data].entries()) {
                      range.setStart(text, index); range.setEnd(text, index + 1);
                      const box = range.getBoundingClientRect();
                      if (letter === '\u200b') continue;
                      if (box.top >= bottom) { lines.push(''); bottom = box.bottom; }
                      lines[lines.length - 1] += letter;
                    }
                    return lines""",
                    label,
                )
                self.assertEqual(shown, lines)
                self.assertTrue(self.js("const node = document.querySelector(arguments[0]); return node.scrollWidth <= node.clientWidth && node.scrollHeight <= node.clientHeight", label), name + " is cut off")
        finally:
            file.write_text(before)
            self.house.domo("reload")

    def test_only_managers_can_arrange(self):
        type(self).sign_in("act")
        self.place(SALON)
        self.tap(".plan-button")
        self.find(item(SALON + "/GradualLighting"))
        self.assertEqual(self.driver.find_elements(By.CSS_SELECTOR, ".arrange"), [])
