/** Names that teams are about to get, from a job that creates a team or from a rename. */
import { CompiledQuery, type Kysely } from 'kysely';
import { nameKey } from '../domain/names/key.ts';
import type { TeamNameStore } from '../domain/teams/ports.ts';
import { idOfAge } from '../kernel/ids.ts';
import type { CharterTables } from './tables.ts';

const NAME_REQUESTED = `
  select from charter.jobs
   where tenant_id = $1 and name_key = $2 and job_id is distinct from $3::uuid
     and (status not in ('completed', 'failed') or (status = 'completed' and last_action_at >= $4))
   limit 1`;

/** A rename is an intent until it is done (domain/teams/update-team.ts). */
const NAME_BEING_GIVEN = `
  select from charter.suite_intents
   where tenant_id = $1 and operation = 'update-team' and input->>'nameKey' = $2
     and intent_id is distinct from $3::uuid and input->>'teamId' is distinct from $4
   limit 1`;

/**
 * Names given since `$2`. An event's id is as old as its call, so ids from `$4` on include all of them, in primary
 * key order.
 */
const NAMES_GIVEN = `
  select payload->'changes'->>'displayName' as name from charter.domain_events
   where tenant_id = $1 and event_id >= $4::uuid and type = 'team_updated' and occurred_at >= $2
     and payload->'changes'->>'displayName' is not null and target->>'id' is distinct from $3`;

/** No call takes longer. An abandoned one is an intent until it is done. */
const LONGEST_CALL_MILLISECONDS = 10 * 60_000;

export function teamNameStore(db: Kysely<CharterTables>, tenantId: string): TeamNameStore {
  const run = <Row>(text: string, parameters: unknown[]) =>
    db.executeQuery<Row>(CompiledQuery.raw(text, parameters));

  return {
    async isRequested(name, { exceptId = null, exceptTeamId = null, endedSince }) {
      const key = nameKey(name);
      const asked = await run(NAME_REQUESTED, [tenantId, key, exceptId, endedSince]);
      if (asked.rows.length > 0) return true;
      const given = await run(NAME_BEING_GIVEN, [tenantId, key, exceptId, exceptTeamId]);
      if (given.rows.length > 0) return true;
      const oldest = idOfAge(LONGEST_CALL_MILLISECONDS);
      const { rows } = await run<{ name: string }>(NAMES_GIVEN, [tenantId, endedSince, exceptTeamId, oldest]);
      return rows.some((row) => nameKey(row.name) === key);
    },

    async lock(name) {
      if (!db.isTransaction) throw new Error('A name is held until the end of a transaction.');
      await run(
        "select pg_advisory_xact_lock(hashtextextended('charter.team-name:' || $1 || ':' || $2, 0))",
        [tenantId, nameKey(name)],
      );
    },
  };
}
