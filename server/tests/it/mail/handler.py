"""What a mail server (aiosmtpd) does with mails in the tests: it reads them, and writes each as a line of JSON."""

import email
import email.policy
import json


class Handler:
    def __init__(self, path):
        self.path = path

    @classmethod
    def from_cli(cls, parser, *args):
        return cls(*args)

    async def handle_RCPT(self, server, session, envelope, address, options):
        if address.startswith("nobody@"):
            return "550 no such mailbox"
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server, session, envelope):
        message = email.message_from_bytes(envelope.content, policy=email.policy.default)
        pictures = [part for part in message.walk() if part.get_content_type() == "image/png"]
        html = message.get_body(("html",)).get_content()
        read = {
            "to": envelope.rcpt_tos,
            "headers": {name.lower(): str(value) for name, value in message.items()},
            "text": message.get_body(("plain",)).get_content(),
            "html": html,
            "pictures": [part.get_content().startswith(b"\x89PNG") and part["content-id"].strip("<>") for part in pictures],
            "defects": [str(defect) for part in message.walk() for defect in part.defects],
        }
        with open(self.path, "a", encoding="utf-8") as file:
            file.write(json.dumps(read) + "\n")
        return "250 OK"
