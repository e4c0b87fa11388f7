/** Statements of the pacing (pacing.ts) on the rows of budgets. */

/** Number of call times that a row keeps: more than any limit. */
const KEPT = 200;

/**
 * Reserves `n` calls in each budget, at the first time with room in all windows: `most` calls in `span` milliseconds.
 * `$6`: now. `$7`: the longest wait; beyond it nothing is reserved.
 */
export const RESERVE = `
  with wanted as (
    select * from unnest($2::text[], $3::int[], $4::int[], $5::float8[]) as w(budget, n, most, span)
  ),
  held as (
    select p.budget, p.times, p.paused_until from graph_suite.pacing p
     where p.tenant_id = $1 and p.budget = any ($2::text[])
     order by p.budget for update
  ),
  slot as (
    select greatest($6::float8, max(greatest(
             held.paused_until, held.times[cardinality(held.times) - wanted.most + wanted.n] + wanted.span))) as at
      from wanted left join held using (budget)
  ),
  written as (
    insert into graph_suite.pacing as p (tenant_id, budget, times)
    select $1, wanted.budget, array_fill(slot.at, array[wanted.n])
      from wanted, slot
     where slot.at <= $6::float8 + $7::float8
     order by wanted.budget
    on conflict (tenant_id, budget) do update
       set times = array(
             select latest.time
               from (select time from unnest(p.times || excluded.times) time order by time desc limit ${KEPT}) latest
              order by 1)
  )
  select at from slot`;

/** The pause that delays a job, and the job's place among those that the pause rejected. Times are milliseconds. */
export interface Place {
  until: number;
  /** Number of jobs that the pause rejected earlier. */
  place: number;
  /** Number of jobs that retry together. */
  width: number;
  /** Time of the job's place in the line, if the job does not retry when the pause ends. */
  lineEnd: number;
  /** Length of the pause. */
  length: number;
}

/**
 * Gives a place to a job that waits for the longest pause of its budgets. `$4`: now. `$5`: pauses that end earlier are
 * ignored. `$6` and `$7`: limits of the line's length, which is otherwise the time since the first of the present
 * pauses.
 */
export const LINE_UP = `
  with pause as (
    select p.budget, least(w.most, p.line_width) as width
      from unnest($2::text[], $3::int[]) as w(budget, most)
      join graph_suite.pacing p on p.tenant_id = $1 and p.budget = w.budget and p.paused_until > $5::float8
     order by p.paused_until desc, p.budget limit 1
  )
  update graph_suite.pacing p
     set sent_back = p.sent_back + 1,
         line_end = case when p.sent_back < pause.width then p.line_end
           else least(greatest(p.line_end, p.paused_until) + (p.paused_until - p.paused_at) / pause.width,
                      p.paused_until + greatest($6::float8, least($7::float8, $4::float8 - p.throttled_since))) end
    from pause
   where p.tenant_id = $1 and p.budget = pause.budget
  returning p.paused_until as until, p.sent_back - 1 as place, pause.width, p.line_end as "lineEnd",
            p.paused_until - p.paused_at as length`;

/**
 * Pauses budgets from `$4` until `$3`. Jobs that wait for an earlier end will be rejected again, so the count of
 * rejected jobs restarts. `$5`: longest time between pauses that belong together.
 */
export const PAUSE = `
  insert into graph_suite.pacing as p (tenant_id, budget, times, paused_at, paused_until, throttled_since)
  select $1, budget, '{}', $4, $3, $4 from unnest($2::text[]) budget order by budget
  on conflict (tenant_id, budget) do update
     set paused_until = greatest(p.paused_until, excluded.paused_until),
         paused_at = case when p.paused_until > $4 then p.paused_at else $4 end,
         throttled_since = case when p.paused_until + $5::float8 > $4 then p.throttled_since else $4 end,
         line_width = case when p.paused_until > $4 then p.line_width
           else 2 + (select count(*) / 2 from unnest(p.times) time where time >= p.paused_until) end,
         sent_back = case when p.paused_until >= $3 then p.sent_back else 0 end`;

export const PAUSED = `
  select max(paused_until) as until from graph_suite.pacing where tenant_id = $1 and budget = any ($2::text[])`;

export const REMOVE_UNUSED = `
  delete from graph_suite.pacing
   where tenant_id = $1 and paused_until < $2 and coalesce(times[cardinality(times)], 0) < $2`;
