import { expect, test } from "vitest"
import { loginCredentials } from "./credentials.js"

test("loginCredentials asks gh again after a failure and after a missing login", async () => {
  const answers = [
    () => Promise.reject(new Error("no more processes")),
    async () => undefined,
    async () => "t1",
    async () => "t2",
  ]
  const credentials = loginCredentials(
    () => answers.shift()?.() ?? Promise.reject(),
    "github.com",
    "Log in",
  )
  expect(await credentials.missing()).toMatchObject({
    code: "AUTH",
    message: expect.stringContaining("no more processes"),
  })
  expect(await credentials.missing()).toMatchObject({ message: "There is no token for github.com" })
  expect(await credentials.missing()).toBeUndefined()
  expect(await credentials.token()).toEqual({ ok: true, value: "t1" })
})
