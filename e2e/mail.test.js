// An address for mails: given, confirmed by the link in a mail, used to choose a new password, and left alone again.

import assert from "node:assert/strict";
import { test } from "node:test";
import { signUp } from "./harness/account.js";
import { check, FEWER_LOOKS } from "./harness/axe.js";
import { linkIn, PostOffice } from "./harness/post-office.js";
import { inScenario, LAPTOP, PHONE } from "./harness/scenario.js";

test("an address is confirmed, and a new password chosen by a mail to it", async (t) => {
  const office = new PostOffice();
  await office.open();
  // The players come by addresses of their own, and see that said on every page.
  const options = { publicUrl: "http://play.example", smtp: office.url };
  try {
    await inScenario(
      t,
      "mail",
      async (scenario) => {
        const ann = await scenario.player("Ann", LAPTOP);
        const { page } = ann;
        await scenario.step("an address", async () => {
          await signUp(ann, "Ann");
          await ann.open("/session/notices");
          await check(ann, "/session/notices without an address", FEWER_LOOKS);
          await page.getByLabel("E-mail address").fill("ann@example.org");
          await page.getByLabel("Your password").fill("not my password");
          ann.monitor.allow(/422/);
          await ann.press("Send me a link");
          await page.getByText("That is not your password.").waitFor();
          await check(ann, "/session/notices, refused", FEWER_LOOKS);
          ann.monitor.allowNothing();
          assert.equal(await page.getByLabel("E-mail address").inputValue(), "ann@example.org");
          await page.getByLabel("Your password").fill("quiet green moss");
          await ann.press("Send me a link");
          await page.getByText("A link was sent to ann@example.org").waitFor();
          await ann.open(linkIn(await office.mail(0), "/mail/confirm/"));
          await check(ann, "the question whether it is hers", FEWER_LOOKS);
          await ann.press("This is my address");
          await page.getByRole("heading", { name: "Your address is confirmed" }).waitFor();
        });
        await scenario.step("what she hears of there, and when", async () => {
          await ann.open("/session/notices");
          await check(ann, "/session/notices with an address");
          await page.getByLabel("A game of mine begins: by mail").uncheck();
          await page.getByLabel("and at").fill("18:30");
          await ann.press("Save");
          await page.getByText("What you are told, and when, is saved.").waitFor();
          assert.equal(await page.getByLabel("A game of mine begins: by mail").isChecked(), false);
          assert.equal(await page.getByLabel("A game of mine begins: on devices").isChecked(), true);
          assert.equal(await page.getByLabel("and at").inputValue(), "18:30");
        });
        await scenario.step("another password, on a phone", async () => {
          const phone = await scenario.player("Ann’s phone", PHONE);
          await phone.open("/sign-in");
          await phone.touch(phone.page.getByRole("link", { name: "Forgot your password?" }));
          await check(phone, "/sign-in/forgotten", FEWER_LOOKS);
          await phone.page.getByLabel("Name or e-mail address").fill("Ann");
          await phone.press("Send me a link");
          await phone.page.getByText("a link is on its way there").waitFor();
          await phone.open(linkIn(await office.mail(1), "/sign-in/link/"));
          await check(phone, "choosing a new password", FEWER_LOOKS);
          await phone.page.getByLabel("New password").fill("grey stone wall");
          await phone.press("Save");
          await phone.page.getByText("Your new password is saved.").waitFor();
          await phone.page.getByLabel("Name", { exact: true }).fill("Ann");
          await phone.page.getByLabel("Password", { exact: true }).fill("grey stone wall");
          await phone.press("Sign in");
          await phone.page.waitForURL(/\/$/);
        });
      },
      options,
    );
  } finally {
    await office.close();
  }
});
