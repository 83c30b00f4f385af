import { expect, test, vi } from "vitest"
import { wholeResponse } from "./whole-response.js"

const url = "https://api.github.com/user"
const text = '{"login":"octo😀cat"}'
const bytes = new TextEncoder().encode(text)

/** A response whose body arrives in these parts, like one of `fetch`. */
function streamed(parts: readonly Uint8Array[], end?: Error): Response {
  const waiting = [...parts]
  const body = new ReadableStream({
    pull(controller) {
      const part = waiting.shift()
      if (part) controller.enqueue(part)
      else if (end) controller.error(end)
      else controller.close()
    },
  })
  const response = new Response(body, { status: 201, headers: { "content-type": "text/x" } })
  return Object.defineProperty(response, "url", { value: url })
}

const whole = (response: Response, most_bytes = 1000) =>
  wholeResponse(response, most_bytes, () => undefined)

const readers: Readonly<Record<string, (response: Response) => Promise<unknown>>> = {
  text: (response) => response.text(),
  json: async (response) => JSON.stringify(await response.json()),
  arrayBuffer: async (response) => new TextDecoder().decode(await response.arrayBuffer()),
  blob: async (response) => (await response.blob()).text(),
  stream: async (response) => new Response(response.body).text(),
  clone: async (response) => response.clone().text(),
}

test.each(Object.entries(readers))(
  "wholeResponse returns a response whose body can be read as %s",
  async (_, read) => {
    // The first part ends within a character.
    const parts = [bytes.subarray(0, 15), bytes.subarray(15)]
    expect(await read(await whole(streamed([bytes])))).toBe(text)
    expect(await read(await whole(streamed(parts)))).toBe(text)
  },
)

test("wholeResponse keeps status, headers and URL, and its response can be cloned", async () => {
  const response = await whole(streamed([bytes]))
  expect(response).toBeInstanceOf(Response)
  expect(response).toMatchObject({ status: 201, ok: true, url, redirected: false })
  expect(response.headers.get("content-type")).toBe("text/x")
  expect([...response.headers]).toEqual([["content-type", "text/x"]])
  const copy = response.clone()
  expect([await copy.text(), copy.status, await response.text()]).toEqual([text, 201, text])
})

test("wholeResponse returns a separate copy of the bytes for each read", async () => {
  const response = await whole(streamed([bytes]))
  new Uint8Array(await response.arrayBuffer()).fill(0)
  expect(await response.text()).toBe(text)
})

test("wholeResponse truncates a body that is too long, and reports it", async () => {
  const onCut = vi.fn()
  const response = await wholeResponse(streamed([bytes, bytes]), bytes.length + 9, onCut)
  expect(await response.text()).toBe(`${text}${text.slice(0, 9)}`)
  expect(onCut).toHaveBeenCalledExactlyOnceWith("long")
})

test("wholeResponse returns an empty body if the stream breaks, and reports it", async () => {
  const onCut = vi.fn()
  const response = await wholeResponse(streamed([bytes], new Error("lost")), 1000, onCut)
  expect(await response.text()).toBe("")
  expect(onCut).toHaveBeenCalledExactlyOnceWith("broken")
})

test("wholeResponse returns a response without a body unchanged", async () => {
  const none = new Response(null, { status: 204 })
  expect(await whole(none)).toBe(none)
})
