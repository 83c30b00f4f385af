/** Collects the page's data about each capability from the package. */
import { explain, listCapabilities } from "../../generated/calls.js"
import { registry } from "../../generated/registry.js"
import { signaturesOf } from "../../runtime/execute/descriptions/index.js"
import { textOf } from "../../runtime/graphql/index.js"
import { GhxError } from "../../runtime/index.js"
import type { Described, Sent } from "./page/index.js"

export async function describeAll(): Promise<Described[]> {
  const lines = await listCapabilities()
  return Promise.all(lines.map(({ id }) => describe(id)))
}

async function describe(id: string): Promise<Described> {
  const source = registry.source(id)
  const [explained, contract, definition] = await Promise.all([
    explain(id),
    source.contract(),
    source.load(),
  ])
  if (!explained.ok) throw new GhxError(explained)
  const sends = sendsOf(definition)
  return { explanation: explained.data, contract, types: signaturesOf([contract]), sends }
}

type Loaded = Awaited<ReturnType<ReturnType<typeof registry.source>["load"]>>

/** The requests of each route in order, lookups first. */
function sendsOf(definition: Loaded): Sent[] {
  const { graphql, rest, cli } = definition
  const lookups = Object.values(graphql?.lookups ?? {}).map(({ operation }) => operation)
  const operations = [...new Set(lookups), ...(graphql ? [graphql.operation] : [])]
  const sent: Record<Sent["route"], Omit<Sent, "route">[]> = {
    graphql: operations.map((operation) => ({
      name: operation.name,
      lookup: operation !== graphql?.operation,
      document: textOf(operation),
    })),
    rest: [
      ...Object.values(rest?.lookups ?? {}).map(({ path }) => named(`GET ${path}`, true)),
      ...(rest?.endpoints ?? []).map(({ method, path }) => named(`${method} ${path}`)),
    ],
    cli: [
      ...Object.values(cli?.lookups ?? {}).map(({ command }) => named(gh(command), true)),
      ...(cli ? [named(gh(cli.command))] : []),
      ...(cli?.then ? [named(gh(cli.then.command))] : []),
    ],
  }
  return definition.routes.flatMap((route) => sent[route].map((one) => ({ route, ...one })))
}

function named(name: string, lookup = false): Omit<Sent, "route"> {
  return { name, lookup }
}

function gh(command: readonly string[]): string {
  return ["gh", ...command].join(" ")
}
