/** Finds GraphQL operations in the files of a repository: in whole files, and in strings of programs. */
import { execFileSync } from "node:child_process"
import { Kind, parse, visit } from "graphql"

interface FoundOperation {
  readonly commit: string
  readonly path: string
  readonly name: string
  /** The operation with the fragments that it uses. */
  readonly text: string
}

const sources =
  /\.(graphql|gql|ts|tsx|js|jsx|mjs|cjs|py|go|rb|lua|sh|rs|php|java|kt|swift|md|cs|ya?ml)$/
const skipped = /(^|\/)(node_modules|vendor|dist|build|__generated__)\/|schema\.(graphql|gql)$/

export async function operationsOf(repository: string): Promise<FoundOperation[]> {
  const git = (...args: string[]) =>
    execFileSync("git", ["-C", repository, ...args], {
      encoding: "utf8",
      maxBuffer: 2 ** 28,
      stdio: ["ignore", "pipe", "ignore"],
    })
  const commit = git("rev-parse", "HEAD").trim()
  const paths = filesWithOperations(git).filter((path) => sources.test(path) && !skipped.test(path))
  const found: { path: string; name: string; text: string }[] = []
  const fragments = new Map<string, string>()
  for (const path of paths) {
    const text = contentOf(git, path)
    for (const { kind, name, definition } of definitionsIn(text)) {
      if (kind === "fragment") fragments.set(name, definition)
      else found.push({ path, name, text: definition })
    }
  }
  return found.flatMap(({ path, name, text }) => {
    const whole = withFragments(text, fragments)
    return whole === undefined ? [] : [{ commit, path, name, text: whole }]
  })
}

type Git = (...args: string[]) => string

function filesWithOperations(git: Git): string[] {
  try {
    const found = git("grep", "-lE", "(query|mutation|fragment)[^{]*[({]", "HEAD")
    return found.split("\n").flatMap((line) => (line === "" ? [] : line.replace(/^HEAD:/, "")))
  } catch {
    return []
  }
}

/** A partial clone lists its largest files without their contents. */
function contentOf(git: Git, path: string): string {
  try {
    return git("show", `HEAD:${path}`)
  } catch {
    return ""
  }
}

interface Definition {
  readonly kind: "operation" | "fragment"
  readonly name: string
  readonly definition: string
}

function definitionsIn(text: string): Definition[] {
  return [
    ...text.matchAll(
      /\b(?:query|mutation)\b\s*\w*\s*(?:\([^{}`]*\)\s*)?\{|\bfragment\s+\w+\s+on\s+\w+\s*\{/g,
    ),
  ].flatMap(({ 0: head, index }) => {
    const end = closing(text, index + head.length)
    const definition = end === undefined ? undefined : text.slice(index, end)
    const parsed = definition === undefined ? undefined : parsedDefinition(definition)
    return parsed ?? []
  })
}

/** The end of the block whose brace opens at `from`. */
function closing(text: string, from: number): number | undefined {
  let open = 1
  for (let at = from; at < text.length; at++) {
    if (text[at] === "{") open += 1
    if (text[at] === "}") open -= 1
    if (open === 0) return at + 1
  }
  return undefined
}

/** A document composed at run time cannot be extracted. */
function parsedDefinition(definition: string): Definition | undefined {
  try {
    const [one] = parse(definition).definitions
    if (one?.kind === Kind.FRAGMENT_DEFINITION)
      return { kind: "fragment", name: one.name.value, definition }
    if (one?.kind !== Kind.OPERATION_DEFINITION) return undefined
    return { kind: "operation", name: one.name?.value ?? "", definition }
  } catch {
    return undefined
  }
}

/** @returns undefined if a fragment is not in the repository */
function withFragments(text: string, known: ReadonlyMap<string, string>): string | undefined {
  const used = new Map<string, string>()
  const waiting = [text]
  for (let one = waiting.pop(); one !== undefined; one = waiting.pop()) {
    for (const name of spreadsIn(one)) {
      const definition = known.get(name)
      if (definition === undefined) return undefined
      if (used.has(name)) continue
      used.set(name, definition)
      waiting.push(definition)
    }
  }
  return [text, ...used.values()].join("\n")
}

function spreadsIn(text: string): string[] {
  const names: string[] = []
  visit(parse(text), {
    FragmentSpread: ({ name }) => {
      names.push(name.value)
    },
  })
  return names
}
