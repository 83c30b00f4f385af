/** Downloads artifacts of a run or files of a release into a folder, as gh does. */
import { existsSync } from "node:fs"
import { mkdir, writeFile } from "node:fs/promises"
import { dirname, join, resolve, sep } from "node:path"
import { type Contract, GhxError } from "../../runtime/index.js"
import { withClient } from "./client.js"
import type { Ask, Given, Step } from "./gh/index.js"
import { lookupsWith } from "./lookups.js"
import { exitCodes, UsageError } from "./output/index.js"
import { pagesUpTo } from "./pages.js"
import type { RunFlags } from "./run.js"
import type { Terminal } from "./terminal/index.js"

interface Listing {
  readonly id: string
  readonly contract: Contract
  readonly input: Given
  readonly host?: string | undefined
}

/** Options of `gh run download` and `gh release download`. */
interface Wanted {
  readonly name?: readonly string[]
  readonly pattern?: readonly string[]
  readonly dir?: readonly string[]
  readonly output?: readonly string[]
  readonly clobber?: boolean
  readonly skipExisting?: boolean
}

interface Item {
  readonly name: string
  readonly artifact_id: number
  readonly asset_id: number
  readonly expired?: boolean
}

type Kind = NonNullable<Step["saves"]>

/**
 * @param kind - the plural noun for the listed items
 * @param listing - the call that lists them
 */
export async function save(
  kind: Kind,
  listing: Listing,
  given: Given,
  terminal: Terminal,
): Promise<number> {
  const wanted: Wanted = given
  const flags: RunFlags = given
  return withClient({ ...flags, host: listing.host }, terminal, async (client) => {
    const ask = lookupsWith(client, terminal)
    const all = (await itemsOf(listing, ask, terminal)).filter(({ expired }) => expired !== true)
    const items = chosenOf(all, wanted, kind)
    const { owner, repo } = listing.input
    if (kind === "assets") await saveAssets(items, { owner, repo }, wanted, ask, terminal)
    else await saveArtifacts(items, { owner, repo }, wanted, ask)
    return exitCodes.ok
  })
}

async function itemsOf(
  { id, contract, input }: Listing,
  ask: Ask,
  terminal: Terminal,
): Promise<readonly Item[]> {
  if (!contract.list) return Object(await dataOf(ask(id, input))).assets
  const askPage = (page: unknown) => ask(id, page)
  const all = pagesUpTo(Number.POSITIVE_INFINITY, input, askPage, contract, terminal)
  return Object(await dataOf(all)).items
}

function chosenOf(all: readonly Item[], wanted: Wanted, kind: Kind): readonly Item[] {
  const { name: names = [], pattern: patterns = [] } = wanted
  const isWanted = ({ name }: Item) =>
    names.includes(name) || patterns.some((pattern) => globOf(pattern).test(name))
  const items = names.length + patterns.length > 0 ? all.filter(isWanted) : all
  if (items.length > 0) return items
  const there = all.map(({ name }) => name).join(", ")
  throw new UsageError(
    `nothing to download: no ${kind} match`,
    there === "" ? "There are none" : `Available: ${there}`,
  )
}

/** `*.zip`: `*` and `?` match any characters of a name, `[a-z]` one of the given ones. */
function globOf(pattern: string): RegExp {
  const source = pattern
    .replaceAll(/[.+^${}()|\\]/g, "\\$&")
    .replaceAll("*", "[^/]*")
    .replaceAll("?", "[^/]")
  try {
    return new RegExp(`^${source}$`)
  } catch {
    throw new UsageError(`--pattern ${pattern} is not a pattern, such as *.zip`)
  }
}

async function saveAssets(
  items: readonly Item[],
  place: Given,
  { dir = [], output = [], clobber, skipExisting }: Wanted,
  ask: Ask,
  terminal: Terminal,
): Promise<void> {
  const [target] = output.slice(-1)
  if (target !== undefined && items.length > 1) {
    throw new UsageError(
      `--output takes one file, but these match: ${items.map(({ name }) => name).join(", ")}`,
      "Choose one with --pattern, or use --dir",
    )
  }
  const folder = dir.at(-1) ?? "."
  const files = items.map((item) => ({ item, path: target ?? within(folder, item.name) }))
  const there = files.filter(({ path }) => path !== "-" && existsSync(path))
  if (there.length > 0 && !clobber && !skipExisting) {
    throw new UsageError(
      `${there.map(({ path }) => path).join(", ")} already exists`,
      "Use --clobber to overwrite, or --skip-existing to keep it",
    )
  }
  for (const { item, path } of files) {
    if (skipExisting && there.some((one) => one.path === path)) continue
    const { asset_id } = item
    const { content } = Object(await dataOf(ask("release.asset.download", { ...place, asset_id })))
    if (path === "-") terminal.stdout.write(content)
    else await write(path, content)
  }
}

async function saveArtifacts(
  items: readonly Item[],
  place: Given,
  { name = [], pattern = [], dir = [] }: Wanted,
  ask: Ask,
): Promise<void> {
  const { unzipSync } = await import("fflate")
  const folder = dir.at(-1) ?? "."
  const isOne = name.length === 1 && pattern.length === 0
  for (const item of items) {
    const { artifact_id } = item
    const download = await dataOf(ask("workflow.artifact.download", { ...place, artifact_id }))
    const own = isOne ? folder : within(folder, item.name)
    await mkdir(own, { recursive: true })
    for (const [path, bytes] of Object.entries(unzipSync(Object(download).archive))) {
      if (path.endsWith("/")) await mkdir(within(own, path), { recursive: true })
      else await write(within(own, path), bytes)
    }
  }
}

/** @throws UsageError if a name leads out of the folder */
function within(folder: string, name: string): string {
  const path = resolve(folder, name)
  if (path.startsWith(`${resolve(folder)}${sep}`.replace(/([/\\])\1$/, "$1")))
    return join(folder, name)
  throw new UsageError(`${JSON.stringify(name)} would be written outside of ${folder}`)
}

async function write(path: string, bytes: Uint8Array): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, bytes)
}

async function dataOf(asked: ReturnType<Ask>): Promise<unknown> {
  const envelope = await asked
  if (!envelope.ok) throw new GhxError(envelope)
  return envelope.data
}
