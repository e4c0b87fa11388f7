/** Statements of the pacing (pacing.ts) on the rows of budgets. */

/** Number of call times that a row keeps: more than any limit. */
const KEPT = 200;

/** Times are milliseconds since 1970. */
export interface Slot {
  /** The first time with room in all budgets. */
  at: number;
  /** The same for the budgets of the whole tenant, without those of one team. */
  tenantAt: number;
  /** End of the longest pause of these budgets and calls; null without one. */
  pausedUntil: number | null;
  isReserved: boolean;
}

/**
 * Reserves `n` calls in each budget, at the first time with room in all windows (`most` calls in `span` milliseconds)
 * and `gap` milliseconds after the latest call. `$6`: least time between two calls. `$7`: now. `$8`: latest time to
 * reserve. `$9`: names whose pauses count too. The budgets of one team have names that begin with `team/`.
 */
export const RESERVE = `
  with wanted as (
    select * from unnest($2::text[], $3::int[], $4::int[], $5::float8[], $6::float8[]) as w(budget, n, most, span, gap)
  ),
  held as (
    select p.budget, p.times, p.paused_until from graph_suite.pacing p
     where p.tenant_id = $1 and p.budget = any ($2::text[] || $9::text[])
     order by p.budget for update
  ),
  free as (
    select held.budget like 'team/%' as is_team, held.paused_until,
           greatest(held.paused_until,
                    held.times[cardinality(held.times) - wanted.most + wanted.n] + wanted.span,
                    held.times[cardinality(held.times)] + wanted.gap) as at
      from held left join wanted using (budget)
  ),
  slot as (
    select greatest($7::float8, max(at)) as at, greatest($7::float8, max(at) filter (where not is_team)) as tenant_at,
           max(paused_until) as paused_until
      from free
  ),
  written as (
    insert into graph_suite.pacing as p (tenant_id, budget, times)
    select $1, wanted.budget, array_fill(slot.at, array[wanted.n])
      from wanted, slot
     where slot.at <= $8::float8
     order by wanted.budget
    on conflict (tenant_id, budget) do update
       set times = array(
             select latest.time
               from (select time from unnest(p.times || excluded.times) time order by time desc limit ${KEPT}) latest
              order by 1)
  )
  select at, tenant_at as "tenantAt", paused_until as "pausedUntil", at <= $8::float8 as "isReserved" from slot`;

/** Pauses budgets and calls until `$3`. */
export const PAUSE = `
  insert into graph_suite.pacing as p (tenant_id, budget, times, paused_until)
  select $1, budget, '{}', $3 from unnest($2::text[]) budget order by budget
  on conflict (tenant_id, budget) do update set paused_until = greatest(p.paused_until, excluded.paused_until)`;

export const PAUSED = `
  select max(paused_until) as until from graph_suite.pacing where tenant_id = $1 and budget = any ($2::text[])`;

export const REMOVE_UNUSED = `
  delete from graph_suite.pacing
   where tenant_id = $1 and paused_until < $2 and coalesce(times[cardinality(times)], 0) < $2`;
