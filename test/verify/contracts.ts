import type { Contract } from "../../generator/check/index.js"
import type { Pair, Verdict } from "./comparison.js"
import { jsonSchemaTypes } from "./json-schema-to-typescript.js"
import { CONTRACT_DIFFERENCES, type Difference, reasonOf } from "./known-differences.js"
import type { Program } from "./program.js"
import type { Compiled } from "./verify.js"

interface Side {
  readonly id: string
  readonly side: "input" | "output"
  readonly schema: Contract["input"]
}

/** Compares the types of every input and output with those that json-schema-to-typescript derives. */
export class ContractComparison {
  private readonly sides: readonly Side[]

  constructor({ contracts }: Compiled) {
    this.sides = [...contracts].flatMap(([id, contract]) =>
      (["input", "output"] as const).map((side) => ({ id, side, schema: contract[side] })),
    )
  }

  /** Adds the library's modules, and returns the pairs to compare. */
  async addTheirs(program: Program): Promise<Pair[]> {
    const texts = this.sides.map(
      async (one) =>
        [`${moduleOf(one)}.ts`, await jsonSchemaTypes(one.schema, "Contract")] as const,
    )
    program.addForeign(new Map(await Promise.all(texts)))
    return this.sides.map((one) => ({
      name: nameOf(one),
      ours: {
        module: "generated/capability-map",
        type: `CapabilityMap["${one.id}"]["${one.side}"]`,
      },
      theirs: { module: moduleOf(one), type: "Contract" },
    }))
  }

  /** The differences, given the verdicts on the pairs above. */
  differences(verdicts: ReadonlyMap<string, Verdict>): Difference[] {
    return this.sides.flatMap((one): Difference | [] => {
      const verdict = verdicts.get(nameOf(one))
      if (verdict === undefined || verdict === "identical" || verdict === "same") return []
      const message = `json-schema-to-typescript generates another type for the ${one.side}: ${verdict}`
      const reason = reasonOf(CONTRACT_DIFFERENCES, one.schema, verdict)
      return { reason, finding: { where: one.id, message } }
    })
  }
}

function nameOf({ id, side }: Side): string {
  return `${id} ${side}`
}

function moduleOf({ id, side }: Side): string {
  return `theirs/contracts/${id}.${side}`
}
