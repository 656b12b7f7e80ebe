"""Opens a page in headless Chromium at the sizes of a phone, a laptop and paper, sorts its tables by clicks, and prints what it saw as JSON.

look.py BROWSER PAGE FOLDER: pictures go to FOLDER. It speaks the browser's own protocol over a WebSocket with the standard library alone.
"""
import base64
import json
import os
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request


class Browser:
    def __init__(self, program, profile):
        arguments = ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-extensions", "--no-first-run", "--remote-debugging-port=0", "--user-data-dir=" + profile]
        self.process = subprocess.Popen([program, *arguments, "about:blank"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        told = os.path.join(profile, "DevToolsActivePort")
        deadline = time.monotonic() + 60
        while not (os.path.exists(told) and "\n" in open(told).read()):
            if time.monotonic() > deadline or self.process.poll() is not None:
                raise SystemExit("the browser did not start")
            time.sleep(0.05)
        self.port = int(open(told).read().split("\n")[0])
        pages = json.load(urllib.request.urlopen(f"http://127.0.0.1:{self.port}/json/list"))
        path = next(page for page in pages if page["type"] == "page")["webSocketDebuggerUrl"].split("/", 3)[3]
        self.stream = socket.create_connection(("127.0.0.1", self.port), timeout=60)
        key = base64.b64encode(os.urandom(16)).decode()
        self.stream.sendall((f"GET /{path} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                             f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n").encode())
        answer = b""
        while b"\r\n\r\n" not in answer:
            answer += self.stream.recv(1)
        self.number, self.events = 0, []

    def send(self, text):
        data, mask = text.encode(), os.urandom(4)
        size = len(data)
        head = bytes([0x81]) + (bytes([0x80 | size]) if size < 126 else bytes([0x80 | 126]) + size.to_bytes(2, "big") if size < 65536 else bytes([0x80 | 127]) + size.to_bytes(8, "big"))
        self.stream.sendall(head + mask + bytes(byte ^ mask[place % 4] for place, byte in enumerate(data)))

    def bytes(self, count):
        data = b""
        while len(data) < count:
            part = self.stream.recv(count - len(data))
            if not part:
                raise SystemExit("the browser went away")
            data += part
        return data

    def receive(self):
        message = b""
        while True:
            first, second = self.bytes(2)
            size = second & 127
            size = int.from_bytes(self.bytes(2), "big") if size == 126 else int.from_bytes(self.bytes(8), "big") if size == 127 else size
            message += self.bytes(size)
            if first & 0x80:
                return json.loads(message)

    def ask(self, method, **parameters):
        self.number += 1
        self.send(json.dumps({"id": self.number, "method": method, "params": parameters}))
        while True:
            message = self.receive()
            if message.get("id") == self.number:
                if "error" in message:
                    raise SystemExit(f"{method}: {message['error']}")
                return message["result"]
            self.events.append(message)

    def value(self, expression):
        return self.ask("Runtime.evaluate", expression=expression, returnByValue=True)["result"].get("value")

    def click(self, selector):
        self.value(f"document.querySelector({json.dumps(selector)}).scrollIntoView({{block: 'center'}})")
        x, y = self.value(f"(r => [r.x + r.width / 2, r.y + r.height / 2])(document.querySelector({json.dumps(selector)}).getBoundingClientRect())")
        for kind in ("mousePressed", "mouseReleased"):
            self.ask("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)


def wait_until_loaded(browser):
    deadline = time.monotonic() + 60
    while browser.value("document.readyState") != "complete" and time.monotonic() < deadline:
        time.sleep(0.02)


def main():
    program, page, folder = sys.argv[1:4]
    seen = {}
    # A browser that is ending may still write into it.
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        browser = Browser(program, profile)
        try:
            for domain in ("Page", "Runtime", "Log"):
                browser.ask(domain + ".enable")
            for name, width, height, is_phone, scheme in (("laptop", 1280, 800, False, "light"), ("dark", 1280, 800, False, "dark"), ("phone", 390, 844, True, "light")):
                browser.ask("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=2 if is_phone else 1, mobile=is_phone)
                browser.ask("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
                browser.ask("Page.navigate", url="file://" + page)
                wait_until_loaded(browser)
                seen[name] = {
                    "wider": browser.value("document.documentElement.scrollWidth - document.documentElement.clientWidth"),
                    "ground": browser.value("getComputedStyle(document.body).backgroundColor"),
                    "smallest": browser.value(
                        "Math.min(...[...document.querySelectorAll('svg text')].filter(t => t.getBoundingClientRect().width > 0)"
                        ".map(t => parseFloat(t.getAttribute('font-size') ?? 11) * t.getScreenCTM().a), 99)"),
                }
                picture = browser.ask("Page.captureScreenshot", captureBeyondViewport=True, format="png")
                open(os.path.join(folder, name + ".png"), "wb").write(base64.b64decode(picture["data"]))
            order = "[...document.querySelectorAll('table')].find(t => t.tHead.textContent.includes('Unrealized gain'))"
            cells = f"[...{order}.tBodies[0].rows].map(r => r.cells[PLACE].textContent)"
            place = browser.value(f"[...{order}.tHead.rows[0].cells].findIndex(c => c.textContent === 'Unrealized gain')")
            browser.value(f"{order}.id = 'sorted'")
            seen["orders"] = [browser.value(cells.replace("PLACE", str(place)))]
            for column in (place, place, 1):
                browser.click(f"#sorted thead th:nth-child({column + 1}) button")
                seen["orders"].append(browser.value(cells.replace("PLACE", str(column))))
            seen["sort"] = browser.value(f"[...{order}.tHead.rows[0].cells].map(c => c.getAttribute('aria-sort'))")
            seen["totals"] = browser.value(f"{order}.tBodies[1].rows[0].cells[0].textContent")
            printed = browser.ask("Page.printToPDF", preferCSSPageSize=True, printBackground=False, displayHeaderFooter=False)
            open(os.path.join(folder, "print.pdf"), "wb").write(base64.b64decode(printed["data"]))
            seen["heads"] = subprocess.run(["pdftotext", "-layout", os.path.join(folder, "print.pdf"), "-"], capture_output=True, text=True).stdout.count("Opened on")
            seen["errors"] = [
                json.dumps(event["params"]) for event in browser.events
                if event.get("method") in ("Runtime.exceptionThrown", "Log.entryAdded") or event.get("method") == "Runtime.consoleAPICalled" and event["params"]["type"] in ("error", "warning")]
        finally:
            browser.process.terminate()
            browser.process.wait()
    json.dump(seen, sys.stdout)


main()
