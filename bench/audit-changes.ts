/**
 * Compares the throughput of team updates with and without the audit chain. Each update runs through the service's
 * own code: the intent, the suite, and the outcome with its event. Without the chain, no record is written or sealed.
 */

import { rm } from 'node:fs/promises';
import { checkTeamChange } from '../server/src/domain/policies/check-team.ts';
import { updateTeam } from '../server/src/domain/teams/update-team.ts';
import type { Deps } from '../server/src/engine/deps.ts';
import type { Principal } from '../server/src/engine/principal.ts';
import type { Store, UnitOfWork } from '../server/src/engine/store.ts';
import { systemClock } from '../server/src/kernel/clock.ts';
import { newId } from '../server/src/kernel/ids.ts';
import { type Database, sql, statements } from '../server/src/kernel/sql.ts';
import { sealAll } from '../server/src/persistence/audit-chain.ts';
import { startAuditSealer } from '../server/src/persistence/audit-sealer.ts';
import { suiteDeps } from '../server/src/persistence/directory/index.ts';
import { startEmbeddedPostgres } from '../server/src/persistence/embedded-postgres.ts';
import { eventParts } from '../server/src/persistence/events.ts';
import { intentStore } from '../server/src/persistence/intents.ts';
import { migrate } from '../server/src/persistence/migrate.ts';
import { serviceUrl } from '../server/src/persistence/service-role.ts';
import type { CharterTables } from '../server/src/persistence/tables.ts';
import { createPool, Tenancy } from '../server/src/persistence/tenancy.ts';
import { createStore } from '../server/src/persistence/unit-of-work.ts';
import { makeDataDirectory } from '../server/test/data-directory.ts';
import type { EmbeddedSuiteTables } from '../server/test/embedded-suite-tables.ts';
import { testSecrets } from '../server/test/secrets.ts';
import { openStoredSuite, type StoredSuite } from '../server/test/stored-suite.ts';
import { type Measurement, measureAlternately } from './measurement.ts';

const TENANT = 'bench';
const CALLERS = 8;
const CHANGES_A_ROUND = 2_000;
const WARM_UP = 500;

const ADMIN: Principal = {
  tenantId: TENANT,
  kind: 'app',
  id: 'bench',
  displayName: 'Bench',
  roles: new Set(['AUTHENTICATED_USER', 'AUTHORIZED_APP']),
};

/** Appends events without their audit records: nothing is pending or sealed. */
function eventsAlone(db: Database): UnitOfWork['events'] {
  const run = statements(db, TENANT);
  return {
    async append(events, at) {
      const parts = eventParts(run, events, sql.val(at), { isAudited: false });
      await run.write`with ${parts} select from recorded limit 0`;
    },
  };
}

/** Returns a store for perform.ts that writes no audit records. */
function withoutAudit(store: Store, tenancy: Tenancy<CharterTables>): Store {
  return {
    in: (tenantId) => store.in(tenantId),
    transaction: (tenantId, work) =>
      tenancy
        .for(tenantId)
        .transaction()
        .execute((db) =>
          work({ intents: intentStore(db, tenantId), events: eventsAlone(db) } as unknown as UnitOfWork),
        ),
  };
}

interface Bench {
  tenancy: Tenancy<CharterTables>;
  suite: StoredSuite;
  teamIds: string[];
}

async function makeTeams({ suite }: Bench): Promise<string[]> {
  await suite.saveOrganisation({
    id: TENANT,
    displayName: 'Bench',
    initialDomainName: 'bench.example',
    defaultDomainName: 'bench.example',
  });
  const made = Array.from({ length: CALLERS }, (_, index) =>
    suite.teams.create(TENANT, {
      marker: newId(),
      displayName: `Team ${index}`,
      description: '',
      visibility: 'private',
      mailNickname: `team-${index}`,
    }),
  );
  return (await Promise.all(made)).map(({ team }) => team.id);
}

/**
 * Returns changes per second, with one caller for each team. The time includes `finish`, so that no unsealed
 * record burdens the next round.
 */
async function ratePerSecond(
  { suite, teamIds }: Bench,
  store: Store,
  changes: number,
  finish: () => Promise<unknown>,
): Promise<number> {
  const deps: Deps & { settings: { teamNameMaxLength: number } } = {
    store,
    suite,
    clock: systemClock,
    settings: { teamNameMaxLength: 264 },
  };
  let begun = 0;
  const caller = async (teamId: string): Promise<void> => {
    while (begun++ < changes) {
      const context = { requestId: newId(), operationId: newId() };
      await updateTeam({ ...deps, checkTeamChange }, ADMIN, context, {
        teamId,
        representation: { description: newId() },
      });
    }
  };
  const start = performance.now();
  await Promise.all(teamIds.map(caller));
  await finish();
  return (changes * 1000) / (performance.now() - start);
}

async function measure(bench: Bench): Promise<Measurement> {
  const { tenancy } = bench;
  const sealer = startAuditSealer(tenancy, testSecrets(), console);
  const queue = {} as never;
  const on = createStore({
    databases: tenancy,
    boss: queue,
    secrets: testSecrets(),
    onRecorded: (tenantId) => sealer.schedule(tenantId),
  });
  const off = withoutAudit(on, tenancy);
  try {
    const seal = () => sealAll(tenancy.for(TENANT), TENANT, testSecrets());
    const nothing = async () => undefined;
    await ratePerSecond(bench, on, WARM_UP, seal);
    await ratePerSecond(bench, off, WARM_UP, nothing);
    const rates = await measureAlternately({
      on: () => ratePerSecond(bench, on, CHANGES_A_ROUND, seal),
      off: () => ratePerSecond(bench, off, CHANGES_A_ROUND, nothing),
    });
    return {
      name: 'changes with the audit chain against without',
      value: rates.on / rates.off,
      limit: 0.8,
      comparison: 'atLeast',
      unit: 'times',
      detail: { 'on changes/s': rates.on, 'off changes/s': rates.off },
    };
  } finally {
    await sealer.stop();
  }
}

export async function measureAuditChanges(): Promise<Measurement[]> {
  const dataDirectory = await makeDataDirectory('charter-bench-');
  const postgres = await startEmbeddedPostgres({ dataDirectory, log: () => undefined });
  try {
    await migrate(postgres.connectionString);
    const pool = createPool(await serviceUrl(postgres.connectionString), CALLERS + 1, () => undefined);
    try {
      const tenancy = new Tenancy<CharterTables>(pool);
      const suite = await openStoredSuite(suiteDeps(new Tenancy<EmbeddedSuiteTables>(pool), systemClock));
      const bench: Bench = { tenancy, suite, teamIds: [] };
      bench.teamIds = await makeTeams(bench);
      return [await measure(bench)];
    } finally {
      await pool.end();
    }
  } finally {
    await postgres.stop();
    await rm(dataDirectory, { recursive: true, force: true });
  }
}
