import { SeedError } from "../errors/index.js"
import { NotAllowed, Refusal } from "../state/index.js"

/** Adds the location in the seed to errors of the state's rules, which also apply to seeds. */
export function inPlace<Result>(place: string, plant: () => Result): Result {
  try {
    return plant()
  } catch (error) {
    if (error instanceof Refusal) throw new SeedError([`${place}: ${reasonOf(error)}`])
    throw error
  }
}

function reasonOf(refusal: Refusal): string {
  if (!(refusal instanceof NotAllowed) || refusal.message) return refusal.message
  const { login } = refusal
  return `${login} is not allowed to do this; give the account a role: \`collaborators: { ${JSON.stringify(login)}: WRITE }\``
}
