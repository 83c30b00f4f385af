/**
 * Evaluates the jq expressions that select and name parts of a value: paths, `length`, `[…]`, `{…}`, `,` and `|`.
 * They are evaluated here, because jq takes longer to start than most calls. All other expressions are left to jq, as
 * are those that do not fit the value, so that jq words the error.
 */

type Select = (value: unknown) => readonly unknown[]

/** jq has to evaluate the expression for this value. */
class LeftToJq extends Error {}

/** jq prints nothing below 256 levels; a lower limit leaves deep values to jq. */
const DEEPEST = 200

/** Evaluates an expression for a JSON text; undefined if jq must evaluate it. Keys are sorted, as by `jq -S`. */
export function selectOf(
  expression: string,
): ((json: string) => unknown[] | undefined) | undefined {
  const reader = new Reader(expression)
  const select = readPipe(reader)
  if (select === undefined || !reader.isAtEnd()) return undefined
  return (json) => {
    // jq replaces unpaired surrogates.
    if (/\\ud[89a-f]/i.test(json)) return undefined
    try {
      return select(JSON.parse(json)).map((result) => sorted(result, 0))
    } catch (error) {
      if (error instanceof LeftToJq) return undefined
      throw error
    }
  }
}

class Reader {
  private at = 0
  constructor(private readonly text: string) {}

  /** The match of a sticky pattern, after which the reader continues. */
  take(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.at
    const match = pattern.exec(this.text)
    if (match) this.at = pattern.lastIndex
    return match
  }

  isAtEnd(): boolean {
    return this.take(/\s*$/y) !== null
  }
}

function readPipe(reader: Reader): Select | undefined {
  const first = readList(reader)
  if (first === undefined || !reader.take(/\s*\|(?![=])/y)) return first
  const next = readPipe(reader)
  return next && ((value) => first(value).flatMap(next))
}

function readList(reader: Reader): Select | undefined {
  const first = readTerm(reader)
  if (first === undefined || !reader.take(/\s*,/y)) return first
  const others = readList(reader)
  return others && ((value) => [...first(value), ...others(value)])
}

function readTerm(reader: Reader): Select | undefined {
  if (reader.take(/\s*length(?!\w|::)/y)) return (value) => [lengthOf(value)]
  if (reader.take(/\s*\[/y)) {
    const items = readPipe(reader)
    return items && reader.take(/\s*\]/y) ? (value) => [items(value)] : undefined
  }
  if (reader.take(/\s*\{/y)) return readObject(reader)
  return readPath(reader)
}

function readObject(reader: Reader): Select | undefined {
  const members: [name: string, value: Select][] = []
  do {
    const name = reader.take(/\s*([A-Za-z_]\w*)/y)?.[1]
    if (name === undefined) return undefined
    const given = reader.take(/\s*:/y)
      ? readTerm(reader)
      : (value: unknown) => [member(value, name)]
    if (given === undefined) return undefined
    members.push([name, given])
  } while (reader.take(/\s*,/y))
  if (!reader.take(/\s*\}/y)) return undefined
  return (value) => [Object.fromEntries(members.map(([name, given]) => [name, only(given(value))]))]
}

function readPath(reader: Reader): Select | undefined {
  // `..` has another meaning.
  if (!reader.take(/\s*\.(?![.\d])/y)) return undefined
  const steps: Select[] = []
  let isFirst = true
  for (;;) {
    const name = reader.take(isFirst ? /([A-Za-z_]\w*)/y : /\.([A-Za-z_]\w*)/y)?.[1]
    const bracket = name === undefined && reader.take(/\.?\[(?:(-?\d{1,9})|"([^"\\]*)")?\]/y)
    if (name === undefined && !bracket) break
    steps.push(stepOf(name ?? (bracket ? bracket[2] : undefined), bracket ? bracket[1] : undefined))
    isFirst = false
  }
  return (value) => steps.reduce<readonly unknown[]>((found, step) => found.flatMap(step), [value])
}

function stepOf(name: string | undefined, index: string | undefined): Select {
  if (name !== undefined) return (value) => [member(value, name)]
  if (index !== undefined) return (value) => [itemAt(value, Number(index))]
  return (value) => (Array.isArray(value) ? value : leave())
}

function member(value: unknown, name: string): unknown {
  if (value === null) return null
  if (typeof value !== "object" || Array.isArray(value)) return leave()
  return Object.hasOwn(value, name) ? Reflect.get(value, name) : null
}

function itemAt(value: unknown, index: number): unknown {
  if (value === null) return null
  return Array.isArray(value) ? (value.at(index) ?? null) : leave()
}

function lengthOf(value: unknown): number {
  if (value === null) return 0
  if (typeof value === "string") return [...value].length
  return typeof value === "object" ? Object.keys(value).length : leave()
}

function only(results: readonly unknown[]): unknown {
  return results.length === 1 ? results[0] : leave()
}

function sorted(value: unknown, depth: number): unknown {
  if (depth > DEEPEST) return leave()
  if (Array.isArray(value)) return value.map((item) => sorted(item, depth + 1))
  if (typeof value !== "object" || value === null) return value
  const names = Object.keys(value).sort()
  // jq sorts by code points, JavaScript by UTF-16 code units.
  if (names.some((name) => /[\ud800-\udfff]/.test(name))) return leave()
  return Object.fromEntries(
    names.map((name) => [name, sorted(Reflect.get(value, name), depth + 1)]),
  )
}

function leave(): never {
  throw new LeftToJq()
}
