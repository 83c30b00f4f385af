import { type BudgetStore, batchShare, type Reservation } from "./store.js"

/** What is taken of `ioredis`: a `Redis` or a `Cluster`. */
export interface RedisLike {
  eval(script: string, keys: number, ...args: (string | number)[]): Promise<unknown>
}

/**
 * Counts in a Redis, version 5 or later, for all processes that share it.
 *
 * @param redis A connected `ioredis` client, which the caller closes.
 * @example
 * createGhx({ budget: { store: redisBudget(new Redis("redis://127.0.0.1:6379")) } })
 */
export function redisBudget(redis: RedisLike): BudgetStore {
  const run = (token: string, ...args: (string | number)[]) =>
    // All keys of a token in one slot of a cluster.
    redis.eval(script, 1, `{ghx:budget:${token}}`, ...args)
  return {
    async reserve(token, cost, lease): Promise<Reservation> {
      const share = cost.priority === "batch" ? batchShare : 1
      const answer = await run(
        token,
        "reserve",
        JSON.stringify({ ...cost, share }),
        lease.id,
        lease.ms,
      )
      return JSON.parse(String(answer))
    },
    async release(token, lease) {
      await run(token, "release", lease)
    },
    async observe(token, observation) {
      await run(token, "observe", JSON.stringify(observation))
    },
  }
}

// A log is a list of "ms points", oldest first, with its sum in the hash, so that what is expired is
// touched once. The time is the server's: no process compares its clock with another's.
const script = `
redis.replicate_commands()
local key, command = KEYS[1], ARGV[1]
local clock = redis.call('TIME')
local now = clock[1] * 1000 + math.floor(clock[2] / 1000)
local leases = key .. ':leases'
local function log(name, ms)
  local list = key .. ':log:' .. name
  while true do
    local first = redis.call('LINDEX', list, 0)
    if not first then redis.call('HDEL', key, 'sum:' .. name) break end
    local at, points = string.match(first, '^(%S+) (%S+)$')
    if tonumber(at) > now - ms then break end
    redis.call('LPOP', list)
    redis.call('HINCRBY', key, 'sum:' .. name, -points)
  end
  return list, tonumber(redis.call('HGET', key, 'sum:' .. name) or '0')
end
if command == 'release' then
  redis.call('ZREM', leases, ARGV[2])
  return '{}'
end
local paused = tonumber(redis.call('HGET', key, 'paused') or '0')
if command == 'observe' then
  local seen = cjson.decode(ARGV[2])
  local keep = 7200000
  if seen.pause_ms then
    redis.call('HSET', key, 'paused', string.format('%.0f', math.max(paused, now + seen.pause_ms)))
    keep = keep + seen.pause_ms
  end
  local p = seen.primary
  if p then
    local list = log(p.window, p.ms)
    local reset, own = now + p.reset_ms, 0
    for _, one in ipairs(redis.call('LRANGE', list, 0, -1)) do
      local at, points = string.match(one, '^(%S+) (%S+)$')
      if tonumber(at) > reset - p.ms then own = own + points end
    end
    redis.call('HSET', key, 'primary:' .. p.resource,
      cjson.encode({ limit = p.limit, foreign = math.max(0, p.used - own), till = reset }))
    keep = keep + p.reset_ms
  end
  redis.call('PEXPIRE', key, math.floor(keep))
  return '{}'
end
if paused > now then return cjson.encode({ ok = false, window = 'pause', wait_ms = paused - now }) end
local cost = cjson.decode(ARGV[2])
local refused
for _, w in ipairs(cost.windows) do
  local found = w.resource and redis.call('HGET', key, 'primary:' .. w.resource)
  local p = found and cjson.decode(found)
  if p and p.till <= now then p = nil end
  local limit = math.floor((p and p.limit or w.limit) * cost.share)
  if w.points > limit then return cjson.encode({ ok = false, window = w.name }) end
  local list, own = log(w.name, w.ms)
  local over = own + (p and p.foreign or 0) + w.points - limit
  if over > 0 then
    local wait, from = p and p.till - now or w.ms, 0
    while over > 0 do
      local some = redis.call('LRANGE', list, from, from + 99)
      if #some == 0 then break end
      for _, one in ipairs(some) do
        local at, points = string.match(one, '^(%S+) (%S+)$')
        over = over - points
        if over <= 0 then wait = math.min(wait, at + w.ms - now) break end
      end
      from = from + 100
    end
    if not refused or refused.wait_ms < wait then refused = { ok = false, window = w.name, wait_ms = wait } end
  end
end
if refused then return cjson.encode(refused) end
redis.call('ZREMRANGEBYSCORE', leases, '-inf', now)
if cost.concurrency < 1 then return cjson.encode({ ok = false, window = 'concurrency' }) end
local most = math.min(cost.concurrency, 2 ^ math.min(30, math.floor((now - paused) / 1000)))
if redis.call('ZCARD', leases) >= most then
  return cjson.encode({ ok = false, window = 'concurrency', wait_ms = 50 })
end
for _, w in ipairs(cost.windows) do
  if w.points > 0 then
    local list = key .. ':log:' .. w.name
    redis.call('RPUSH', list, string.format('%.0f %.0f', now, w.points))
    redis.call('HINCRBY', key, 'sum:' .. w.name, w.points)
    redis.call('PEXPIRE', list, w.ms + 1000)
  end
end
if redis.call('PTTL', key) < 7200000 then redis.call('PEXPIRE', key, 7200000) end
redis.call('ZADD', leases, now + tonumber(ARGV[4]), ARGV[3])
redis.call('PEXPIRE', leases, 7200000)
return '{"ok":true}'
`
