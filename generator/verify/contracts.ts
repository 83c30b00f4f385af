import { aboutGenerated } from "../messages/index.js"
import { compareTypes, type Pair } from "./comparison.js"
import { jsonSchemaTypes } from "./json-schema-to-typescript.js"
import { CONTRACT_DIFFERENCES, type Difference, reasonOf } from "./known-differences.js"
import type { Program } from "./program.js"
import type { Compiled } from "./verification.js"

/** Holds the types of every input and output to those that json-schema-to-typescript derives. */
export async function findContractDifferences(
  program: Program,
  { contracts }: Compiled,
): Promise<Difference[]> {
  const sides = [...contracts].flatMap(([id, contract]) =>
    (["input", "output"] as const).map((side) => ({ id, side, schema: contract[side] })),
  )
  const theirs = await Promise.all(
    sides.map(async ({ id, side, schema }) => {
      const text = await jsonSchemaTypes(schema, "Contract")
      return [`theirs/contracts/${id}.${side}.ts`, text] as const
    }),
  )
  program.addForeign(new Map(theirs))
  const pairs = sides.map(
    ({ id, side }): Pair => ({
      name: `${id} ${side}`,
      ours: { module: "generated/capability-map", type: `CapabilityMap["${id}"]["${side}"]` },
      theirs: { module: `theirs/contracts/${id}.${side}`, type: "Contract" },
    }),
  )
  const verdicts = compareTypes(program, pairs)
  return sides.flatMap(({ id, side, schema }): Difference | [] => {
    const verdict = verdicts.get(`${id} ${side}`)
    if (verdict === undefined || verdict === "identical" || verdict === "same") return []
    const problem = aboutGenerated.contractTypes(side, verdict)
    const reason = reasonOf(CONTRACT_DIFFERENCES, schema, verdict)
    return { reason, report: (cards) => cards.aboutSide(problem, id, side) }
  })
}
