import type { Program } from "./program.js"

/** A type as one module exports it. */
export interface TypeReference {
  readonly module: string
  readonly type: string
}

/** The same type from this compiler and from another tool. */
export interface Pair {
  readonly name: string
  readonly ours: TypeReference
  readonly theirs: TypeReference
}

/**
 * TypeScript's verdict on a pair.
 *
 * - `identical`: equal property by property, whatever types these are declared in.
 * - `same`: mutually assignable, but a property that is optional in one may be missing in the other.
 * - `ours has more`, `theirs has more`: one has values that the other does not allow.
 * - `any`: one of them is `any`, so nothing was compared.
 */
export type Verdict =
  | "identical"
  | "same"
  | "ours has more"
  | "theirs has more"
  | "different"
  | "any"

const FILE = "comparison.ts"

const HELPERS = `
type IsAny<T> = 0 extends 1 & T ? true : false
type Flat<T> = T extends (infer I)[]
  ? Flat<I>[]
  : T extends object
    ? { [K in keyof T]: Flat<T[K]> }
    : T
type AreIdentical<A, B> =
  (<T>() => T extends A ? 1 : 2) extends (<T>() => T extends B ? 1 : 2) ? true : false
`

type Question = "ours fits" | "theirs fits" | "neither is any" | "identical"

/** Lets TypeScript compare each pair of types, in a program with their modules. */
export function compareTypes(program: Program, pairs: readonly Pair[]): Map<string, Verdict> {
  const questions = pairs.flatMap(({ name, ours, theirs }, index) => {
    const [a, b] = [typeText(ours), typeText(theirs)]
    const ask = (question: Question, code: string) => ({
      key: `${question}: ${name}`,
      text: `export const q${index}_${question.replace(/ /g, "_")}${code}\n`,
    })
    return [
      ask("ours fits", ` = (ours: ${a}): ${b} => ours`),
      ask("theirs fits", ` = (theirs: ${b}): ${a} => theirs`),
      ask("neither is any", `: IsAny<${a}> | IsAny<${b}> = false`),
      ask("identical", `: AreIdentical<Flat<${a}>, Flat<${b}>> = true`),
    ]
  })
  const text = questions.map((question) => question.text).join("")
  program.add(new Map([[FILE, `${text}${HELPERS}`]]))
  const failed = new Set(
    program
      .problems(FILE)
      .map(({ start }) => questions[text.slice(0, start).split("\n").length - 1]?.key),
  )
  return new Map(
    pairs.map(({ name }) => [name, verdict((question) => !failed.has(`${question}: ${name}`))]),
  )
}

function typeText({ module, type }: TypeReference): string {
  return `import("./${module}.js").${type}`
}

function verdict(holds: (question: Question) => boolean): Verdict {
  if (!holds("neither is any")) return "any"
  if (holds("identical")) return "identical"
  const [ours, theirs] = [holds("ours fits"), holds("theirs fits")]
  if (ours && theirs) return "same"
  return ours ? "theirs has more" : theirs ? "ours has more" : "different"
}
