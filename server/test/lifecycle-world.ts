/** A tenant with any number of old governed teams, and nodes that run their lifecycle. */

import { sql } from 'kysely';
import type { PolicyDraft, PolicySettings } from '../src/domain/policies/model.ts';
import { runJob } from '../src/engine/jobs/run-job.ts';
import type { Principal, RequestContext } from '../src/engine/principal.ts';
import { JOB_DEFINITIONS } from '../src/flows/definitions.ts';
import type { LifecycleAction } from '../src/flows/lifecycle/model.ts';
import type { CapSettings } from '../src/flows/lifecycle/plan.ts';
import { type Simulation, simulateLifecycle } from '../src/flows/lifecycle/read-lifecycle.ts';
import { renewTeam } from '../src/flows/lifecycle/renew-team.ts';
import { type RunLifecycleDeps, runLifecycle } from '../src/flows/lifecycle/run-lifecycle.ts';
import type { LifecycleRun, RunTeam } from '../src/flows/lifecycle/runs.ts';
import { startLifecycleRun } from '../src/flows/lifecycle/start-run.ts';
import { newId } from '../src/kernel/ids.ts';
import { createRoleAssignmentStore } from '../src/persistence/role-assignments.ts';
import { CAUSE } from './cause.ts';
import { TestClock } from './clock.ts';
import { createMigratedDatabase, type TestDatabase } from './database.ts';
import { createObservedSuite, type ObservedSuite } from './observed-suite.ts';
import { fillDirectory, type Node, startNode, TENANT } from './provisioning-world.ts';
import { recoverAllIntents } from './recovery.ts';

export { TENANT };

export const DAY = 24 * 60 * 60;
const START = new Date('2026-11-02T02:00:00Z');

/** A GOVERNANCE_MANAGER whose role the service assigned. */
export const GRACE: Principal = {
  tenantId: TENANT,
  kind: 'user',
  id: 'person-1',
  displayName: 'Person person-1',
  roles: new Set(['AUTHENTICATED_USER', 'GOVERNANCE_MANAGER']),
};

export const anOwner = (id = 'ada'): Principal => ({
  tenantId: TENANT,
  kind: 'user',
  id,
  displayName: id,
  roles: new Set(['AUTHENTICATED_USER']),
});

export const newCall = (): RequestContext => ({ requestId: newId(), operationId: newId() });

/** Actions of the lifecycle by template. The lifecycle of `off` is disabled. */
const TEMPLATES = { archive: 'Archive', delete: 'Delete', nothing: 'None', off: 'Archive' } as const;
export type TemplateName = keyof typeof TEMPLATES;

const templateOf = (id: TemplateName, action: LifecycleAction) => ({
  manifestVersion: '1.0',
  publisher: { name: 'Contoso' },
  templateConfiguration: {
    id,
    name: `Template ${id}`,
    version: '1.0',
    language: 'en',
    enabled: true,
    lifecycle: { enabled: id !== 'off', inactivityDays: 30, graceDays: 7, action },
  },
  newTeam: { teamPrivacy: 'private' },
});

export interface OldTeams {
  count: number;
  template: TemplateName | null;
  /** Days since the last activity, less one minute for the first team, two for the second, and so on. */
  idleDays: number;
  /** Default: ada. */
  owners?: readonly string[];
  /** Default: the template's name, or `foreign` without a template. */
  prefix?: string;
}

/** Inserts rows as the suite and the service write them, in bulk. */
async function addOldTeams(node: Node, at: Date, teams: OldTeams): Promise<string[]> {
  const { count, template, idleDays, owners = ['ada'], prefix = template ?? 'foreign' } = teams;
  const begin = new Date(at.getTime() - idleDays * DAY * 1000);
  const { rows } = await sql<{ team_id: string }>`
    with made as (
      insert into directory.teams (tenant_id, team_id, display_name, display_name_key, internal_id, web_url,
                                        visibility, mail_nickname, settings, created_at)
      select ${TENANT}, ${prefix} || '-' || lpad(n::text, 5, '0'), 'Team ' || ${prefix}::text || ' ' || n,
             'team ' || ${prefix}::text || ' ' || n, ${prefix} || '-general-' || n, 'https://teams.example/' || n,
             'private', ${prefix} || '-' || n, '{}', ${begin}::timestamptz + n * interval '1 minute'
        from generate_series(1, ${count}::int) n
      returning team_id, created_at),
    peopled as (
      insert into directory.team_members (tenant_id, team_id, user_id, role, added_at)
      select ${TENANT}, team_id, owner, 'owner', created_at from made, unnest(${[...owners]}::text[]) owner)
    select team_id from made order by team_id`.execute(node.suiteTenancy.for(TENANT));
  if (template !== null) {
    await node.tenancy
      .for(TENANT)
      .transaction()
      .execute(async (transaction) => {
        await sql`select set_config('charter.audited', 'yes', true)`.execute(transaction);
        await sql`
          insert into charter.governed_teams (tenant_id, team_id, template_id, created_at, due_at)
          select ${TENANT}, team_id, ${template}, ${begin}, 'infinity'::timestamptz
            from unnest(${rows.map(({ team_id }) => team_id)}::text[]) team_id`.execute(transaction);
      });
  }
  return rows.map(({ team_id }) => team_id);
}

export interface LifecycleNode {
  node: Node;
  suite: ObservedSuite;
  deps: RunLifecycleDeps;
  simulate(at?: Date): Promise<Simulation>;
  /** Performs the waiting run as a worker would; false when none waits. */
  work(): Promise<boolean>;
  renew(as: Principal, teamId: string, call?: RequestContext): ReturnType<typeof renewTeam>;
}

export type LifecycleWorld = Awaited<ReturnType<typeof openLifecycleWorld>>;

async function lifecycleNode(
  node: Node,
  clock: TestClock,
  cap: CapSettings,
  reported: unknown[],
): Promise<LifecycleNode> {
  const suite = await createObservedSuite(node.suiteTenancy, clock);
  const deps: RunLifecycleDeps = {
    store: node.store,
    suite,
    roles: createRoleAssignmentStore(node.tenancy),
    clock,
    settings: { lifecycleCap: cap },
    report: (error) => void reported.push(error),
  };
  return {
    node,
    suite,
    deps,
    simulate: (at) => simulateLifecycle(deps, GRACE, { at }),
    work: () => runLifecycle(deps, TENANT),
    renew: (as, teamId, call = newCall()) => renewTeam(deps, as, call, { teamId }),
  };
}

/** @param cap limit of a run, which tests change in place */
export async function openLifecycleWorld(cap: CapSettings = { maxPercent: 5, maxTeams: 10 }) {
  const database: TestDatabase = await createMigratedDatabase();
  const clock = new TestClock(START);
  const reported: unknown[] = [];
  const nodes = [await startNode(database.serviceUrl)];
  const [first] = nodes as [Node];
  await fillDirectory(first.suiteTenancy);
  await createRoleAssignmentStore(first.tenancy).assign(TENANT, GRACE.id, 'GOVERNANCE_MANAGER', CAUSE);
  for (const [id, action] of Object.entries(TEMPLATES)) {
    await first.storeTemplate(templateOf(id as TemplateName, action));
  }
  const one = await lifecycleNode(first, clock, cap, reported);
  const { store } = first;
  const runs = store.in(TENANT).lifecycleRuns;

  /** Performs the other work of the nodes: recovers abandoned intents, and runs the jobs that have not ended. */
  async function settle(): Promise<void> {
    const later = { now: () => new Date(clock.now().getTime() + 600_000) };
    await recoverAllIntents({ store, suite: one.suite, tenancy: first.tenancy }, later, TENANT);
    const { rows } = await sql<{ id: string }>`
      select job_id::text as id from charter.jobs
       where tenant_id = ${TENANT} and status in ('waiting', 'delayed', 'active')`.execute(
      first.tenancy.for(TENANT),
    );
    const never = new AbortController().signal;
    const log = { info: () => undefined, warn: console.error, error: console.error };
    for (const { id } of rows) {
      await runJob(
        { store, suite: one.suite, definitions: JOB_DEFINITIONS, clock, log },
        { tenantId: TENANT, jobId: id },
        { lost: never, stopping: never },
      );
    }
  }

  return {
    database,
    clock,
    cap,
    /** Errors that nodes reported. */
    reported,
    ...one,
    runs,
    settle,

    async anotherNode(): Promise<LifecycleNode> {
      const node = await startNode(database.serviceUrl);
      nodes.push(node);
      return lifecycleNode(node, clock, cap, reported);
    },

    oldTeams: (teams: OldTeams) => addOldTeams(first, clock.now(), teams),

    /** Adds a lifecycle policy that applies to attached teams only. */
    async addPolicy(settings: PolicySettings<'lifecycle'>, rest: Partial<PolicyDraft> = {}): Promise<string> {
      const id = newId();
      await first.store.transaction(TENANT, async (unit) => {
        await unit.policies.add(
          {
            id,
            name: `Policy ${id}`,
            description: null,
            kind: 'lifecycle',
            enabled: true,
            mode: 'enforce',
            scope: { type: 'teams' },
            settings,
            ...rest,
          },
          clock.now(),
        );
        await noteChange(unit);
      });
      return id;
    },

    async changePolicy(policyId: string, change: Partial<PolicyDraft>): Promise<void> {
      await first.store.transaction(TENANT, async (unit) => {
        const policy = await unit.policies.find(policyId);
        if (policy === undefined) throw new Error(`No policy ${policyId}.`);
        await unit.policies.save(policyId, { ...policy, ...change }, policy.version, clock.now());
        await noteChange(unit);
      });
    },

    attach: (policyId: string, teamId: string) =>
      first.store.transaction(TENANT, async (unit) => {
        await unit.policies.attach(policyId, teamId, clock.now());
        await noteChange(unit);
      }),

    /** Starts a run as GRACE and performs it on node `by`. */
    async run(by: LifecycleNode = one): Promise<LifecycleRun> {
      const begun = await startLifecycleRun(by.deps, GRACE, newCall());
      await by.work();
      return { ...begun, ...(await describe(begun.id)) };
    },

    /** Returns all entries about teams in the report of a run. */
    async teamsOf(runId: string): Promise<RunTeam[]> {
      return runs.listTeams(runId, { top: 1_000_000, after: undefined, outcome: undefined });
    },

    async query<Row>(statement: ReturnType<typeof sql<Row>>): Promise<Row[]> {
      return (await statement.execute(first.tenancy.for(TENANT))).rows;
    },

    async close(): Promise<void> {
      for (const node of nodes) await node.close();
      await database.drop();
    },
  };

  async function describe(runId: string) {
    const run = await runs.find(runId);
    if (run === undefined) throw new Error(`No run ${runId}.`);
    return {
      status: run.status,
      counts: run.counts,
      cap: run.cap,
      governedTeams: run.governedTeams,
      error: run.error,
    };
  }
}

type Unit = Parameters<Parameters<Node['store']['transaction']>[1]>[0];

/** Adds the audit record that the database requires with a change to policies. */
const noteChange = (unit: Unit): Promise<void> =>
  unit.audit.append(
    [
      {
        trail: 'policies',
        type: 'lifecycle_run_requested',
        actor: CAUSE.actor,
        target: { type: 'policy', id: 'test', displayName: 'For a test' },
        requestId: 'test',
        fields: {},
      },
    ],
    new Date(),
  );
