import { header } from "../errors/index.js"
import type { Answered, Body, Reader } from "./read-body.js"
import { readText } from "./read-body.js"

/** Reads the text of a successful response, such as a diff or a log. An HTML page or JSON is an error. */
export const textReader: Reader = { gives: "text", read }

async function read(
  data: unknown,
  { status, headers, cut }: Answered,
  most_bytes: number,
): Promise<Body> {
  if (status === 204) return { ok: false, problem: "GitHub's response is empty" }
  const type = header(headers, "content-type") ?? ""
  const noText = type.startsWith("text/html")
    ? "GitHub's response is a web page. Check that base_url is an API address"
    : type.startsWith("application/json")
      ? "GitHub's response is JSON, not text"
      : /^(?:application\/(?:x-)?g?zip|audio\/|font\/|image\/|video\/)/.test(type)
        ? binary(type)
        : undefined
  if (noText !== undefined) {
    if (data instanceof ReadableStream) await data.cancel()
    return typeof noText === "string" ? { ok: false, problem: noText } : noText
  }
  const warning = cut ? cutOff(most_bytes) : undefined
  if (typeof data === "string") return textOf(data, warning)
  if (data instanceof ArrayBuffer) return textOf(new TextDecoder().decode(data), warning)
  if (!(data instanceof ReadableStream))
    return { ok: true, value: data ? JSON.stringify(data) : "" }
  try {
    const { text, truncated } = await readText(data, most_bytes)
    return textOf(text, truncated ? cutOff(most_bytes) : undefined)
  } catch {
    return { ok: false, problem: "GitHub's response is truncated" }
  }
}

/** Git's rule: a file with a null byte near its beginning is binary. */
function textOf(value: string, warning?: string): Body {
  if (value.slice(0, 8000).includes("\0")) return binary("binary data")
  return { ok: true, value, ...(warning !== undefined && { warning }) }
}

function binary(what: string): Body {
  return {
    ok: false,
    problem: `GitHub's response is ${what}, not text`,
    fix: "Download it with another client: this capability returns text only",
  }
}

function cutOff(most_bytes: number): string {
  return `GitHub's response exceeds ${most_bytes} bytes; the rest is cut off (see max_response_bytes)`
}
