/** Names that teams are about to get, from a job that creates a team or from a rename. */

import { nameKey } from '../domain/names/key.ts';
import type { TeamNameStore } from '../domain/teams/ports.ts';
import { text } from '../kernel/columns.ts';
import { idOfAge } from '../kernel/ids.ts';
import { type Database, statements } from '../kernel/sql.ts';

/** Upper bound for the duration of a call. A rename whose node died is still found by its intent. */
const LONGEST_CALL_MILLISECONDS = 10 * 60_000;

export function teamNameStore(db: Database, tenantId: string): TeamNameStore {
  const { tenant, all, exists, lock } = statements(db, tenantId);

  return {
    async isRequested(name, { exceptId, exceptTeamId, endedSince }) {
      const key = nameKey(name);
      const byJob = await exists`
        select from charter.jobs
         where tenant_id = ${tenant} and name_key = ${key} and job_id is distinct from ${exceptId}::uuid
           and (status not in ('completed', 'failed') or (status = 'completed' and last_action_at >= ${endedSince}))
         limit 1`;
      if (byJob) return true;
      // An unfinished rename to this name is stored as an intent (domain/teams/update-team.ts).
      const byRename = await exists`
        select from charter.suite_intents
         where tenant_id = ${tenant} and operation = 'update-team' and input->>'nameKey' = ${key}
           and intent_id is distinct from ${exceptId}::uuid and input->>'teamId' is distinct from ${exceptTeamId}
         limit 1`;
      if (byRename) return true;
      // An event's id is created when its call begins, so a lower bound of the ids limits the scan of the primary key.
      const given = await all(text())`
        select payload->'changes'->>'displayName' from charter.domain_events
         where tenant_id = ${tenant} and event_id >= ${idOfAge(LONGEST_CALL_MILLISECONDS)}::uuid
           and type = 'team_updated' and occurred_at >= ${endedSince}
           and payload->'changes'->>'displayName' is not null and target->>'id' is distinct from ${exceptTeamId}`;
      return given.some((one) => nameKey(one) === key);
    },

    async lock(name) {
      if (!db.isTransaction) throw new Error('A name is held until the end of a transaction.');
      await lock('charter.team-name', nameKey(name));
    },
  };
}
