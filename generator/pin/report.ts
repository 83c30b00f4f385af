import { generate } from "../compile/index.js"
import { readSchema } from "../parse/index.js"
import { type Inputs, sourceOf } from "../read/index.js"
import { formatDiagnostics } from "../report/index.js"
import { relevantChanges } from "./changes.js"

/** Prints the cards that a new pin breaks and the deprecations that it brings; returns whether a card breaks. */
export function report(before: Inputs, after: Inputs): boolean {
  const known = new Set(generate(before).diagnostics.map((one) => JSON.stringify(one)))
  const { diagnostics } = generate(after)
  const fresh = diagnostics.filter((one) => !known.has(JSON.stringify(one)))
  const errors = fresh.filter(({ severity }) => severity === "error")
  const warnings = fresh.filter(({ severity }) => severity === "warning")
  const text = sourceOf(before)
  print(`${count(errors.length, "problem")} in the cards`, formatDiagnostics(errors, "text", text))
  print(
    `${count(warnings.length, "warning")}, such as fields that are now deprecated`,
    formatDiagnostics(warnings, "text", text),
  )
  return errors.length > 0
}

/** Prints a new schema's changes in the types that the documents use. */
export function reportSchema(before: Inputs, after: Inputs): void {
  const { additions, removals } = relevantChanges(
    readSchema(before.schema),
    readSchema(after.schema),
    before.operations,
  )
  print(
    `${count(removals.length, "removal")} from types that the documents use`,
    removals.join("\n"),
  )
  print(
    `${count(additions.length, "addition")} to types that the documents use, and new mutations`,
    additions.join("\n"),
  )
}

function print(title: string, body: string): void {
  console.log(`\n${title}`)
  if (body !== "") console.log(body)
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`
}
