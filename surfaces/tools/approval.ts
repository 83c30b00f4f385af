/** Whether a call needs approval: the verdict of a client's `confirm`. */
import { registry } from "../../generated/registry.js"
import { type Client, destroys, knownOf, permanent } from "../../runtime/index.js"

/**
 * Whether a client with `confirm` would ask before a call; undefined if the call would be refused before that.
 *
 * @param run - makes the call, which ends where the client would ask
 */
export async function verdictOf(
  client: Client,
  run: (probe: Client) => Promise<unknown>,
): Promise<boolean | undefined> {
  let verdict: boolean | undefined
  const stops: Client["guard"]["stops"] = async ({ input }, _, call) => {
    verdict = destroys(call, input)
    return permanent("AUTH", "not_sent", "This call only asks whether it needs approval", {})
  }
  await run({ ...client, recording: undefined, guard: { ...client.guard, stops } })
  return verdict
}

/** Whether some input makes a capability destructive; true for what is no capability. */
export async function mayDestroy(id: string): Promise<boolean> {
  const known = knownOf(registry, id)
  if (known?.effect !== "write") return known?.effect !== "read"
  const { parts } = await registry.source(id).load()
  return parts?.isDestructive !== undefined
}
