/** Marked or omitted text of strangers. */
import type { ClientFeature, Untrusted } from "../../client/index.js"

/** Marks or omits untrusted content, in whichever fields a call asks for. */
export function untrusted(as: Untrusted["as"]): ClientFeature {
  if (as !== "mark" && as !== "omit")
    throw new TypeError(`untrusted takes "mark" or "omit", not ${String(as)}`)
  return {
    name: "untrusted",
    rank: 30,
    client: ({ guard }) => ({ guard: { ...guard, untrusted: { as, originals: new WeakMap() } } }),
    concerns: () => false,
    load: async () => (await loadUntrusted()).untrustedCode,
  }
}

export const loadUntrusted = () => import("./untrusted.js")
