/** A journal in Postgres: a table of entries, and one of leases. */
import type { PostgresLike } from "../../../runtime/features/budget/index.js"
import type { SharedJournal } from "./journal.js"
import { journalIn } from "./store-journal.js"

/**
 * Keeps journals in Postgres 11 or later, in the tables `ghx_run` and `ghx_run_entry`, which it creates on first use.
 *
 * @param pool A pool of `pg`, which the caller closes.
 * @example durable(createClient(), { journal: postgresJournal(new pg.Pool({ connectionString })) })
 */
export function postgresJournal(pool: PostgresLike): SharedJournal {
  let creating: Promise<unknown> | undefined
  const rows = async (text: string, ...values: unknown[]): Promise<readonly unknown[]> => {
    creating ??= pool.query(TABLES).catch((error: unknown) => {
      creating = undefined
      throw error
    })
    await creating
    return (await pool.query(text, values)).rows
  }
  const found = async (text: string, ...values: unknown[]) =>
    (await rows(text, ...values)).length > 0
  return journalIn({
    append: async (run, token, lines) =>
      (await rows(APPEND, run, token, lines)).length === lines.length,
    lines: async (run) => (await rows(READ, run)).map((row) => Object(row).entry),
    lease: (run, token, ms) => found(LEASE, run, token, ms),
    renew: (run, token, ms) => found(RENEW, run, token, ms),
    release: (run, token) => rows(RELEASE, run, token),
    isHeld: (run) => found(HELD, run),
  })
}

// Concurrent `create table` statements of processes that start together would fail.
const TABLES = `
begin;
select pg_advisory_xact_lock(4783201);
create table if not exists ghx_run (run text primary key, holder text, until timestamptz not null);
create table if not exists ghx_run_entry (id bigserial primary key, run text not null, entry text not null);
create index if not exists ghx_run_entry_by_run on ghx_run_entry (run, id);
commit;
`

const UNTIL = "clock_timestamp() + $3 * interval '1 millisecond'"

const LEASE = `insert into ghx_run as r values ($1, $2, ${UNTIL})
  on conflict (run) do update set holder = excluded.holder, until = excluded.until
    where r.holder is null or r.until < clock_timestamp() returning 1`

// An expired lease can be renewed unless another process has taken it.
const RENEW = `update ghx_run set until = ${UNTIL} where run = $1 and holder = $2 returning 1`

const RELEASE = "update ghx_run set holder = null where run = $1 and holder = $2"

const READ = "select entry from ghx_run_entry where run = $1 order by id"

const HELD =
  "select 1 from ghx_run where run = $1 and holder is not null and until > clock_timestamp()"

// The row stays locked until the entries are stored, so nobody can take the lease in between.
const APPEND = `with held as (select run from ghx_run where run = $1 and holder = $2 for update)
  insert into ghx_run_entry (run, entry)
  select held.run, line from held, unnest($3::text[]) with ordinality as all_lines(line, place) order by place
  returning id`
