"""The client of client.py under unittest. Start "assay client --serve" first; ASSAY_CONTROL is the address it prints."""

import contextlib
import io
import json
import os
import unittest
import urllib.request

from client import OPENER, Client

CONTROL = os.environ.get("ASSAY_CONTROL")


def control(action, body=None):
    data = json.dumps(body or {}).encode()
    method = "GET" if action in ("", "verdict") else "POST"
    request = urllib.request.Request(f"{CONTROL}/{action}", data=data if method == "POST" else None, method=method)
    with OPENER.open(request) as answer:
        return json.load(answer)


@unittest.skipUnless(CONTROL, 'needs the address that "assay client --serve" prints')
class ClientTest(unittest.TestCase):
    def test_scenarios(self):
        for scenario in control("")["scenarios"]:
            with self.subTest(scenario["id"]):
                begun = control(f"begin/{scenario['id']}")
                out, err = io.StringIO(), io.StringIO()
                with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
                    code = Client(begun["environment"]).run(begun["task"])
                end = {"code": code, "stdout": out.getvalue(), "stderr": err.getvalue()}
                ended = control(f"end/{scenario['id']}", end)
                self.assertIn(ended["verdict"], ("passed", "skipped"), ended.get("transcript"))

    @classmethod
    def tearDownClass(cls):
        verdict = control("verdict")
        control("close")
        assert verdict["exitCode"] == 0, verdict["messages"]


if __name__ == "__main__":
    unittest.main()
