/** Downloads artifacts of a run or files of a release into a folder, as gh does. */
import { createHash } from "node:crypto"
import { mkdir } from "node:fs/promises"
import type { Contract } from "../../runtime/index.js"
import { type ArchivedFile, filesOf } from "./archive.js"
import { type Ask, dataOf, type Given, type Step } from "./gh/index.js"
import { asking } from "./lookups.js"
import { exitCodes, printNote, progress, UsageError, whileShown } from "./output/index.js"
import { pagesUpTo } from "./pages.js"
import type { OptionValues } from "./program-shared.js"
import type { Call, RunFlags } from "./run.js"
import { folderIn, put, requireFree, type Target, targetAt, targetIn } from "./save-file.js"
import type { Terminal } from "./terminal/index.js"

type Listing = Pick<Call, "id" | "host"> & { readonly contract: Contract; readonly input: Given }

/** Options of `gh run download` and `gh release download`. */
type Wanted = OptionValues<never, "clobber" | "skipExisting", "name" | "pattern" | "dir" | "output">

interface Item {
  readonly name: string
  readonly artifact_id: number
  readonly asset_id: number
  readonly expired?: boolean
  readonly created_at?: string | null
  /** `sha256:…`; older files have none. */
  readonly digest?: string | null
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
  return asking({ ...flags, host: listing.host }, terminal, async (ask) => {
    const items = chosenOf(await itemsOf(listing, ask, terminal), wanted, kind, terminal)
    const { owner, repo } = listing.input
    const saved =
      kind === "assets"
        ? saveAssets(items, { owner, repo }, wanted, ask, terminal)
        : saveArtifacts(items, { owner, repo }, wanted, ask, terminal)
    await whileShown(saved, terminal.stderr)
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

function chosenOf(
  all: readonly Item[],
  { name: names = [], pattern: patterns = [] }: Wanted,
  kind: Kind,
  terminal: Terminal,
): readonly Item[] {
  const isWanted = ({ name }: Item) =>
    names.includes(name) || patterns.some((pattern) => globOf(pattern).test(name))
  const wanted = names.length + patterns.length > 0 ? all.filter(isWanted) : all
  const items = wanted.filter(({ expired }) => expired !== true)
  const has = (name: string, some: readonly Item[]) => some.some((one) => one.name === name)
  const expired = wanted.map(({ name }) => name).filter((name) => !has(name, items))
  const gone = expired.length > 0 ? [`expired: ${[...new Set(expired)].join(", ")}`] : []
  const lost = names.filter((name) => !has(name, all))
  const left = [...gone, ...(lost.length > 0 ? [`not there: ${lost.join(", ")}`] : [])]
  if (items.length > 0) {
    if (left.length > 0) printNote(`some ${kind} are not downloaded; ${left.join("; ")}`, terminal)
    return items
  }
  const there = all.filter((one) => one.expired !== true).map(({ name }) => name)
  const fix = there.length > 0 ? `Available: ${there.join(", ")}` : undefined
  if (gone.length > 0) throw new UsageError(`nothing to download; ${left.join("; ")}`, fix)
  throw fix === undefined
    ? new UsageError(`no ${kind} to download`)
    : new UsageError(`nothing to download: no ${kind} match`, fix)
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
  const [named] = output.slice(-1)
  if (clobber && skipExisting) throw new UsageError("Use --clobber or --skip-existing, not both")
  if (named !== undefined && items.length > 1) {
    throw new UsageError(
      `--output takes one file, but these match: ${items.map(({ name }) => name).join(", ")}`,
      "Choose one with --pattern, or use --dir",
    )
  }
  const folder = dir.at(-1) ?? "."
  const targetOf = ({ name }: Item) => {
    if (named === "-") return undefined
    return named === undefined ? targetIn(folder, name) : targetAt(named)
  }
  const files = items.map((item) => ({ item, target: targetOf(item) }))
  const wanted = files.filter(({ target }) => !(skipExisting && target?.isThere))
  const targets = wanted.flatMap(({ target }) => target ?? [])
  requireFree(targets, !clobber && "Use --clobber to overwrite, or --skip-existing to keep it")
  const shown = progress(wanted.length, "files", terminal)
  for (const [at, { item, target }] of wanted.entries()) {
    shown.now(at)
    const { asset_id, name, digest } = item
    const { content } = Object(await dataOf(ask("release.asset.download", { ...place, asset_id })))
    const [, sum] = /^sha256:(.+)/.exec(digest ?? "") ?? []
    if (sum && sum !== createHash("sha256").update(content).digest("hex"))
      throw new UsageError(`${name} did not arrive whole: its digest is another one`, "Try again")
    if (target) await put(target, content)
    else terminal.stdout.write(content)
  }
}

async function saveArtifacts(
  items: readonly Item[],
  place: Given,
  { name: names = [], pattern = [], dir = [], clobber }: Wanted,
  ask: Ask,
  terminal: Terminal,
): Promise<void> {
  const folder = dir.at(-1) ?? "."
  const isOne = names.length === 1 && pattern.length === 0
  // Each attempt of a run may have one of the same name.
  const sorted = items.toSorted((a, b) => (b.created_at ?? "").localeCompare(a.created_at ?? ""))
  const isNewest = (item: Item) => sorted.find(({ name }) => name === item.name) === item
  const newest = items.filter(isNewest)
  const older = [...new Set(items.filter((item) => !isNewest(item)).map(({ name }) => name))]
  if (older.length > 0) printNote(`only the newest of each name: ${older.join(", ")}`, terminal)
  const shown = progress(newest.length, "files", terminal)
  const folders = newest.map((item) => (isOne ? folder : folderIn(folder, item.name)))
  for (const [at, { artifact_id, name }] of newest.entries()) {
    shown.now(at)
    const download = await dataOf(ask("workflow.artifact.download", { ...place, artifact_id }))
    const { archive } = Object(download)
    await unpack(`The artifact ${name}`, archive, folders[at] ?? folder, clobber === true)
  }
}

/** Checks all files of an archive before it writes the first. */
async function unpack(
  name: string,
  archive: Uint8Array,
  folder: string,
  isReplacing: boolean,
): Promise<void> {
  const all = await filesOf(name, archive, "Download it in a browser, or with gh run download")
  const placed = all.map((file) => ({ file, place: placeIn(folder, file) }))
  const targets = placed.flatMap(({ place }) => (typeof place === "string" ? [] : [place]))
  requireFree(targets, !isReplacing && "Use --clobber to overwrite, or another --dir")
  await mkdir(folder, { recursive: true })
  for (const { file, place } of placed) {
    if (typeof place === "string") await mkdir(place, { recursive: true })
    else await put(place, file.open, file.isExecutable)
  }
}

/** A folder is a path: an existing one is no conflict. */
const placeIn = (folder: string, { path, isFolder }: ArchivedFile): Target | string =>
  isFolder ? folderIn(folder, path) : targetIn(folder, path)
