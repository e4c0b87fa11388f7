/**
 * A rolling upgrade under load, from an earlier commit to this one and back: two API and two worker nodes on one
 * database, one replaced after the other. No call fails, and nothing is lost or duplicated. Templates and lifecycles
 * that only this version knows harm no node of the earlier one.
 */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { type CharterClient, createClient } from '@charter/sdk';
import pg from 'pg';
import { serviceUrl } from '../../server/src/persistence/service-role.ts';
import { compareAudit } from '../../server/test/audit-comparison.ts';
import { createTestDatabase, type TestDatabase } from '../../server/test/postgres.ts';
import {
  type Node as ServiceNode,
  startNode as startInProcess,
} from '../../server/test/provisioning-world.ts';
import { TEST_SECRET_KEY } from '../../server/test/secrets.ts';
import { CALLERS, MANIFEST, subjectOf } from '../callers.ts';
import { completedRun } from '../operations/lifecycle.ts';
import { freePort, GIVEN_URL, RAISED_LIMITS, type Service, startNode } from '../service.ts';
import { teamOf } from '../stage.ts';
import { issueToken } from '../tokens.ts';
import { checkOut, type EarlierCheckout, earlierCommits } from './earlier-checkout.ts';
import { Load } from './load.ts';

const TENANT = '4d657269-6469-4a6e-8000-000000000000';
const SERVICES = ['api', 'api', 'worker', 'worker'] as const;

/** Id of a template with questions and an end date. Releases before 0.3 know neither of them. */
const ENDING_TEMPLATE = 'drill-ending';
const DAY_MILLISECONDS = 86_400_000;
const ANSWERS = { ends: new Date(Date.now() + 3 * DAY_MILLISECONDS).toISOString().slice(0, 10) };

/** Without contents: nodes of 0.2.0 fail jobs that create them (CHANGELOG.md). */
const ENDING_MANIFEST = {
  ...MANIFEST,
  initialization: { structure: MANIFEST.initialization.structure },
  templateConfiguration: {
    ...MANIFEST.templateConfiguration,
    id: ENDING_TEMPLATE,
    name: 'Drill with an end',
    questions: [{ id: 'ends', type: 'date', title: 'When does the project end?', required: true }],
    lifecycle: { ...MANIFEST.templateConfiguration.lifecycle, endDateQuestion: 'ends', renewalMonths: 12 },
  },
};

function skip(commit: string | undefined): string | false {
  if (GIVEN_URL !== undefined) return 'needs nodes of its own';
  return commit === undefined && 'needs the history of the checkout';
}

for (const { name, commit } of earlierCommits())
  describe(`a rolling upgrade from ${name} and back`, { skip: skip(commit) }, () => {
    let database: TestDatabase;
    let earlier: EarlierCheckout;
    let owner: pg.Client;
    let settings: Record<string, string>;
    let load: Load;
    let tokens: { owner: string; admin: string };
    /** Team with an end that a worker of the earlier version created. */
    let endingTeam: string;
    const nodes: (Service | undefined)[] = SERVICES.map(() => undefined);

    /** @param program path of the earlier `charter.js`, or this checkout's */
    async function start(place: number, program?: string): Promise<void> {
      // The first node has the address of the tokens' issuer.
      const port = place === 0 ? { PORT: new URL(settings.CHARTER_PUBLIC_URL as string).port } : {};
      nodes[place] = await startNode({
        environment: { ...settings, ...port },
        args: [`--services=${SERVICES[place]}`],
        ...(program && { program }),
      });
    }
    async function stop(place: number): Promise<void> {
      const node = nodes[place];
      nodes[place] = undefined;
      // Kills a node of the earlier release that does not stop in time. Nothing may be lost in this case either.
      await node?.stop();
    }
    async function replace(place: number, program?: string): Promise<void> {
      await stop(place);
      await start(place, program);
    }
    const client = (place: number, caller: keyof typeof tokens): CharterClient =>
      createClient({ baseUrl: nodes[place]?.url ?? '', token: tokens[caller], retry: false });

    /** Provisions a team with an end through the node. Returns its id, and the answers that this version reads. */
    async function provisionEnding(place: number, thisVersion: number): Promise<[string, object]> {
      const { jobs, teams } = client(place, 'owner');
      const { id } = await teams.createTeamProvisioningJob({
        template: { id: ENDING_TEMPLATE },
        team: { name: `Ending ${randomUUID()}`, membership: { owners: [{ id: CALLERS.owner.name }] } },
        metadata: ANSWERS,
      });
      const job = await jobs.waitForJob(id, { signal: AbortSignal.timeout(60_000) });
      assert.equal(job.status, 'completed', JSON.stringify(job.data.error));
      const team = teamOf(job);
      return [team, (await client(thisVersion, 'owner').teams.getTeamMetadata(team)).metadata];
    }

    /** Provisions teams from a new template through a node of each version, while both share the work. */
    async function useNewTemplate(thisVersion: number, earlierVersion: number): Promise<void> {
      await client(thisVersion, 'admin').catalog.applyCatalogTemplate({ manifest: ENDING_MANIFEST });
      for (const place of [thisVersion, earlierVersion]) {
        const { value } = await client(place, 'owner').catalog.getMyCatalogTemplates();
        assert.ok(value.some(({ templateConfiguration }) => templateConfiguration.id === ENDING_TEMPLATE));
        const [team, answers] = await provisionEnding(place, thisVersion);
        assert.deepEqual(answers, ANSWERS);
        const ofAdmin = client(earlierVersion, 'admin');
        assert.equal((await ofAdmin.teams.getTeam(team)).id, team);
      }
      const { templateConfiguration } = await client(earlierVersion, 'admin').catalog.getCatalogTemplate(
        ENDING_TEMPLATE,
      );
      assert.equal(templateConfiguration.id, ENDING_TEMPLATE);
    }

    /** Runs the lifecycle on the only running worker. Returns the state and the cause as this version reads them. */
    async function runLifecycle(): Promise<(string | null | undefined)[]> {
      const { lifecycle } = client(0, 'admin');
      const { counts } = await completedRun(client(0, 'admin'), (await lifecycle.startLifecycleRun()).id);
      assert.equal(counts.failed, 0);
      const { state, cause } = await lifecycle.getTeamLifecycle(endingTeam);
      return [state, cause];
    }

    before(async () => {
      database = await createTestDatabase();
      earlier = await checkOut(commit as string);
      const port = String(await freePort());
      settings = {
        ...RAISED_LIMITS,
        DATABASE_URL: database.connectionString,
        CHARTER_PUBLIC_URL: `http://127.0.0.1:${port}`,
        CHARTER_SECRET_KEY: TEST_SECRET_KEY,
        CHARTER_LOG_LEVEL: 'error',
      };
      for (const place of SERVICES.keys()) await start(place, earlier.program);
      owner = new pg.Client(database.connectionString);
      await owner.connect();
      const first = nodes[0] as Service;
      const [ofOwner = '', ofAdmin = ''] = await Promise.all(
        (['owner', 'admin'] as const).map((caller) => issueToken(first, subjectOf(caller))),
      );
      tokens = { owner: ofOwner, admin: ofAdmin };
      const urls = () => nodes.slice(0, 2).flatMap((node) => node?.url ?? []);
      load = new Load(urls, tokens);
      await load.prepare();
    });
    after(async () => {
      await owner?.end();
      await Promise.all(nodes.map((node) => node?.stop()));
      await database?.drop();
      await earlier?.remove();
    });

    it('fails no call while nodes are upgraded, restarted on the new schema, downgraded and upgraded again', async () => {
      await load.during(async () => {
        for (const place of [0, 2]) await replace(place);
        // Two nodes of each version now share the new schema. Those of the earlier version restart on it.
        for (const place of [1, 3]) await replace(place, earlier.program);
        await useNewTemplate(0, 1);
        for (const place of [1, 3]) await replace(place);
        for (const place of SERVICES.keys()) await replace(place, earlier.program);
        for (const place of SERVICES.keys()) await replace(place);
      });
      console.log(
        `${load.responses} responses, ${load.jobs.size} jobs, ${load.repeated} calls repeated at another node, the slowest after ${load.slowest.toFixed(0)} ms`,
      );
      assert.deepEqual(load.failures, []);
      assert.ok(load.jobs.size > 20, `${load.jobs.size}`);
    });

    it('stores the answers of a team that a worker of the earlier version creates', async () => {
      await replace(1, earlier.program);
      await stop(2);
      await replace(3, earlier.program);
      const [team, answers] = await provisionEnding(0, 0);
      endingTeam = team;
      assert.deepEqual(answers, ANSWERS);
    });

    it('does not archive a team whose end is only announced, whichever version runs the lifecycle', async (t) => {
      await stop(3);
      await start(2);
      assert.deepEqual(await runLifecycle(), ['inactive', 'end']);
      const { state } = await client(1, 'owner').lifecycle.getTeamLifecycle(endingTeam);
      assert.ok(state === 'inactive' || state === 'active', state);
      await stop(2);
      await start(3, earlier.program);
      // A version without ends withdraws the announcement. It must not archive the team.
      const [found] = await runLifecycle();
      t.diagnostic(`The earlier version leaves the team ${found}.`);
      assert.ok(found === 'inactive' || found === 'active', String(found));
      await replace(3);
      assert.deepEqual(await runLifecycle(), ['inactive', 'end']);
    });

    it('completes every accepted job, with one team and one audit record for each', async () => {
      assert.deepEqual(await load.unfinished(), []);
      const { rows } = await owner.query<{ name: string; teams: string }>(
        "select display_name as name, count(*) as teams from directory.teams where display_name like 'Drill %' group by 1",
      );
      assert.deepEqual(
        rows.map(({ name, teams }) => `${name} ${teams}`).sort(),
        [...load.jobs.keys()].map((name) => `${name} 1`).sort(),
      );
      await Promise.all(nodes.splice(0).map((node) => node?.stop()));
      const node: ServiceNode = await startInProcess(await serviceUrl(database.connectionString));
      try {
        assert.deepEqual(await compareAudit(node.tenancy, TENANT), []);
      } finally {
        await node.close();
      }
    });
  });
