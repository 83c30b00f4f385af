import { type BudgetState, type BudgetStore, forgotten_ms, type Reservation } from "./store.js"

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
    const logKeys = logs.map((log) => `${key}:spent:${log}`)
    const keys = [key, `${key}:leases`, `${key}:waiting`, ...logKeys]
    return redis.eval(script, keys.length, ...keys, command, ...args.map(String))
  }
  const namesOf = (windows: readonly { readonly name: string }[]) => windows.map(({ name }) => name)
  return {
    async reserve(token, cost, lease): Promise<Reservation> {
      const { id, ms } = lease
      const logs = namesOf(cost.windows)
      const answer = await run(token, "reserve", logs, JSON.stringify(cost), id, ms, forgotten_ms)
      return JSON.parse(String(answer))
    },
    async release(token, lease, windows = []) {
      const about = JSON.stringify(windows.map(({ points, ms }) => ({ points, ms })))
      await run(token, "release", namesOf(windows), lease.id, about)
    },
    async observe(token, observation) {
      const { primary } = observation
      await run(token, "observe", primary ? [primary.window] : [], JSON.stringify(observation))
    },
    async restore(token, history) {
      const names = namesOf(history.windows)
      const logs = [...names, ...names.map((name) => `restored:${name}`)]
      await run(token, "restore", logs, JSON.stringify(history))
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

// A log is a sorted set of "points lease" by the time from which they count, with its sum in the hash, so that expired
// entries are touched once. The time is the server's, so no process compares its clock with another's.
const script = `
redis.replicate_commands()
local key, leases, waiting, command = KEYS[1], KEYS[2], KEYS[3], ARGV[1]
local clock = redis.call('TIME')
local now = clock[1] * 1000 + math.floor(clock[2] / 1000)
local function sum_of(members)
  local sum = 0
  for _, member in ipairs(members) do sum = sum + string.match(member, '^%d+') end
  return sum
end
local function log(list, name, ms)
  if redis.call('EXISTS', list) == 0 then redis.call('HDEL', key, 'sum:' .. name) return 0 end
  local old = redis.call('ZRANGEBYSCORE', list, '-inf', now - ms)
  if #old > 0 then
    redis.call('ZREMRANGEBYSCORE', list, '-inf', now - ms)
    redis.call('HINCRBY', key, 'sum:' .. name, -sum_of(old))
  end
  return tonumber(redis.call('HGET', key, 'sum:' .. name) or '0')
end
-- What a reservation took before is not counted a second time.
local function add(list, name, ms, at, points, lease)
  if redis.call('ZADD', list, at, string.format('%.0f ', points) .. lease) == 1 then
    redis.call('HINCRBY', key, 'sum:' .. name, points)
  end
  redis.call('PEXPIRE', list, math.ceil(ms) + 1000)
end
if command == 'release' then
  for i, w in ipairs(cjson.decode(ARGV[3])) do
    redis.call('ZADD', KEYS[3 + i], 'XX', now, string.format('%.0f ', w.points) .. ARGV[2])
    redis.call('PEXPIRE', KEYS[3 + i], math.ceil(w.ms) + 1000)
  end
  redis.call('ZREM', leases, ARGV[2])
  redis.call('HDEL', waiting, ARGV[2])
  return '{}'
end
local function born()
  if redis.call('HSETNX', key, 'born', now) == 1 then redis.call('PEXPIRE', key, 14400000) end
  return tonumber(redis.call('HGET', key, 'born'))
end
if command == 'restore' then
  local given, born = cjson.decode(ARGV[2]), born()
  for _, lease in ipairs(given.leases) do
    redis.call('ZADD', leases, 'NX', now + math.floor(lease.ms), lease.id)
    redis.call('PEXPIRE', leases, 7200000)
  end
  for i, w in ipairs(given.windows) do
    local list, restored = KEYS[3 + i], KEYS[3 + #given.windows + i]
    log(list, w.name, w.ms)
    for _, e in ipairs(w.entries) do
      local member = string.format('%.0f ', e.points) .. e.lease
      local at, known = now - math.floor(e.counted_ago), redis.call('ZSCORE', list, member)
      redis.call('ZADD', restored, now - math.floor(e.reserved_ago), member)
      if at > now - w.ms and not (known and tonumber(known) >= at) then
        add(list, w.name, w.ms, at, e.points, e.lease)
      end
    end
    redis.call('ZREMRANGEBYSCORE', restored, '-inf', now - 2 * w.ms)
    redis.call('PEXPIRE', restored, math.ceil(w.ms) * 2)
    local found = redis.call('HGET', key, 'report:' .. w.name)
    local report = found and cjson.decode(found)
    for _, member in ipairs(report and redis.call('ZRANGEBYSCORE', list, report.at, report.at) or {}) do
      if string.match(member, ' lost$') then
        redis.call('ZREM', list, member)
        redis.call('HINCRBY', key, 'sum:' .. w.name, -sum_of({ member }))
      end
    end
    local at = w.report and now - math.floor(w.report.ago)
    if at and at < born and not (report and report.at >= at) then
      report = { used = w.report.used, at = at }
      redis.call('HSET', key, 'report:' .. w.name, cjson.encode(report))
    end
    if report and report.at > now - w.ms then
      local known = redis.call('ZRANGEBYSCORE', restored, '(' .. report.at - w.ms, '(' .. report.at)
      local points = report.used - sum_of(known)
      if points > 0 then add(list, w.name, w.ms, report.at, points, 'lost') end
    end
  end
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
    local reset = now + p.reset_ms
    local own = sum_of(redis.call('ZRANGEBYSCORE', KEYS[4], '(' .. reset - p.ms, '+inf'))
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
local lease, epoch = ARGV[3], born()
local left, longest, at_fault = nil, 0, nil
local function refuse(window, wait)
  if wait then
    redis.call('HSET', waiting, lease, cjson.encode({ priority = cost.priority, window = window,
      requests = 1 + (cost.behind or 0), till = now + wait + ARGV[5] }))
    redis.call('PEXPIRE', waiting, 7200000)
  end
  return cjson.encode({ ok = false, window = window, wait_ms = wait, left = wait and left, epoch = epoch })
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
      local some = redis.call('ZRANGE', KEYS[3 + i], from, from + 99, 'WITHSCORES')
      if #some == 0 then break end
      for j = 1, #some, 2 do
        over = over - string.match(some[j], '^%d+')
        if over <= 0 then wait = math.min(wait, some[j + 1] + w.ms - now) break end
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
  if w.points > 0 then add(KEYS[3 + i], w.name, w.ms, now, w.points, lease) end
end
if redis.call('PTTL', key) < 7200000 then redis.call('PEXPIRE', key, 14400000) end
redis.call('ZADD', leases, now + math.floor(ARGV[4]), lease)
redis.call('PEXPIRE', leases, 7200000)
redis.call('HDEL', waiting, lease)
return cjson.encode({ ok = true, left = left, epoch = epoch })
`
