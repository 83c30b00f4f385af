import { type BudgetState, type BudgetStore, forgotten_ms, type Reservation } from "./store.js"

/** The part of `pg` that is used: a `Pool`, or anything with the same `query`. */
export interface PostgresLike {
  query(text: string, values?: unknown[]): Promise<{ rows: { answer?: unknown }[] }>
}

/**
 * A store in Postgres 12 or later, for all processes that share the database. The first use creates the
 * tables `ghx_budget`, `ghx_budget_log`, `ghx_budget_lease` and `ghx_budget_waiting` and eight functions in
 * the first schema of the search path.
 *
 * @param pool A `pg.Pool`; the caller ends it. Each method takes one connection for one statement.
 * @example
 * createGhx({ budget: { store: postgresBudget(new pg.Pool({ connectionString })) } })
 */
export function postgresBudget(pool: PostgresLike): BudgetStore {
  let migrating: Promise<unknown> | undefined
  const run = async (text: string, ...values: unknown[]): Promise<unknown> => {
    migrating ??= pool.query(migration).catch((error: unknown) => {
      migrating = undefined
      throw error
    })
    await migrating
    return (await pool.query(text, values)).rows[0]?.answer
  }
  return {
    async reserve(token, cost, lease) {
      const given = [token, JSON.stringify(cost), lease.id, lease.ms, forgotten_ms]
      const text = "select ghx_budget_reserve($1, $2, $3, $4, $5) as answer"
      return (await run(text, ...given)) as Reservation
    },
    async release(token, lease, windows = []) {
      const names = windows.map(({ name }) => name)
      await run("select ghx_budget_release($1, $2, $3) as answer", token, lease.id, names)
    },
    async observe(token, seen) {
      await run("select ghx_budget_observe($1, $2) as answer", token, JSON.stringify(seen))
    },
    async restore(token, history) {
      await run("select ghx_budget_restore($1, $2) as answer", token, JSON.stringify(history))
    },
    async look(token, windows) {
      const text = "select ghx_budget_look($1, $2) as answer"
      return (await run(text, token, JSON.stringify(windows))) as BudgetState
    },
  }
}

// A statement of several parts is one transaction; the lock keeps processes that start together apart.
// Functions read the clock after they have the lock, so that a log is in the order of its times.
const migration = `
select pg_advisory_xact_lock(hashtext('ghx_budget migration'));
create table if not exists ghx_budget (
  token text primary key, born bigint not null, paused bigint not null default 0,
  primaries jsonb not null default '{}', reports jsonb not null default '{}');
create table if not exists ghx_budget_log (
  token text not null, name text not null, lease text not null, points int not null, reserved bigint not null,
  at bigint not null, primary key (token, name, lease));
create index if not exists ghx_budget_log_at on ghx_budget_log (token, name, at) include (points);
create table if not exists ghx_budget_lease (
  token text not null, id text not null, until bigint not null, primary key (token, id));
create table if not exists ghx_budget_waiting (
  token text not null, id text not null, about jsonb not null, until bigint not null, primary key (token, id));
create or replace function ghx_budget_begin(t text, ms_now bigint) returns bigint language plpgsql as $body$
declare since bigint;
begin
  select born into since from ghx_budget where token = t;
  if found then return since; end if;
  insert into ghx_budget (token, born) values (t, ms_now);
  return ms_now;
end $body$;
create or replace function ghx_budget_measure(t text, w jsonb, ms_now bigint)
returns jsonb language plpgsql as $body$
declare p jsonb; most bigint; used bigint;
begin
  select primaries -> (w->>'resource') into p from ghx_budget where token = t;
  if (p->>'till')::double precision <= ms_now then p := null; end if;
  most := floor(coalesce(p->>'limit', w->>'limit')::double precision *
    coalesce(w->>'share', '1')::double precision);
  select coalesce(sum(points), 0) + coalesce((p->>'foreign')::bigint, 0) into used from ghx_budget_log
    where token = t and name = w->>'name' and at > ms_now - (w->>'ms')::double precision;
  return jsonb_build_object('name', w->'name', 'limit', most, 'left', most - used, 'till', p->'till');
end $body$;
create or replace function ghx_budget_refuse(
  t text, cost jsonb, lease text, reason text, wait double precision, till bigint)
returns jsonb language plpgsql as $body$
begin
  insert into ghx_budget_waiting values (t, lease, jsonb_build_object('priority', cost->'priority',
      'window', reason, 'requests', 1 + coalesce(cost->>'behind', '0')::int), till)
    on conflict (token, id) do update set about = excluded.about, until = excluded.until;
  return jsonb_build_object('ok', false, 'window', reason, 'wait_ms', wait);
end $body$;
create or replace function ghx_budget_reserve(
  t text, cost jsonb, lease text, lease_ms double precision, forgotten_ms double precision)
returns jsonb language plpgsql as $body$
declare
  ms_now bigint; stop bigint; w jsonb; one jsonb; over bigint; remains jsonb := '{}';
  wait double precision; freed bigint; longest double precision := 0; at_fault text; known jsonb;
begin
  perform pg_advisory_xact_lock(hashtextextended(t, 7));
  ms_now := floor(extract(epoch from clock_timestamp()) * 1000);
  known := jsonb_build_object('epoch', ghx_budget_begin(t, ms_now));
  delete from ghx_budget_waiting where token = t and (id = lease or until <= ms_now);
  select paused into stop from ghx_budget where token = t;
  if stop > ms_now then
    return known || ghx_budget_refuse(t, cost, lease, 'pause', stop - ms_now, (stop + forgotten_ms)::bigint);
  end if;
  for w in select * from jsonb_array_elements(cost->'windows') loop
    delete from ghx_budget_log
      where token = t and name = w->>'name' and at <= ms_now - 2 * (w->>'ms')::double precision;
    one := ghx_budget_measure(t, w, ms_now);
    if (w->>'points')::bigint > (one->>'limit')::bigint then
      return known || jsonb_build_object('ok', false, 'window', w->>'name');
    end if;
    over := (w->>'points')::bigint - (one->>'left')::bigint;
    remains := remains || jsonb_build_object(w->>'name', (one->>'left')::bigint);
    if over > 0 then
      wait := coalesce((one->>'till')::double precision - ms_now, (w->>'ms')::double precision);
      select l.at into freed from (
        select at, sum(points) over (order by at rows unbounded preceding) as total
        from ghx_budget_log
        where token = t and name = w->>'name' and at > ms_now - (w->>'ms')::double precision) l
        where l.total >= over order by l.at limit 1;
      if found then wait := least(wait, freed + (w->>'ms')::double precision - ms_now); end if;
      wait := greatest(1, wait);
      if wait > longest then longest := wait; at_fault := w->>'name'; end if;
    end if;
  end loop;
  if at_fault is not null then
    return known || ghx_budget_refuse(t, cost, lease, at_fault, longest, (ms_now + longest + forgotten_ms)::bigint)
      || jsonb_build_object('left', remains);
  end if;
  delete from ghx_budget_lease where token = t and until <= ms_now;
  if (cost->>'concurrency')::bigint < 1 then
    return known || jsonb_build_object('ok', false, 'window', 'concurrency');
  end if;
  if (select count(*) from ghx_budget_lease where token = t) >= least(
    (cost->>'concurrency')::bigint,
    (2 ^ least(30, (ms_now - stop) / 1000))::bigint) then
    return known || ghx_budget_refuse(t, cost, lease, 'concurrency', 50, (ms_now + forgotten_ms)::bigint)
      || jsonb_build_object('left', remains);
  end if;
  -- What the reservation took before is not counted a second time.
  insert into ghx_budget_log
    select t, e->>'name', lease, (e->>'points')::int, ms_now, ms_now from jsonb_array_elements(cost->'windows') e
    where (e->>'points')::int > 0
    on conflict on constraint ghx_budget_log_pkey do update set at = excluded.at, reserved = excluded.reserved;
  select jsonb_object_agg(e->>'name', (remains->>(e->>'name'))::bigint - (e->>'points')::bigint) into remains
    from jsonb_array_elements(cost->'windows') e;
  insert into ghx_budget_lease values (t, lease, ms_now + ceil(lease_ms)) on conflict (token, id) do nothing;
  return known || jsonb_build_object('ok', true, 'left', remains);
end $body$;
create or replace function ghx_budget_release(t text, ended text, names text[])
returns jsonb language plpgsql as $body$
declare ms_now bigint;
begin
  perform pg_advisory_xact_lock(hashtextextended(t, 7));
  ms_now := floor(extract(epoch from clock_timestamp()) * 1000);
  delete from ghx_budget_lease where token = t and id = ended;
  delete from ghx_budget_waiting where token = t and id = ended;
  update ghx_budget_log set at = ms_now where token = t and name = any(names) and lease = ended;
  return '{}';
end $body$;
create or replace function ghx_budget_restore(t text, given jsonb) returns jsonb language plpgsql as $body$
declare ms_now bigint; since bigint; w jsonb; ms double precision; r jsonb; till bigint; lost bigint;
begin
  perform pg_advisory_xact_lock(hashtextextended(t, 7));
  ms_now := floor(extract(epoch from clock_timestamp()) * 1000);
  since := ghx_budget_begin(t, ms_now);
  insert into ghx_budget_lease
    select t, e->>'id', ms_now + ceil((e->>'ms')::double precision) from jsonb_array_elements(given->'leases') e
    on conflict (token, id) do nothing;
  for w in select * from jsonb_array_elements(given->'windows') loop
    ms := (w->>'ms')::double precision;
    insert into ghx_budget_log
      select t, w->>'name', e->>'lease', (e->>'points')::int,
        ms_now - floor((e->>'reserved_ago')::double precision), ms_now - floor((e->>'counted_ago')::double precision)
      from jsonb_array_elements(w->'entries') e
      on conflict (token, name, lease) do update set at = greatest(ghx_budget_log.at, excluded.at);
    till := ms_now - floor((w->'report'->>'ago')::double precision);
    select reports -> (w->>'name') into r from ghx_budget where token = t;
    if till < since and till > coalesce((r->>'at')::bigint, 0) then
      r := jsonb_build_object('used', w->'report'->'used', 'at', till);
      update ghx_budget set reports = reports || jsonb_build_object(w->>'name', r) where token = t;
    end if;
    continue when r is null;
    delete from ghx_budget_log where token = t and name = w->>'name' and lease = 'lost';
    select (r->>'used')::bigint - coalesce(sum(points), 0) into lost from ghx_budget_log
      where token = t and name = w->>'name'
        and at > (r->>'at')::bigint - ms and reserved < (r->>'at')::bigint;
    insert into ghx_budget_log
      select t, w->>'name', 'lost', lost, (r->>'at')::bigint, (r->>'at')::bigint where lost > 0;
  end loop;
  return '{}';
end $body$;
create or replace function ghx_budget_look(t text, windows jsonb) returns jsonb language plpgsql as $body$
declare ms_now bigint; stop bigint;
begin
  ms_now := floor(extract(epoch from clock_timestamp()) * 1000);
  select paused into stop from ghx_budget where token = t;
  return jsonb_build_object(
    'windows', (select coalesce(jsonb_agg(jsonb_build_object('name', m->'name', 'limit', m->'limit',
        'left', greatest(0, (m->>'left')::bigint)) order by place), '[]')
      from (select ghx_budget_measure(t, e, ms_now) as m, place
        from jsonb_array_elements(windows) with ordinality as w(e, place)) measured),
    'requests', (select count(*) from ghx_budget_lease where token = t and until > ms_now),
    'pause_ms', greatest(0, coalesce(stop, 0) - ms_now),
    'waiting', (select coalesce(jsonb_agg(about), '[]') from ghx_budget_waiting
      where token = t and until > ms_now));
end $body$;
create or replace function ghx_budget_observe(t text, seen jsonb) returns jsonb language plpgsql as $body$
declare ms_now bigint; p jsonb := seen->'primary'; till bigint; own bigint;
begin
  perform pg_advisory_xact_lock(hashtextextended(t, 7));
  ms_now := floor(extract(epoch from clock_timestamp()) * 1000);
  perform ghx_budget_begin(t, ms_now);
  if seen ? 'pause_ms' then
    update ghx_budget set paused = greatest(paused, ms_now + ceil((seen->>'pause_ms')::double precision))
      where token = t;
  end if;
  if p is not null then
    till := ms_now + ceil((p->>'reset_ms')::double precision);
    select coalesce(sum(points), 0) into own from ghx_budget_log
      where token = t and name = p->>'window' and at > till - (p->>'ms')::double precision;
    update ghx_budget set primaries = primaries || jsonb_build_object(p->>'resource', jsonb_build_object(
      'limit', p->'limit', 'foreign', greatest(0, (p->>'used')::bigint - own), 'till', till)) where token = t;
  end if;
  return '{}';
end $body$;
`
