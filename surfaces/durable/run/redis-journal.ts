/** A journal in Redis: a list for each run, with its lease. */
import type { RedisLike } from "../../../runtime/features/budget/index.js"
import type { SharedJournal } from "./journal.js"
import { journalIn } from "./store-journal.js"

/**
 * Keeps journals in Redis 5 or later, which determines their durability: to survive a crash of the server, set
 * `appendonly yes` and `appendfsync always`.
 *
 * @param redis A connected `ioredis` client; the caller closes it.
 * @example durable(createClient(), { journal: redisJournal(new Redis("redis://127.0.0.1:6379")) })
 */
export function redisJournal(redis: RedisLike): SharedJournal {
  const ask = (run: string, command: string, ...args: (string | number)[]) => {
    // All keys of a run are in one slot of a cluster.
    const key = `{ghx:run:${run}}`
    return redis.eval(SCRIPT, 3, key, `${key}:lease`, `${key}:last`, command, ...args)
  }
  const is = async (...asked: Parameters<typeof ask>) => Number(await ask(...asked)) === 1
  return journalIn({
    append: (run, token, lines) => is(run, "append", token, ...lines),
    async lines(run) {
      const lines = await ask(run, "read")
      return Array.isArray(lines) ? lines : []
    },
    lease: (run, token, ms) => is(run, "lease", token, Math.ceil(ms)),
    renew: (run, token, ms) => is(run, "renew", token, Math.ceil(ms)),
    release: (run, token) => ask(run, "release", token),
    isHeld: (run) => is(run, "held"),
  })
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
