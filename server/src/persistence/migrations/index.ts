import type { Migration } from 'kysely/migration';
import * as baseline from './0043-baseline/index.ts';
import * as secretsOfApps from './0044-secrets-of-apps.ts';
import * as providerGroups from './0045-provider-groups.ts';
import * as scim from './0046-scim.ts';
import * as ownersWhoCanAct from './0047-owners-who-can-act.ts';
import * as endsOfRoles from './0048-ends-of-roles.ts';
import * as textsOfPeople from './0049-texts-of-people.ts';
import * as erasures from './0050-erasures.ts';
import * as messagesOfLifecycleRuns from './0051-messages-of-lifecycle-runs.ts';

/**
 * All migrations, in order. The baseline is the schema of the 42 migrations before it; migrate.ts recognises
 * databases that have those.
 *
 * To change the schema, add `<next number>-<what it does>.ts` with a function `up` and a line here. If tables.ts
 * contains the table, mirror the change there. Migrations only go forward: never edit or renumber one that is on main.
 * A new table needs no rights or row-level security here; secure-tables.ts sets both at each start.
 */
export const migrations: Record<string, Migration> = {
  '0043-baseline': baseline,
  '0044-secrets-of-apps': secretsOfApps,
  '0045-provider-groups': providerGroups,
  '0046-scim': scim,
  '0047-owners-who-can-act': ownersWhoCanAct,
  '0048-ends-of-roles': endsOfRoles,
  '0049-texts-of-people': textsOfPeople,
  '0050-erasures': erasures,
  '0051-messages-of-lifecycle-runs': messagesOfLifecycleRuns,
};
