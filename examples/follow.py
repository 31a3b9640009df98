#!/usr/bin/env python3
"""Says when it is your turn, at any of your tables on a Thicket server.

    THICKET_TOKEN=thicket_… python3 examples/follow.py https://thicket.example
"""

import http.client
import json
import os
import sys
import time
import urllib.request

SERVER = sys.argv[1].rstrip("/")
asked = urllib.request.Request(SERVER + "/api/stream", headers={"Authorization": "Bearer " + os.environ["THICKET_TOKEN"]})
told = set()

while True:
    try:
        with urllib.request.urlopen(asked, timeout=60) as lines:
            for line in lines:
                news = json.loads(line) if line.strip() else {"t": "nothing"}
                if news["t"] == "table" and news["your_turn"] and (news["code"], news["seq"]) not in told:
                    told.add((news["code"], news["seq"]))
                    print(f"Your turn: {SERVER}/g/{news['code']}", flush=True)
    except (OSError, ValueError, http.client.HTTPException) as error:
        print(error, file=sys.stderr)
    time.sleep(1)
