import type { JsonSchema } from "../../runtime/definition/index.js"
import { type Diagnostic, diagnostic } from "../diagnostics/index.js"
import { aboutCard } from "../messages/index.js"
import type { Card, CardSource } from "../parse/index.js"
import { schemaErrors } from "./schema-errors.js"

/** Checks that every example is a valid input and has a unique title. */
export function checkExamples(source: CardSource, card: Card, input: JsonSchema): Diagnostic[] {
  return [...checkTitles(source, card), ...checkInputs(source, card, input)]
}

function checkTitles(source: CardSource, { examples = [] }: Card): Diagnostic[] {
  const titles = examples.map(({ title }) => title)
  return titles.flatMap((title, index) => {
    if (titles.indexOf(title) === index) return []
    const span = source.valueSpan(["examples", index, "title"])
    return [diagnostic(aboutCard.exampleOfSameTitle(title), source.file, span)]
  })
}

function checkInputs(source: CardSource, card: Card, input: JsonSchema): Diagnostic[] {
  // Rules about several inputs have messages of their own.
  const { allOf: _, dependentRequired: __, ...each } = input
  return (card.examples ?? []).flatMap((example, index) =>
    schemaErrors(each, example.input).map(({ kind, path, at: inSchema, message, help }) => {
      const at = ["examples", index, "input", ...path]
      const owner = path.length < 2 ? "the input" : `\`${path.slice(0, -1).join(".")}\``
      const text = {
        unknown: `${owner} has no property \`${path.at(-1)}\``,
        missing: `${owner} lacks \`${path.at(-1)}\``,
        value: `${path.length === 0 ? "the input" : `\`${path.join(".")}\``} ${message}`,
      }[kind]
      const span = kind === "unknown" ? source.keySpan(at) : source.valueSpan(at)
      const { note } = source.keySpan(["input_schema", ...inSchema])
      return diagnostic({ ...aboutCard.invalidExample(text, help), note }, source.file, span)
    }),
  )
}
