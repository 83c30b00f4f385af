import { type BudgetStore, batchShare, type Reservation } from "./store.js"

/** What is taken of `pg`: a `Pool`, or anything that queries as it does. */
export interface PostgresLike {
  query(text: string, values?: unknown[]): Promise<{ rows: { answer?: unknown }[] }>
}

/**
 * Counts in a Postgres, version 12 or later, for all processes that share it. The first use creates the tables
 * `ghx_budget`, `ghx_budget_log` and `ghx_budget_lease` and two functions in the first schema of the search path.
 *
 * @param pool A `pg.Pool`, which the caller ends. Each method takes one connection for one statement.
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
      const share = cost.priority === "batch" ? batchShare : 1
      const given = [token, JSON.stringify({ ...cost, share }), lease.id, lease.ms]
      const text = "select ghx_budget_reserve($1, $2, $3, $4) as answer"
      return (await run(text, ...given)) as Reservation
    },
    async release(token, lease) {
      await run("delete from ghx_budget_lease where token = $1 and id = $2", token, lease)
    },
    async observe(token, seen) {
      await run("select ghx_budget_observe($1, $2) as answer", token, JSON.stringify(seen))
    },
  }
}

// A statement of several parts is one transaction; the lock keeps processes that start together apart.
// Functions read the clock after they have the lock, so that a log is in the order of its times.
const migration = `
select pg_advisory_xact_lock(hashtext('ghx_budget migration'));
create table if not exists ghx_budget (
  token text primary key, paused bigint not null default 0, primaries jsonb not null default '{}');
create table if not exists ghx_budget_log (
  token text not null, name text not null, at bigint not null, points int not null);
create index if not exists ghx_budget_log_at on ghx_budget_log (token, name, at) include (points);
create table if not exists ghx_budget_lease (
  token text not null, id text not null, until bigint not null, primary key (token, id));
create or replace function ghx_budget_reserve(t text, cost jsonb, lease text, lease_ms double precision)
returns jsonb language plpgsql as $body$
declare
  ms_now bigint; state ghx_budget; w jsonb; p jsonb; most bigint; own bigint; over bigint;
  wait double precision; freed bigint; refused jsonb;
begin
  perform pg_advisory_xact_lock(hashtextextended(t, 7));
  ms_now := floor(extract(epoch from clock_timestamp()) * 1000);
  select * into state from ghx_budget where token = t;
  if coalesce(state.paused, 0) > ms_now then
    return jsonb_build_object('ok', false, 'window', 'pause', 'wait_ms', state.paused - ms_now);
  end if;
  for w in select * from jsonb_array_elements(cost->'windows') loop
    p := state.primaries -> (w->>'resource');
    if (p->>'till')::double precision <= ms_now then p := null; end if;
    most := floor(coalesce(p->>'limit', w->>'limit')::double precision * (cost->>'share')::double precision);
    if (w->>'points')::bigint > most then
      return jsonb_build_object('ok', false, 'window', w->>'name');
    end if;
    delete from ghx_budget_log
      where token = t and name = w->>'name' and at <= ms_now - (w->>'ms')::bigint;
    select coalesce(sum(points), 0) into own from ghx_budget_log where token = t and name = w->>'name';
    over := own + coalesce((p->>'foreign')::bigint, 0) + (w->>'points')::bigint - most;
    if over > 0 then
      wait := coalesce((p->>'till')::double precision - ms_now, (w->>'ms')::double precision);
      select l.at into freed from (
        select at, sum(points) over (order by at rows unbounded preceding) as total
        from ghx_budget_log where token = t and name = w->>'name') l
        where l.total >= over order by l.at limit 1;
      if found then wait := least(wait, freed + (w->>'ms')::bigint - ms_now); end if;
      if refused is null or (refused->>'wait_ms')::double precision < wait then
        refused := jsonb_build_object('ok', false, 'window', w->>'name', 'wait_ms', wait);
      end if;
    end if;
  end loop;
  if refused is not null then return refused; end if;
  delete from ghx_budget_lease where token = t and until <= ms_now;
  if (cost->>'concurrency')::bigint < 1 then
    return jsonb_build_object('ok', false, 'window', 'concurrency');
  end if;
  if (select count(*) from ghx_budget_lease where token = t) >= least(
    (cost->>'concurrency')::bigint,
    (2 ^ least(30, (ms_now - coalesce(state.paused, 0)) / 1000))::bigint) then
    return jsonb_build_object('ok', false, 'window', 'concurrency', 'wait_ms', 50);
  end if;
  insert into ghx_budget_log
    select t, e->>'name', ms_now, (e->>'points')::int from jsonb_array_elements(cost->'windows') e
    where (e->>'points')::int > 0;
  insert into ghx_budget_lease values (t, lease, ms_now + ceil(lease_ms)) on conflict (token, id) do nothing;
  return '{"ok":true}';
end $body$;
create or replace function ghx_budget_observe(t text, seen jsonb) returns jsonb language plpgsql as $body$
declare ms_now bigint; p jsonb := seen->'primary'; till bigint; own bigint;
begin
  perform pg_advisory_xact_lock(hashtextextended(t, 7));
  ms_now := floor(extract(epoch from clock_timestamp()) * 1000);
  insert into ghx_budget (token) values (t) on conflict do nothing;
  if seen ? 'pause_ms' then
    update ghx_budget set paused = greatest(paused, ms_now + ceil((seen->>'pause_ms')::double precision))
      where token = t;
  end if;
  if p is not null then
    till := ms_now + ceil((p->>'reset_ms')::double precision);
    select coalesce(sum(points), 0) into own from ghx_budget_log
      where token = t and name = p->>'window' and at > till - (p->>'ms')::bigint;
    update ghx_budget set primaries = primaries || jsonb_build_object(p->>'resource', jsonb_build_object(
      'limit', p->'limit', 'foreign', greatest(0, (p->>'used')::bigint - own), 'till', till)) where token = t;
  end if;
  return '{}';
end $body$;
`
