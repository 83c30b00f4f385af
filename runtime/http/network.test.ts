import { expect, test, vi } from "vitest"
import { classifyNetwork } from "./network.js"

/** An error as `fetch` throws it, with the network error as its cause. */
function fetchFailed(properties: object, message = "it broke"): Error {
  return new TypeError("fetch failed", { cause: Object.assign(new Error(message), properties) })
}

// Errors that a test cannot cause with a server on loopback.
test.each([
  ["connecting took too long", { code: "ETIMEDOUT", syscall: "connect" }, "not_sent", true],
  ["undici gave up connecting", { code: "UND_ERR_CONNECT_TIMEOUT" }, "not_sent", true],
  ["no name server answered", { code: "EAI_AGAIN", syscall: "getaddrinfo" }, "not_sent", true],
  ["the certificate is not trusted", { code: "DEPTH_ZERO_SELF_SIGNED_CERT" }, "not_sent", false],
  ["the connection fell silent", { code: "ETIMEDOUT", syscall: "read" }, "unknown", true],
  [
    "the network was lost while reading",
    { code: "EHOSTUNREACH", syscall: "read" },
    "unknown",
    true,
  ],
  [
    "the network was lost while writing",
    { code: "ENETUNREACH", syscall: "write" },
    "unknown",
    true,
  ],
  ["there is no way to the host", { code: "EHOSTUNREACH", syscall: "connect" }, "not_sent", true],
  ["the other side hung up", { code: "UND_ERR_SOCKET" }, "unknown", true],
  ["no headers came", { code: "UND_ERR_HEADERS_TIMEOUT" }, "unknown", true],
])("%s: %j is %s", (_, properties, outcome, transient) => {
  const failure = classifyNetwork(fetchFailed(properties), "api.github.com", true)
  expect(failure).toMatchObject({ code: "NETWORK", outcome, transient })
  expect(failure.message).toBe(`No answer from api.github.com: it broke (${properties.code})`)
})

test("of several addresses tried, the first says why", () => {
  const each = ["::1", "127.0.0.1"].map((address) =>
    Object.assign(new Error(`connect ECONNREFUSED ${address}`), { code: "ECONNREFUSED" }),
  )
  const cause = Object.assign(new AggregateError(each), { code: "ECONNREFUSED" })
  const failure = classifyNetwork(new TypeError("fetch failed", { cause }), "localhost", true)
  expect(failure.outcome).toBe("not_sent")
  expect(failure.message).toBe("No answer from localhost: connect ECONNREFUSED ::1")
})

test("deprecated properties of an older Octokit's error are not read", () => {
  const warned = vi.fn()
  const error = Object.defineProperty(new Error("other side closed"), "code", { get: warned })
  error.name = "HttpError"
  expect(classifyNetwork(error, "github.com", true).message).toContain("other side closed")
  expect(warned).not.toHaveBeenCalled()
})

test("circular causes end", () => {
  const error = new Error("round")
  error.cause = error
  expect(classifyNetwork(error, "github.com", true).message).toContain("round")
})

test("a proxy that this Node ignores is named", async () => {
  for (const name of ["https_proxy", "ALL_PROXY", "HTTP_PROXY"]) vi.stubEnv(name, "")
  vi.stubEnv("NODE_USE_ENV_PROXY", "")
  vi.stubEnv("HTTPS_PROXY", "http://proxy.test:3128")
  const refused = fetchFailed({ code: "ECONNREFUSED", syscall: "connect" })
  const { details } = classifyNetwork(refused, "api.github.com", true)
  expect(details?.fix).toMatch(
    /^HTTPS_PROXY is set, but Node \S+ ignores it: set NODE_USE_ENV_PROXY=1/,
  )
  vi.unstubAllEnvs()
})
