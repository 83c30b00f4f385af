/** A journal in Redis: a list for each run, with its lease. */
import { randomUUID } from "node:crypto"
import type { RedisLike } from "../../../runtime/features/budget/index.js"
import {
  checkRunName,
  entryIn,
  type JournalEntry,
  lineOf,
  lostLease,
  type SharedJournal,
} from "./journal.js"

/**
 * Keeps journals in Redis 5 or later, which determines their durability: to survive a crash of the server, set
 * `appendonly yes` and `appendfsync always`.
 *
 * @param redis A connected `ioredis` client; the caller closes it.
 * @example durable(createClient(), { journal: redisJournal(new Redis("redis://127.0.0.1:6379")) })
 */
export function redisJournal(redis: RedisLike): SharedJournal {
  const held = new Map<string, string>()
  const ask = (run: string, command: string, ...args: (string | number)[]) => {
    // All keys of a run are in one slot of a cluster.
    const key = `{ghx:run:${run}}`
    return redis.eval(SCRIPT, 3, key, `${key}:lease`, `${key}:last`, command, ...args)
  }
  const append = async (run: string, entries: readonly JournalEntry[]) => {
    const token = held.get(run)
    const stored = token && (await ask(run, "append", token, ...entries.map(lineOf)))
    if (Number(stored) !== 1) throw lostLease(run)
  }
  return {
    begin: append,
    finish: append,
    async read(run) {
      checkRunName(run)
      const lines = await ask(run, "read")
      return Array.isArray(lines) ? lines.map((line) => entryIn(String(line))) : []
    },
    async lease(run, ms) {
      checkRunName(run)
      const token = randomUUID()
      if (Number(await ask(run, "lease", token, Math.ceil(ms))) !== 1) return undefined
      held.set(run, token)
      return {
        renew: async () => Number(await ask(run, "renew", token, Math.ceil(ms))) === 1,
        async release() {
          if (held.get(run) === token) held.delete(run)
          await ask(run, "release", token)
        },
      }
    },
    isHeld: async (run) => Number(await ask(run, "held")) === 1,
  }
}

// An expired lease can be renewed unless another process has taken it, so an outage of the server ends no
// run.
const SCRIPT = `
local list, lease, last, command, token = KEYS[1], KEYS[2], KEYS[3], ARGV[1], ARGV[2]
if command == 'read' then return redis.call('LRANGE', list, 0, -1) end
local holder = redis.call('GET', lease)
if command == 'held' then return holder and 1 or 0 end
if command == 'lease' then
  if holder then return 0 end
  redis.call('SET', lease, token, 'PX', ARGV[3])
  redis.call('SET', last, token)
  return 1
end
local isOurs = holder == token or (not holder and redis.call('GET', last) == token)
if not isOurs then return 0 end
if command == 'release' then return redis.call('DEL', lease, last) end
if command == 'renew' then
  redis.call('SET', lease, token, 'PX', ARGV[3])
  return 1
end
for i = 3, #ARGV do redis.call('RPUSH', list, ARGV[i]) end
return 1
`
