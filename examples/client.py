"""A complete client in Python, with the standard library alone. To test it: assay client -- python3 examples/client.py"""

import email.utils
import json
import os
import sys
import threading
import time
import urllib.error
import urllib.parse
import urllib.request
from concurrent.futures import ThreadPoolExecutor


class NoRedirect(urllib.request.HTTPRedirectHandler):
    """No credential goes to a host that a redirect names."""

    def redirect_request(self, *_):
        return None


OPENER = urllib.request.build_opener(urllib.request.ProxyHandler({}), NoRedirect)


def fetch(url, headers=None, form=None):
    """Answers status, headers and the body read as JSON."""
    data = None if form is None else urllib.parse.urlencode(form).encode()
    request = urllib.request.Request(url, data=data, headers=headers or {})
    try:
        answer = OPENER.open(request, timeout=10)
    except urllib.error.HTTPError as error:
        answer = error
    with answer:
        return answer.status, answer.headers, json.loads(answer.read() or b"null")


def pause_after(value, attempt):
    """Seconds: Retry-After is a number or a date, and may be missing."""
    if value is None:
        return 0.5 * attempt
    if value.isdigit():
        return int(value)
    return max(0.0, email.utils.parsedate_to_datetime(value).timestamp() - time.time())


class Client:
    def __init__(self, environment):
        self.e = environment
        self.lock = threading.Lock()
        self.held = None
        self.renew_at = 0.0
        site, channel, destination = (environment[f"EXPORT_{name}_ID"] for name in ("SITE", "CHANNEL", "DESTINATION"))
        self.v2 = f"/sites/{site}/channels/{channel}/destinations/{destination}/products"
        self.legacy = f"/{site}/{channel}"
        self.destination = {"X-Destination-Id": destination}

    def token(self, refused=None):
        with self.lock:  # one request, however many threads wait for it
            if self.held is None or self.held == refused or time.monotonic() >= self.renew_at:
                asked = time.monotonic()
                self.held, seconds = self.request_token()
                self.renew_at = asked + seconds - min(seconds * 0.2, 30)
            return self.held

    def request_token(self):
        url = self.e["AUTH_URL"] + "/realms/External-Applications/protocol/openid-connect/token"
        form = {
            "grant_type": "client_credentials",
            "client_id": self.e["ETM_CLIENT_ID"],
            "client_secret": self.e["ETM_CLIENT_SECRET"],
        }
        for attempt in range(1, 6):
            status, headers, body = fetch(url, form=form)
            if status == 200:
                return body["access_token"], body["expires_in"]
            if status != 429 and status < 500:
                break
            time.sleep(pause_after(headers["Retry-After"], attempt))
        raise RuntimeError(f"No token: {status}")

    def list_templates(self):
        token = self.token()
        url = self.e["ETM_BASE_URL"] + "/V1/export-templates"
        status, _, body = fetch(url, {"Authorization": f"Bearer {token}"})
        if status == 401:
            status, _, body = fetch(url, {"Authorization": f"Bearer {self.token(refused=token)}"})
        if status != 200:
            raise RuntimeError(f"Template list: {status}")
        return body

    def products(self, path, more=None):
        headers = {"X-EA-Auth-Token": self.e["EXPORT_TOKEN"], **(more or {"Accept": "application/vnd.api+json"})}
        status, _, body = fetch(self.e["EXPORT_BASE_URL"] + path, headers)
        if status == 200:
            return body
        if "errors" in body:
            raise RuntimeError("; ".join(error["detail"] for error in body["errors"]))
        raise RuntimeError(body.get("error") or body.get("message"))

    def export_all(self, limit):
        offset = 0
        while True:
            page = self.products(f"{self.v2}?limit={limit}&offset={offset}")
            for record in page["data"]:
                print(record["id"])
            offset += len(page["data"])  # a service may return fewer than requested
            if not page["data"] or offset >= page["meta"]["total"]:
                return

    def walk(self, collection, limit):
        cursor = 0
        while True:
            url = f"{self.e['PLATFORM_BASE_URL']}/platform/v2/{collection}?limit={limit}&cursor={cursor}"
            _, _, page = fetch(url, {self.e["PLATFORM_AUTH_HEADER"]: self.e["PLATFORM_AUTH_VALUE"]})
            ids = [entity["id"] for entity in page["Entities"]]
            for one in ids:
                print(one)
            following = page["meta"]["cursor"]["next"]
            if not ids or not following:
                return
            if following < ids[-1]:
                raise RuntimeError("The cursor leads back")
            cursor = ids[-1]  # correct for both meanings of next

    def list_for(self, seconds):
        end = time.monotonic() + float(seconds)
        while time.monotonic() < end:
            self.list_templates()
            time.sleep(0.2)

    def list_at_once(self, count):
        with ThreadPoolExecutor(int(count)) as pool:
            for call in [pool.submit(self.list_templates) for _ in range(int(count))]:
                call.result()

    def run(self, task):
        """Does a task and answers the exit code: 64 says "I do not do that"."""
        name, *parameters = task.split(" ")
        tasks = {
            "list-templates": lambda count: [self.list_templates() for _ in range(int(count))],
            "list-templates-at-once": self.list_at_once,
            "list-templates-for": self.list_for,
            "export-all": self.export_all,
            "export-legacy": lambda: self.products(self.legacy, self.destination),
            "export-legacy-filtered": lambda column, value: self.products(
                f"{self.legacy}/{column}/{value}", self.destination
            ),
            "export-read-error": lambda accept: self.products(self.v2, {"Accept": accept}),
            "walk": self.walk,
        }
        if name not in tasks:
            return 64
        try:
            tasks[name](*parameters)
            return 0
        except RuntimeError as error:
            print(error, file=sys.stderr)
            return 1


def main():
    task = os.environ.get("ASSAY_TASK", "")
    if task != "stream":
        sys.exit(Client(os.environ).run(task))
    for line in sys.stdin:  # assay client --stream: one task per line, as JSON
        asked = json.loads(line)
        print("ASSAY_DONE", Client(asked["environment"]).run(asked["task"]), flush=True)


if __name__ == "__main__":
    main()
