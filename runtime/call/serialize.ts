/** Calls of one client that wait for one another. Loaded by the first call that may have to wait. */
import type { Lookup } from "../definition/index.js"
import { untilAborted } from "../timing/index.js"
import type { CallContext, Layer } from "./call-context.js"

const running = new WeakMap<CallContext["client"]["graphql"], Map<string, Promise<unknown>>>()

/**
 * Runs work with the same name one after the other: the second finds what the first created. Work whose time is over
 * while it waits starts at once, and sends nothing.
 */
export async function serialize<T>(
  { client, chain, scope: { signal } }: CallContext,
  name: string,
  work: () => Promise<T>,
): Promise<T> {
  const all = running.get(client.graphql) ?? new Map<string, Promise<unknown>>()
  running.set(client.graphql, all)
  const before = all.get(name)
  const mine = (async () => {
    if (before) {
      chain?.leaveBatch()
      await (signal ? untilAborted(before, signal).catch(() => undefined) : before)
      chain?.joinBatch()
    }
    return work()
  })()
  const settled = Promise.allSettled([before, mine])
  all.set(name, settled)
  void settled.then(() => {
    if (all.get(name) === settled) all.delete(name)
  })
  return mine
}

/** Serialises writes that depend on what their lookups find, such as upserts, if their lookups are equal. */
export const serializeLayer: Layer = (next) => (definition, input, callContext) => {
  const lookups = Object.values(definition.graphql?.lookups ?? {}).map((one) =>
    lookupRequest(one, input),
  )
  const name = JSON.stringify([definition.id, lookups])
  return serialize(callContext, name, () => next(definition, input, callContext))
}

function lookupRequest({ variables, foreach, among }: Lookup<unknown>, input: unknown): unknown {
  const items = foreach ? (foreach(input) ?? []) : [undefined]
  const by = (among?.by ?? []).map((name) => Object(input)[name])
  return [items.map((item) => variables(input, item, undefined)), by]
}
