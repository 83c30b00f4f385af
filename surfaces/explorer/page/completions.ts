/** Completes tasks by the contracts of their capabilities. */
import type { Completion, CompletionContext, CompletionResult } from "@codemirror/autocomplete"
import { syntaxTree } from "@codemirror/language"
import type { EditorState } from "@codemirror/state"
import type { Described } from "./given.js"

/** The parts of contracts that editors show. */
interface Schema {
  readonly type?: string | readonly string[]
  readonly description?: string
  readonly enum?: readonly unknown[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
}

type Syntax = ReturnType<ReturnType<typeof syntaxTree>["resolveInner"]>

/** The fields of a task besides `task` and `input`. */
const others: Readonly<Record<string, Schema>> = {
  as: { type: "string", description: "The name that later tasks use to refer to this one." },
  after: { type: "string", description: "The name of a task to wait for." },
  each: { type: "object", description: "One call for each item of an earlier task's list." },
  all: { type: "boolean", description: "Every page of a list." },
  fields: { type: "array", description: "The requested fields of the result." },
  key: { type: "string", description: "Names this write, so that it is applied only once." },
}

export interface Completions {
  complete(context: CompletionContext): CompletionResult | null
  /** The type and description of the property at this position. */
  describe(state: EditorState, pos: number): { pos: number; end: number; text: string } | null
}

export function completionsOf(capabilities: readonly Described[]): Completions {
  const ids = capabilities.map(({ explanation }) => explanation.id)
  const inputs = new Map<unknown, Schema>(
    capabilities.map(({ contract }) => [contract.id, contract.input as Schema]),
  )

  /** The schema of a value, which is an object, an array, or in one of them. */
  function schemaOf(state: EditorState, value: Syntax, inside: readonly string[] = []): Schema {
    const { parent } = value
    if (parent?.name === "Property" && parent.parent)
      return schemaOf(state, parent.parent, [nameOf(state, parent), ...inside])
    if (parent?.name === "Array" && parent.parent?.name !== "JsonText")
      return schemaOf(state, parent, [ITEM, ...inside])
    const task = value.getChildren("Property").find((one) => nameOf(state, one) === "task")
    const id = task?.lastChild && parsed(textOf(state, task.lastChild))
    const input = inputs.get(id) ?? {}
    const whole: Schema = {
      properties: { task: { type: "string", enum: ids }, input, ...others },
      required: ["task", "input"],
    }
    return inside.reduce<Schema>(
      (schema, name) => (name === ITEM ? schema.items : schema.properties?.[name]) ?? {},
      whole,
    )
  }

  function names(state: EditorState, object: Syntax, own?: Syntax): Completion[] {
    const { properties = {} } = schemaOf(state, object)
    const hasColon = own && /^"[^"]*"\s*:/.test(state.sliceDoc(own.from))
    const given = object
      .getChildren("Property")
      .flatMap((one) => (one.from === own?.from ? [] : nameOf(state, one)))
    return Object.entries(properties)
      .filter(([name]) => !given.includes(name))
      .map(([name, schema]) => ({
        label: `"${name}"`,
        apply: hasColon ? `"${name}"` : `"${name}": `,
        detail: typeOf(schema),
        ...(schema.description !== undefined && { info: schema.description }),
      }))
  }

  return {
    complete({ state, pos, explicit }) {
      const at = syntaxTree(state).resolveInner(pos, -1)
      const isText = at.name === "PropertyName" || at.name === "String"
      const [from, to] = isText ? [at.from, at.to] : [pos, pos]
      if (!isText && !explicit) return null
      const typed = state.sliceDoc(from, pos).replaceAll('"', "")
      // CodeMirror's own filter would compare the closing quote, too.
      const matching = (all: readonly Completion[]): CompletionResult => {
        const options = all.filter(({ label }) => label.includes(typed))
        return { from, to, filter: false, options }
      }
      if (at.name === "PropertyName" && at.parent?.parent)
        return matching(names(state, at.parent.parent, at.parent))
      if (at.name === "Object") return matching(names(state, at))
      return at.name === "String" ? matching(values(schemaOf(state, at))) : null
    },
    describe(state, pos) {
      const { name, from, to, parent } = syntaxTree(state).resolveInner(pos, 1)
      if (name !== "PropertyName" || !parent?.parent) return null
      const property = nameOf(state, parent)
      const { properties, required } = schemaOf(state, parent.parent)
      const schema = properties?.[property]
      if (!schema) return null
      const mark = required?.includes(property) ? "" : "?"
      const about = schema.description === undefined ? "" : `\n${schema.description}`
      return { pos: from, end: to, text: `${property}${mark}: ${typeOf(schema)}${about}` }
    },
  }
}

const ITEM = "[]"

function values(schema: Schema): Completion[] {
  return (schema.enum ?? []).map((value) => ({ label: JSON.stringify(value) }))
}

function typeOf(schema: Schema): string {
  const all = schema.enum?.map((value) => JSON.stringify(value)) ?? [schema.type ?? "object"].flat()
  if (all.length > 6) return "string"
  if (!schema.items) return all.join(" | ")
  const item = typeOf(schema.items)
  return all.join(" | ").replace("array", item.includes("|") ? `(${item})[]` : `${item}[]`)
}

function nameOf(state: EditorState, property: Syntax): string {
  const { firstChild } = property
  return firstChild ? String(parsed(textOf(state, firstChild))) : ""
}

function textOf(state: EditorState, { from, to }: Syntax): string {
  return state.sliceDoc(from, to)
}

/** Text that is being typed need not be complete. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text.replaceAll('"', "")
  }
}
