import { type Diagnostic, diagnostic } from "../diagnostics/index.js"
import type { FullShape, ShapeBook } from "../expand/index.js"
import { aboutShape } from "../messages/index.js"
import { compareText } from "../text/index.js"
import type { ShapePlan } from "./capability-plan.js"
import { type MadeShape, makeShape, type ShapeWorld } from "./make-shape.js"
import type { Described } from "./shape-origins.js"
import type { MappingOf } from "./share.js"

/** The shapes of a run: each is typed and proved by itself, whoever uses it, when it is first asked for. */
export class Shapes implements ShapeBook {
  private readonly described: Described & Pick<ShapeWorld, "operations">
  private readonly known = new Map<string, MadeShape>()
  /** Those that are being made, each of which asks for the next. */
  private readonly open: string[] = []
  private readonly circles = new Map<string, Diagnostic>()

  constructor(described: Described & Pick<ShapeWorld, "operations">) {
    this.described = described
  }

  get names(): readonly string[] {
    return [...this.described.files.keys()]
  }

  get(name: string): FullShape | undefined {
    return this.of(name).shape
  }

  /** The plans of all that are right. */
  plans(): ShapePlan[] {
    return this.names.flatMap((name) => this.of(name).plan ?? [])
  }

  /** How a shape is made over a route. */
  readonly mappingOf: MappingOf = (name, route) =>
    this.of(name).plan?.mappings.find((one) => one.route === route)

  /** What is wrong with shapes, used or not. */
  diagnostics(): Diagnostic[] {
    const own = this.names.flatMap((name) => [...this.of(name).diagnostics])
    return [...own, ...this.circles.values()]
  }

  private of(name: string): MadeShape {
    const known = this.known.get(name)
    const file = this.described.files.get(name)
    if (known !== undefined || file === undefined) return known ?? { diagnostics: [] }
    if (this.open.includes(name)) {
      this.noteCircle(this.open.slice(this.open.indexOf(name)))
      return { diagnostics: [] }
    }
    this.open.push(name)
    const made = makeShape(name, file, {
      ...this.described,
      book: this,
      mappingOf: this.mappingOf,
    })
    this.open.pop()
    this.known.set(name, made)
    return made
  }

  /** The same circle, wherever somebody gets into it, is told at the first of its shapes. */
  private noteCircle(names: readonly string[]): void {
    const [first = ""] = [...names].sort(compareText)
    const at = names.indexOf(first)
    const source = this.described.files.get(first)?.source
    if (source === undefined) return
    const inOrder = [...names.slice(at), ...names.slice(0, at), first]
    const problem = diagnostic(aboutShape.circle(inOrder), source.file, source.keySpan(["shape"]))
    this.circles.set(first, problem)
  }
}
