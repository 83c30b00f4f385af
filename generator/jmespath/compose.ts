/** Expressions that are made of others, as trees. */
import { Path } from "./path.js"
import type { PathNode, ShapeNode, ShapeOrigin } from "./tree.js"

/** `a.b`; for a projection `a[].b`. */
export function dotted(left: PathNode, step: PathNode): PathNode {
  switch (left.type) {
    case "Projection":
    case "ValueProjection":
    case "FilterProjection":
      return { ...left, right: left.right.type === "Identity" ? step : dotted(left.right, step) }
    default:
      return { type: "Subexpression", left, right: step }
  }
}

/** `a[]` */
export function flattened(list: PathNode): PathNode {
  return { type: "Projection", left: { type: "Flatten", child: list }, right: { type: "Identity" } }
}

export function piped(left: PathNode, right: PathNode): PathNode {
  return { type: "Pipe", left, right }
}

/** `a || []` */
export function orEmpty(list: PathNode): PathNode {
  return { type: "OrExpression", left: list, right: { type: "Literal", value: [] } }
}

export function field(name: string): PathNode {
  return { type: "Field", name }
}

export function text(value: string): PathNode {
  return { type: "Literal", value }
}

/** `{ name: value, … }`, with the fields of a shape if the object comes from one. */
export function hash(
  members: readonly (readonly [name: string, value: PathNode])[],
  shape?: ShapeOrigin,
): ShapeNode {
  return {
    type: "MultiSelectHash",
    children: members.map(([name, value]) => ({ type: "KeyValuePair", name, value })),
    ...(shape && { shape }),
  }
}

/** An expression composed from another's tree; unchanged if that could not be parsed. */
export function composed(path: Path, make: (root: PathNode) => PathNode, ...others: Path[]): Path {
  return path.root === undefined ? path : Path.of(make(path.root), path, ...others)
}
