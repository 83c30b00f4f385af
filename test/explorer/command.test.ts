/** `ghx explore`, typed. */
import { createServer } from "node:net"
import { expect, test } from "vitest"
import { type } from "../ghx/type.js"

test("ghx explore prints its address and ends when it is interrupted", async () => {
  const { stdout, exitCode } = await type("ghx explore", { interrupted: AbortSignal.abort() })
  expect(JSON.parse(stdout)).toEqual({
    url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/$/),
  })
  expect(exitCode).toBe(0)
})

test("ghx explore names a port that is taken", async () => {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const { port } = Object(server.address())
  const { stderr, exitCode } = await type(`ghx explore --port ${port}`)
  expect(stderr).toContain(`127.0.0.1:${port}`)
  expect(exitCode).toBe(2)
  await new Promise((resolve) => server.close(resolve))
})
