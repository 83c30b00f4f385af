import { expect, test, vi } from "vitest"
import { classifyNetwork } from "./network.js"

/** An error as `fetch` throws it, with the network error as its cause. */
function fetchFailed(properties: object, message = "it broke"): Error {
  return new TypeError("fetch failed", { cause: Object.assign(new Error(message), properties) })
}

// Errors that a test cannot cause with a server on loopback.
test.each([
  ["connecting timed out", { code: "ETIMEDOUT", syscall: "connect" }, "not_sent", true],
  ["connecting timed out in undici", { code: "UND_ERR_CONNECT_TIMEOUT" }, "not_sent", true],
  ["no name server answered", { code: "EAI_AGAIN", syscall: "getaddrinfo" }, "not_sent", true],
  ["the certificate is not trusted", { code: "DEPTH_ZERO_SELF_SIGNED_CERT" }, "not_sent", false],
  ["reading timed out", { code: "ETIMEDOUT", syscall: "read" }, "unknown", true],
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
  ["the host is unreachable", { code: "EHOSTUNREACH", syscall: "connect" }, "not_sent", true],
  ["the server closed the connection", { code: "UND_ERR_SOCKET" }, "unknown", true],
  ["waiting for headers timed out", { code: "UND_ERR_HEADERS_TIMEOUT" }, "unknown", true],
])("classifyNetwork: %s: %j has the outcome %s", (_, properties, outcome, transient) => {
  const failure = classifyNetwork(fetchFailed(properties), "api.github.com", true)
  expect(failure).toMatchObject({ code: "NETWORK", outcome, transient })
  expect(failure.message).toBe(`No answer from api.github.com: it broke (${properties.code})`)
})

test("classifyNetwork reports the error of the first of several addresses", () => {
  const each = ["::1", "127.0.0.1"].map((address) =>
    Object.assign(new Error(`connect ECONNREFUSED ${address}`), { code: "ECONNREFUSED" }),
  )
  const cause = Object.assign(new AggregateError(each), { code: "ECONNREFUSED" })
  const failure = classifyNetwork(new TypeError("fetch failed", { cause }), "localhost", true)
  expect(failure.outcome).toBe("not_sent")
  expect(failure.message).toBe("No answer from localhost: connect ECONNREFUSED ::1")
})

test("classifyNetwork does not read the deprecated properties of an Octokit error", () => {
  const warned = vi.fn()
  const error = Object.defineProperty(new Error("other side closed"), "code", { get: warned })
  error.name = "HttpError"
  expect(classifyNetwork(error, "github.com", true).message).toContain("other side closed")
  expect(warned).not.toHaveBeenCalled()
})

test("classifyNetwork accepts an error that is its own cause", () => {
  const error = new Error("round")
  error.cause = error
  expect(classifyNetwork(error, "github.com", true).message).toContain("round")
})

test("classifyNetwork names a proxy variable that this version of Node ignores", async () => {
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
