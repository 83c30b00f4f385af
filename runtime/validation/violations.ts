import type { JsonSchema } from "../definition/index.js"
import { compile } from "./compile.js"
import type { Check, Violation } from "./keyword.js"

const checks = new WeakMap<JsonSchema, Check>()

/** The places where `value` breaks `schema`, the first few hundred; empty if it is valid. */
export function violations(schema: JsonSchema, value: unknown): Violation[] {
  let check = checks.get(schema)
  if (!check) {
    check = compile(schema)
    checks.set(schema, check)
  }
  // To ask whether anything is wrong takes a fraction of finding out what.
  if (check.keeps(value)) return []
  const found: Violation[] = []
  check.tell(value, { pointer: "", schema_path: "#" }, found)
  return found
}
