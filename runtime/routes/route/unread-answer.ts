import { type Failure, unreadable } from "../../errors/index.js"

/** The failure of a mapping, with the member that it could not read. Few answers need the code that finds it. */
export async function unreadAnswer(
  reason: string,
  map: (answer: unknown) => unknown,
  answer: unknown,
): Promise<Failure> {
  const { memberAt } = await import("./missing-member.js")
  return unreadable(reason, memberAt(map, answer))
}
