import { afterEach, beforeEach, describe, expect, test } from "vitest"
import { type Sandbox, startSandbox } from "../index.js"

let sandbox: Sandbox
beforeEach(async () => {
  sandbox = await startSandbox()
})
afterEach(() => sandbox.close())

const now = () => Math.floor(Date.now() / 1000)
const jwt = (claims: object) =>
  ["{}", JSON.stringify(claims), "signature"]
    .map((part) => Buffer.from(part).toString("base64url"))
    .join(".")
const sound = () => ({ iss: 1, iat: now() - 30, exp: now() + 570 })

async function ask(authorization: string, id = 1) {
  const url = `${sandbox.url}/app/installations/${id}/access_tokens`
  const response = await fetch(url, { method: "POST", headers: { authorization } })
  const body: { token?: string } = Object(await response.json())
  return { status: response.status, body }
}

test("an App is given a token that the sandbox takes", async () => {
  const { status, body } = await ask(`bearer ${jwt(sound())}`)
  expect(status).toBe(201)
  const user = await fetch(`${sandbox.url}/user`, {
    headers: { authorization: `token ${body.token}` },
  })
  expect(await user.json()).toMatchObject({ login: "octocat" })
})

test("another installation is not found", async () => {
  expect(await ask(`bearer ${jwt(sound())}`, 2)).toMatchObject({
    status: 404,
    body: { message: "Not Found" },
  })
})

describe("refused is", () => {
  test.each([
    ["a token", "bearer sandbox-token", /could not be decoded/],
    ["what is no JSON", "bearer a.b.c", /could not be decoded/],
    ["nobody's", `bearer ${jwt({ ...sound(), iss: undefined })}`, /'issuer'/],
    ["what is over", `bearer ${jwt({ ...sound(), exp: now() - 1 })}`, /'Expiration time'/],
    ["what lasts too long", `bearer ${jwt({ ...sound(), exp: now() + 3600 })}`, /too far/],
    ["what is of tomorrow", `bearer ${jwt({ ...sound(), iat: now() + 300 })}`, /'Issued at'/],
  ])("%s", async (_, authorization, message) => {
    expect(await ask(authorization)).toMatchObject({
      status: 401,
      body: { message: expect.stringMatching(message) },
    })
  })
})
