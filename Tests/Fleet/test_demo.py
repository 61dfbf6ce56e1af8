"""The demo of a fleet ends by itself without a terminal, and shows what it should."""
import pathlib
import subprocess
import sys
import time
import unittest


class Demo(unittest.TestCase):
    def test_it_ends_by_itself(self):
        begin = time.monotonic()
        result = subprocess.run(
            [sys.executable, "-B", pathlib.Path(__file__).with_name("demo.py")], stdin=subprocess.DEVNULL,
            capture_output=True, text=True, timeout=900, check=False,
        )
        shown = result.stdout + result.stderr
        self.assertEqual(result.returncode, 0, shown)
        for text in ("Luz on (confirmed", "Marca  device  21", "kill -9 of", "Casa 2  online", "Casa 2  done"):
            self.assertIn(text, result.stdout, shown)
        print(f"took {time.monotonic() - begin:.1f} s: test_demo")


if __name__ == "__main__":
    unittest.main()
