"""The guide, as a reader follows it: every page in its order, every command as it is printed, in a fresh installation."""

import pathlib
import sys
import time

from installing import Installing

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "Guide"))
import guide  # noqa: E402

# What runs until it is stopped is stopped after this many seconds.
WHILE = 3


class Walking:
    def __init__(self, root, report, package):
        self.root = root
        self.report = report
        self.package = package

    def guide(self):
        """the guide, page by page"""
        check, root, run = self.report.check, self.root, self.root.run
        check("apt install", Installing(root, self.report, self.package).install(self.package))
        # What the first order has left, which read only the commands for a new machine.
        run("deluser ana; deluser eva; rm -rf /home/ana /home/eva")
        # The server of the guide, which accepts everything.
        root.start_in_network("ip", "address", "add", f"{guide.SERVER}/32", "dev", "lo").wait()
        server = root.start_in_network(sys.executable, "-B", str(HERE / "guide_server.py"), guide.SERVER)
        try:
            self.pages()
        finally:
            server.kill()
            server.wait()
        check("apt purge", run("apt-get purge -y -q domo", seconds=120))

    def pages(self):
        check, root, run = self.report.check, self.root, self.root.run
        for name in guide.GUIDE:
            found = guide.blocks(guide.MANUAL / "Guide" / f"{name}.md")
            for index, block in enumerate(found):
                place = f"{name}:{block.line}"
                if block.file:
                    root.put(block.file, block.text)
                if block.language != "sh" or block.mark in ("none", "package-build"):
                    continue
                # Nobody types faster, and the house is polled in the meantime.
                time.sleep(2)
                script = f"cd /root && set -eu\n{block.text}"
                if block.mark == "background":
                    done = run(["timeout", "-s", "INT", str(WHILE), "bash", "-c", script])
                    check(f"{place}: it runs until it is stopped", "" if done.status in (124, 130) else str(done))
                    continue
                done = run(["bash", "-c", script], seconds=120)
                check(f"{place}: {block.text.strip().splitlines()[0]}", done)
                following = found[index + 1] if index + 1 < len(found) else None
                if following and following.language == "text" and done:
                    shown = guide.fits(following.text, done.output)
                    check(f"{place}: it prints what the page shows", "" if shown else done.output)
