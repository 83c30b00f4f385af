import type { JsonSchema } from "../../runtime/definition/index.js"
import type { Diagnostic } from "../diagnostics/index.js"
import type { FullShape, ShapeBook } from "../expand/index.js"
import { aboutShape } from "../messages/index.js"
import { atKey } from "../parse/index.js"
import { mapSubschemas } from "../shape/index.js"
import { compareText, snakeCaseOf } from "../text/index.js"
import type { ShapePlan } from "./capability-plan.js"
import { type MadeShape, makeShape, type ShapeContext } from "./make-shape.js"
import type { Described } from "./route.js"
import type { MappingOf } from "./shape-mappings.js"

type ShapesContext = Described & Pick<ShapeContext, "operations">

/** The shapes of a run, each typed and proved when it is first used. */
export class Shapes implements ShapeBook {
  private readonly described: ShapesContext
  /** The package's shapes, for names that the project does not define. */
  private readonly ofPackage: Shapes | undefined
  private readonly known = new Map<string, MadeShape>()
  /** Shapes under construction, each of which uses the next. */
  private readonly open: string[] = []
  private readonly circles = new Map<string, Diagnostic>()

  constructor(described: ShapesContext, ofPackage?: Shapes) {
    this.described = { ...described, package: ofPackage?.described }
    this.ofPackage = ofPackage
  }

  get names(): readonly string[] {
    return [...new Set([...this.described.files.keys(), ...(this.ofPackage?.names ?? [])])]
  }

  get(name: string): FullShape | undefined {
    if (this.isOwn(name) || this.ofPackage === undefined) return this.of(name).shape
    const shape = this.ofPackage.get(name)
    return shape && { ...shape, schema: this.withOwnNames(shape.schema) }
  }

  /**
   * Removes titles that are also names of the project's shapes, because in the package's schemas they refer to
   * different shapes.
   */
  private withOwnNames(schema: JsonSchema): JsonSchema {
    const {
      title,
      extends: base,
      ...others
    } = mapSubschemas(schema, (one) => this.withOwnNames(one))
    const isMeant = (name: string | undefined) =>
      name !== undefined && !this.isOwn(snakeCaseOf(name))
    return {
      ...(isMeant(title) && { title }),
      ...(isMeant(base) && { extends: base }),
      ...others,
    }
  }

  private isOwn(name: string): boolean {
    return this.described.files.has(name)
  }

  plans(): ShapePlan[] {
    return this.own.flatMap((name) => this.of(name).plan ?? [])
  }

  /** How a shape is made over a route. */
  readonly mappingOf: MappingOf = (name, route, file) => {
    const own = this.described.files.get(name)?.source.file.path
    if (own === undefined) return this.ofPackage?.mappingOf(name, route, file)
    if (file !== undefined && file !== own) return undefined
    return this.of(name).plan?.mappings.find((one) => one.route === route)
  }

  /** Problems of all shapes, used or not. */
  diagnostics(): Diagnostic[] {
    const found = this.own.flatMap((name) => [...this.of(name).diagnostics])
    return [...found, ...this.circles.values()]
  }

  private get own(): readonly string[] {
    return [...this.described.files.keys()]
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
      shapes: this,
    })
    this.open.pop()
    this.known.set(name, made)
    return made
  }

  /** Reports a cycle at the first of its shapes, wherever it was entered. */
  private noteCircle(names: readonly string[]): void {
    const [first = ""] = [...names].sort(compareText)
    const at = names.indexOf(first)
    const source = this.described.files.get(first)?.source
    if (source === undefined) return
    const inOrder = [...names.slice(at), ...names.slice(0, at), first]
    const problem = atKey(source, ["shape"], aboutShape.circle(inOrder))
    this.circles.set(first, problem)
  }
}
