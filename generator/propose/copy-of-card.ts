import { cardPath, type Inputs } from "../read/index.js"
import { ProposalError } from "../scaffold/index.js"
import { pascalCase } from "../text/index.js"

/** Keys that follow from a card's path. */
const OF_THE_PATH =
  /^(?:capability_id|# yaml-language-server):?.*\n|^ +(?:operationName|documentPath):.*\n/gm

/** The files of a new capability, copied from another one. */
export function copyOfCard(inputs: Inputs, id: string, other: string) {
  const name = other.split(".").join("/")
  const card = inputs.cards.get(cardPath(other))
  if (card === undefined) throw new ProposalError(`There is no card for \`${other}\`.`)
  const document = inputs.operations.get(`operations/${name}.graphql`)
  return {
    card: card.replaceAll(OF_THE_PATH, ""),
    document: document?.replace(
      /^(query|mutation)\s+\w+/m,
      (_, kind: string) => `${kind} ${pascalCase(id)}`,
    ),
  }
}
