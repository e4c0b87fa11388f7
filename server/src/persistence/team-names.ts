/** Names that teams are about to get, from a job that creates a team or from a rename. */
import type { Kysely } from 'kysely';
import { nameKey } from '../domain/names/key.ts';
import type { TeamNameStore } from '../domain/teams/ports.ts';
import { idOfAge } from '../kernel/ids.ts';
import { statements } from './statements.ts';
import type { CharterTables } from './tables.ts';

const NAME_REQUESTED = `
  select from charter.jobs
   where tenant_id = $1 and name_key = $2 and job_id is distinct from $3::uuid
     and (status not in ('completed', 'failed') or (status = 'completed' and last_action_at >= $4))
   limit 1`;

/** Finds an unfinished rename to this name: it is stored as an intent (domain/teams/update-team.ts). */
const NAME_BEING_GIVEN = `
  select from charter.suite_intents
   where tenant_id = $1 and operation = 'update-team' and input->>'nameKey' = $2
     and intent_id is distinct from $3::uuid and input->>'teamId' is distinct from $4
   limit 1`;

/**
 * Selects names given by renames since `$2`. An event's id is created when its call begins, so `$4`, a lower bound of
 * the ids, limits the scan of the primary key.
 */
const NAMES_GIVEN = `
  select payload->'changes'->>'displayName' as name from charter.domain_events
   where tenant_id = $1 and event_id >= $4::uuid and type = 'team_updated' and occurred_at >= $2
     and payload->'changes'->>'displayName' is not null and target->>'id' is distinct from $3`;

/** Upper bound for the duration of a call. A rename whose node died is still found by its intent. */
const LONGEST_CALL_MILLISECONDS = 10 * 60_000;

export function teamNameStore(db: Kysely<CharterTables>, tenantId: string): TeamNameStore {
  const { all, first, lock } = statements(db, tenantId);

  return {
    async isRequested(name, { exceptId, exceptTeamId, endedSince }) {
      const key = nameKey(name);
      if (await first(NAME_REQUESTED, key, exceptId, endedSince)) return true;
      if (await first(NAME_BEING_GIVEN, key, exceptId, exceptTeamId)) return true;
      const oldest = idOfAge(LONGEST_CALL_MILLISECONDS);
      const given = await all<{ name: string }>(NAMES_GIVEN, endedSince, exceptTeamId, oldest);
      return given.some((row) => nameKey(row.name) === key);
    },

    async lock(name) {
      if (!db.isTransaction) throw new Error('A name is held until the end of a transaction.');
      await lock('charter.team-name', nameKey(name));
    },
  };
}
