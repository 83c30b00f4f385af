import { withoutUnrelatedFiles } from "../check/index.js"
import type { Diagnostic } from "../diagnostics/index.js"
import { type CardSource, readCard } from "../parse/index.js"
import { cardPath, type Inputs } from "../read/index.js"
import type { CompileContext } from "./context.js"
import { createMemory, type Memory } from "./memory.js"
import { splitCards } from "./split-cards.js"
import { UNTIMED } from "./timer.js"

type Use<T> = (written: CardSource, compileContext: CompileContext) => T

/** Applies a function to one written card of a project; undefined if no card has that id. */
export function withCard<T>(
  inputs: Inputs,
  id: string,
  use: Use<T>,
  unreadable: (diagnostics: readonly Diagnostic[]) => T,
  memory: Memory = createMemory(),
): T | undefined {
  const path = cardPath(id)
  const text = inputs.cards.get(path)
  if (text === undefined) return undefined
  const { source, diagnostics } = readCard(path, text)
  if (source === undefined) return unreadable(diagnostics)
  return use(source, contextOfProject(inputs, memory))
}

/** Applies a function to each readable card of a project. Returns the results by id. */
export function withCards<T>(inputs: Inputs, use: Use<T>): Map<string, T> {
  const compileContext = contextOfProject(inputs, createMemory())
  const { files } = withoutUnrelatedFiles("cards", splitCards(inputs.cards).cards)
  const sources = [...files].flatMap(([path, text]) => readCard(path, text).source ?? [])
  return new Map(sources.map((source) => [source.declaredId, use(source, compileContext)]))
}

function contextOfProject(inputs: Inputs, memory: Memory): CompileContext {
  return { ...memory.projectOf(inputs, UNTIMED).parts, released: new Map(), timer: UNTIMED }
}
