import { createExecutor } from "../../generated/calls.js"
import type { Client, ResultEnvelope } from "../../runtime/index.js"
import { type Connection, withClient } from "./client.js"
import type { Ask } from "./gh/index.js"
import { Interrupted, onlyOnce, printNote } from "./output/index.js"
import type { Terminal } from "./terminal/index.js"

export const asking = <T>(
  connection: Connection,
  terminal: Terminal,
  work: (ask: Ask, client: Client) => Promise<T>,
): Promise<T> =>
  withClient(connection, terminal, (client) => work(lookupsWith(client, terminal), client))

/** Makes a command's preliminary lookups, each distinct one once. */
export function lookupsWith(
  client: Client,
  terminal: Terminal | Pick<Terminal, "interrupted">,
): Ask {
  const { interrupted: signal } = terminal
  const { execute } = createExecutor({ client })
  const asked = new Map<string, ReturnType<Ask>>()
  const ask: Ask = (id, input) => {
    const question = JSON.stringify([id, input])
    const known = asked.get(question)
    if (known) return known
    const answer = execute(id, input, { signal }).then(explained(id), (error: unknown) => {
      throw signal.aborted ? new Interrupted() : error
    })
    asked.set(question, answer)
    return answer
  }
  if ("stderr" in terminal) ask.note = onlyOnce((text) => printNote(text, terminal))
  return ask
}

/** If the client's guards block a lookup, its id alone would not say what it has to do with the command. */
const explained =
  (id: string) =>
  (envelope: ResultEnvelope<unknown>): ResultEnvelope<unknown> => {
    if (envelope.ok || envelope.error.details?.guard === undefined) return envelope
    const message = envelope.error.message.replace(id, `${id}, which the command reads first,`)
    return { ...envelope, error: { ...envelope.error, message } }
  }
