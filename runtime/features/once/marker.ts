/** The marker in a body, by which a write with a key finds the object that it created. */
import type { Reconcile, ReconcileByLooking } from "../../definition/index.js"
import type { Definition } from "../../routes/index.js"

type MarkerReconcile = ReconcileByLooking & { readonly marker: string }

export function usesMarker(reconcile: Reconcile | undefined): reconcile is MarkerReconcile {
  return Object(reconcile).marker !== undefined
}

/** The marker of a key, a hash: the same for the same capability, key and target, without revealing any of them. */
export async function markerOf({ id, key }: Definition, target: unknown): Promise<string> {
  const text = new TextEncoder().encode(JSON.stringify([id, key, target]))
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", text)).slice(0, 16)
  const hex = Array.from(hash, (byte) => byte.toString(16).padStart(2, "0")).join("")
  return `<!-- ghx:${hex} -->`
}

/** GitHub counts the characters of a text, not its bytes. */
const mostCharacters = 65_536

/** The text of an input that has no room for the marker. The text itself is then the evidence. */
export function unmarkedText({ reconcile }: Definition, input: unknown): string | undefined {
  if (!usesMarker(reconcile)) return undefined
  const text: unknown = Reflect.get(Object(input), reconcile.marker)
  if (typeof text !== "string") return undefined
  return [...text].length + markerCharacters > mostCharacters ? text : undefined
}

const markerCharacters = "\n\n<!-- ghx: -->".length + 32

/** Adds the marker to the text of an input, if the capability marks one and the text has room for it. */
export async function withMarker(
  definition: Definition,
  input: unknown,
  target: unknown,
): Promise<unknown> {
  const { reconcile } = definition
  if (!usesMarker(reconcile) || unmarkedText(definition, input) !== undefined) return input
  const given: unknown = Reflect.get(Object(input), reconcile.marker)
  const text = typeof given === "string" && given !== "" ? `${given}\n\n` : ""
  return { ...Object(input), [reconcile.marker]: text + (await markerOf(definition, target)) }
}
