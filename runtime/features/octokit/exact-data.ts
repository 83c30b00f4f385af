import type { ResultWarning } from "../../envelope/index.js"
import { decoder, deepestBody } from "../../http/index.js"
import { isRounded } from "../../text/index.js"

const rounded: ResultWarning = {
  code: "INEXACT",
  message: "The Octokit of the client has rounded integers above 2^53",
  fix: "Use a newer Octokit, or a client without one",
}

/**
 * A body that an Octokit has read: as a text if its content type does not show that it is JSON, otherwise parsed, with
 * big integers as strings.
 */
export function exactData(data: unknown, onInexact: (warning: ResultWarning) => void): unknown {
  if (data instanceof ArrayBuffer) return decoder().decode(data)
  let isAnyRounded = false
  let isAnyBig = false
  const visit = (value: unknown, levels: number): void => {
    if (isRounded(value)) isAnyRounded = true
    else if (typeof value === "bigint") isAnyBig = true
    else if (typeof value === "object" && levels > 0)
      for (const name in value) visit(Reflect.get(Object(value), name), levels - 1)
  }
  visit(data, deepestBody)
  if (isAnyRounded) onInexact(rounded)
  const exact = (_: string, one: unknown) => (typeof one === "bigint" ? String(one) : one)
  return isAnyBig ? JSON.parse(JSON.stringify(data, exact)) : data
}
