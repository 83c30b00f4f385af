/** `ghx capabilities`: what there is, and how it is called. Nothing of it is sent. */
import { explain, listCapabilities } from "../generated/calls.js"
import { registry } from "../generated/registry.js"
import { GhxError, type ListOptions, searchCapabilities } from "../runtime/index.js"
import { signaturesOf } from "../runtime/properties/index.js"
import { print } from "./output/index.js"
import type { Terminal } from "./terminal/index.js"

export async function list(
  domain: string | undefined,
  flags: ListFlags,
  terminal: Terminal,
): Promise<void> {
  await print(
    await listCapabilities({ ...flags, ...(domain !== undefined && { domain }) }),
    terminal,
  )
}

export async function search(
  words: readonly string[],
  flags: ListFlags,
  terminal: Terminal,
): Promise<void> {
  await print(searchCapabilities(await listCapabilities(flags), words.join(" ")), terminal)
}

/** How each is called is told, too. */
type ListFlags = Pick<ListOptions, "signatures">

export async function explainOne(id: string, terminal: Terminal): Promise<void> {
  const envelope = await explain(id)
  if (!envelope.ok) throw new GhxError(envelope)
  await print(envelope.data, terminal)
}

export async function types(ids: readonly string[], { stdout }: Terminal): Promise<void> {
  const all = await Promise.all(ids.map((id) => explain(id)))
  const known = all.flatMap(({ ok, meta }) => (ok ? [meta.capability_id] : []))
  const contracts = await Promise.all(known.map((id) => registry.source(id).contract()))
  if (known.length > 0) stdout.write(`${signaturesOf(contracts)}\n`)
  const [unknown] = all.flatMap((one) => (one.ok ? [] : [one]))
  if (unknown) throw new GhxError(unknown)
}
