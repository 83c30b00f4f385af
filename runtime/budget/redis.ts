import {
  type BudgetState,
  type BudgetStore,
  type BudgetWindow,
  forgotten_ms,
  type Reservation,
} from "./store.js"

/** The part of `ioredis` that is used: a `Redis` or a `Cluster`. */
export interface RedisLike {
  eval(script: string, keys: number, ...args: (string | number)[]): Promise<unknown>
}

/**
 * A store in Redis 5 or later, for all processes that share the server.
 *
 * @param redis A connected `ioredis` client; the caller closes it.
 * @example
 * createGhx({ budget: { store: redisBudget(new Redis("redis://127.0.0.1:6379")) } })
 */
export function redisBudget(redis: RedisLike): BudgetStore {
  const run = (token: string, command: string, logs: readonly string[], ...args: unknown[]) => {
    // All keys of a token in one slot of a cluster, and each of them declared.
    const key = `{ghx:budget:${token}}`
    const keys = [key, `${key}:leases`, `${key}:waiting`, ...logs.map((log) => `${key}:log:${log}`)]
    return redis.eval(script, keys.length, ...keys, command, ...args.map(String))
  }
  const namesOf = (windows: readonly BudgetWindow[]) => windows.map(({ name }) => name)
  return {
    async reserve(token, cost, lease): Promise<Reservation> {
      const { id, ms } = lease
      const logs = namesOf(cost.windows)
      const answer = await run(token, "reserve", logs, JSON.stringify(cost), id, ms, forgotten_ms)
      return JSON.parse(String(answer))
    },
    async release(token, lease, windows = []) {
      const about = JSON.stringify(windows.map(({ points, ms }) => ({ points, ms })))
      await run(token, "release", namesOf(windows), lease.id, lease.ms, about)
    },
    async observe(token, observation) {
      const { primary } = observation
      await run(token, "observe", primary ? [primary.window] : [], JSON.stringify(observation))
    },
    async look(token, windows): Promise<BudgetState> {
      const found = JSON.parse(
        String(await run(token, "look", namesOf(windows), JSON.stringify({ windows }))),
      )
      // An empty table of Lua is written as an object.
      return { ...found, waiting: Object.values(found.waiting) }
    },
  }
}

// A log is a list of "ms points", oldest first, with its sum in the hash, so that expired entries are
// touched once. The time is the server's, so no process compares its clock with another's.
const script = `
redis.replicate_commands()
local key, leases, waiting, command = KEYS[1], KEYS[2], KEYS[3], ARGV[1]
local clock = redis.call('TIME')
local now = clock[1] * 1000 + math.floor(clock[2] / 1000)
local function log(list, name, ms)
  while true do
    local first = redis.call('LINDEX', list, 0)
    if not first then redis.call('HDEL', key, 'sum:' .. name) break end
    local at, points = string.match(first, '^(%S+) (%S+)$')
    if tonumber(at) > now - ms then break end
    redis.call('LPOP', list)
    redis.call('HINCRBY', key, 'sum:' .. name, -points)
  end
  return tonumber(redis.call('HGET', key, 'sum:' .. name) or '0')
end
if command == 'release' then
  local till = redis.call('ZSCORE', leases, ARGV[2])
  if till then
    local reserved = string.format('%.0f', till - math.floor(ARGV[3]))
    for i, w in ipairs(cjson.decode(ARGV[4])) do
      local list, entry = KEYS[3 + i], string.format(' %.0f', w.points)
      -- Requests of the same moment and cost are alike.
      if redis.call('LREM', list, -1, reserved .. entry) == 1 then
        redis.call('RPUSH', list, string.format('%.0f', now) .. entry)
        redis.call('PEXPIRE', list, math.ceil(w.ms) + 1000)
      end
    end
    redis.call('ZREM', leases, ARGV[2])
  end
  redis.call('HDEL', waiting, ARGV[2])
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
    log(KEYS[4], p.window, p.ms)
    local reset, own = now + p.reset_ms, 0
    for _, one in ipairs(redis.call('LRANGE', KEYS[4], 0, -1)) do
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
local cost = cjson.decode(ARGV[2])
local measured = {}
for i, w in ipairs(cost.windows) do
  local found = w.resource and redis.call('HGET', key, 'primary:' .. w.resource)
  local p = found and cjson.decode(found)
  if p and p.till <= now then p = nil end
  local limit = math.floor((p and p.limit or w.limit) * (w.share or 1))
  local used = log(KEYS[3 + i], w.name, w.ms) + (p and p.foreign or 0)
  measured[i] = { name = w.name, limit = limit, left = limit - used, till = p and p.till }
end
if command == 'look' then
  local state = { windows = {}, waiting = {}, requests = 0, pause_ms = math.max(0, paused - now) }
  for i, one in ipairs(measured) do
    state.windows[i] = { name = one.name, limit = one.limit, left = math.max(0, one.left) }
  end
  state.requests = redis.call('ZCOUNT', leases, '(' .. string.format('%.0f', now), '+inf')
  local all = redis.call('HGETALL', waiting)
  for i = 1, #all, 2 do
    local one = cjson.decode(all[i + 1])
    -- Those of processes that died while they waited.
    if one.till <= now then redis.call('HDEL', waiting, all[i])
    else
      table.insert(state.waiting, { priority = one.priority, window = one.window, requests = one.requests })
    end
  end
  return cjson.encode(state)
end
local lease = ARGV[3]
local left, longest, at_fault = nil, 0, nil
local function refuse(window, wait)
  if wait then
    redis.call('HSET', waiting, lease, cjson.encode({ priority = cost.priority, window = window,
      requests = 1 + (cost.behind or 0), till = now + wait + ARGV[5] }))
    redis.call('PEXPIRE', waiting, 7200000)
  end
  return cjson.encode({ ok = false, window = window, wait_ms = wait, left = wait and left })
end
if paused > now then return refuse('pause', paused - now) end
left = {}
for i, w in ipairs(cost.windows) do
  local one = measured[i]
  left[w.name] = one.left
  if w.points > one.limit then return refuse(w.name) end
  local over = w.points - one.left
  if over > 0 then
    local wait, from = one.till and one.till - now or w.ms, 0
    while over > 0 do
      local some = redis.call('LRANGE', KEYS[3 + i], from, from + 99)
      if #some == 0 then break end
      for _, entry in ipairs(some) do
        local at, points = string.match(entry, '^(%S+) (%S+)$')
        over = over - points
        if over <= 0 then wait = math.min(wait, at + w.ms - now) break end
      end
      from = from + 100
    end
    wait = math.max(1, wait)
    if wait > longest then longest, at_fault = wait, w.name end
  end
end
if at_fault then return refuse(at_fault, longest) end
redis.call('ZREMRANGEBYSCORE', leases, '-inf', now)
if cost.concurrency < 1 then return refuse('concurrency') end
local most = math.min(cost.concurrency, 2 ^ math.min(30, math.floor((now - paused) / 1000)))
if redis.call('ZCARD', leases) >= most then return refuse('concurrency', 50) end
for i, w in ipairs(cost.windows) do
  left[w.name] = left[w.name] - w.points
  if w.points > 0 then
    local list = KEYS[3 + i]
    redis.call('RPUSH', list, string.format('%.0f %.0f', now, w.points))
    redis.call('HINCRBY', key, 'sum:' .. w.name, w.points)
    redis.call('PEXPIRE', list, math.ceil(w.ms) + 1000)
  end
end
if redis.call('PTTL', key) < 7200000 then redis.call('PEXPIRE', key, 14400000) end
redis.call('ZADD', leases, now + math.floor(ARGV[4]), lease)
redis.call('PEXPIRE', leases, 7200000)
redis.call('HDEL', waiting, lease)
return cjson.encode({ ok = true, left = left })
`
