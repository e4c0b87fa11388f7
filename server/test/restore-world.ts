/** Teams under policies that restore them, with an injected clock. */
import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach } from 'node:test';
import { type RawBuilder, sql } from 'kysely';
import { attachPolicy, detachPolicy } from '../src/domain/policies/attach-policy.ts';
import { createPolicy } from '../src/domain/policies/change-policies.ts';
import type { Policy, PolicyDraft } from '../src/domain/policies/model.ts';
import { teamCreated } from '../src/domain/teams/events.ts';
import { roleOf, type TeamVisibility } from '../src/domain/teams/model.ts';
import { recoverIntents } from '../src/engine/intents/recover.ts';
import type { Suite } from '../src/engine/suite.ts';
import { SUITE_OPERATIONS } from '../src/flows/recovery/suite-operations.ts';
import { type RestoreDeps, restoreDueTeams } from '../src/flows/restoration/restore-teams.ts';
import { newId } from '../src/kernel/ids.ts';
import { createTeamWorld, TENANT, type TeamWorld } from './team-world.ts';

export const QUARTER_HOUR_SECONDS = 15 * 60;
export const LABEL = 'c0ffee00-0000-4000-8000-000000000001';

const PUBLISHED_LABEL = {
  id: LABEL,
  name: 'Confidential',
  description: '',
  color: '#0078D4',
  sensitivity: 2,
  tooltip: '',
  isActive: true,
  parentId: null,
  publishedTo: null,
};

/** Deletes the policies and governed teams, so that each test has its own. */
async function clear(world: TeamWorld): Promise<void> {
  const db = world.database.tenancy.for(TENANT);
  await db.transaction().execute(async (transaction) => {
    await sql`select set_config('charter.audited', 'test', true)`.execute(transaction);
    for (const table of ['policies', 'governed_teams', 'policy_stamps', 'guest_stays', 'reviews']) {
      await sql`delete from ${sql.table(`charter.${table}`)} where tenant_id = ${TENANT}`.execute(
        transaction,
      );
    }
  });
}

/** A test, at whose end a change is undone. */
interface Restored {
  after(undo: () => Promise<unknown>): void;
}

export class RestoreWorld {
  world!: TeamWorld;
  /** Failures that a sweep reported. */
  reported: { error: unknown; teamId: string }[] = [];

  /** Registers hooks that open the world before the tests of a file and clear its state after each test. */
  constructor() {
    before(async () => {
      this.world = await createTeamWorld();
      await this.world.suite.saveLabels(TENANT, [PUBLISHED_LABEL]);
    });
    after(() => this.world.close());
    beforeEach(() => {
      this.reported = [];
    });
    afterEach(async () => {
      assert.equal(await this.world.intents(), 0, 'nothing is left under way');
      await clear(this.world);
    });
  }

  get db() {
    return this.world.database.tenancy.for(TENANT);
  }

  depsOf(suite: Suite = this.world.suite, store = this.world.deps.store): RestoreDeps {
    const report: RestoreDeps['report'] = (error, { teamId }) => this.reported.push({ error, teamId });
    return { store, suite, clock: this.world.clock, report };
  }

  sweep(suite?: Suite, store?: RestoreDeps['store']): Promise<number> {
    return restoreDueTeams(this.depsOf(suite, store), TENANT);
  }

  recover(): Promise<number> {
    const { store, suite, clock } = this.world.deps;
    return recoverIntents({ store, suite, clock, report: () => undefined }, SUITE_OPERATIONS, TENANT);
  }

  policy(draft: Partial<PolicyDraft> & Pick<PolicyDraft, 'kind' | 'settings'>): Promise<Policy> {
    const { deps } = this.world;
    return createPolicy(deps, this.world.person('ada'), this.world.call(), {
      name: 'A policy',
      description: null,
      enabled: true,
      mode: 'enforce',
      scope: { type: 'teams' },
      ...draft,
    });
  }

  permanent(owners: string[], members: string[], scope?: PolicyDraft['scope']): Promise<Policy> {
    const settings = { owners, members };
    return this.policy({ kind: 'permanentMembership', settings, ...(scope && { scope }) });
  }

  attach({ id }: Policy, teamId: string): Promise<void> {
    const input = { policyId: id, teamId };
    return attachPolicy(this.world.deps, this.world.person('ada'), this.world.call(), input);
  }

  detach(policyId: string, teamId: string): Promise<void> {
    return detachPolicy(this.world.deps, this.world.person('ada'), this.world.call(), { policyId, teamId });
  }

  async newTeam(visibility: TeamVisibility = 'private'): Promise<string> {
    return (await this.world.newTeam({ visibility })).team.id;
  }

  /** Marks the team as created by Charter from the template. */
  async madeFrom(templateId: string, teamId: string): Promise<void> {
    const actor = { id: 'olga-id', kind: 'user', displayName: 'Olga' } as const;
    const target = { type: 'team', id: teamId, displayName: 'Harbour' } as const;
    const created = teamCreated.happened({ target, payload: { team: { id: teamId } }, originId: templateId });
    const event = { ...created, actor, requestId: newId() };
    const { store, clock } = this.world.deps;
    await store.transaction(TENANT, (unit) => unit.events.append([event], clock.now()));
  }

  /** Removes the person from the team in the suite's tables, outside Charter. */
  async remove(teamId: string, userId: string): Promise<void> {
    for (const table of ['directory.team_members', 'embedded_suite.channel_members']) {
      await sql`delete from ${sql.table(table)}
                 where tenant_id = ${TENANT} and team_id = ${teamId} and user_id = ${userId}`.execute(
        this.db,
      );
    }
  }

  /** Closes the account in the directory, outside Charter, until the end of the test. */
  async closeAccount(t: Restored, userId: string): Promise<void> {
    const set = (isEnabled: boolean) =>
      sql`update directory.users set account_enabled = ${isEnabled}
           where tenant_id = ${TENANT} and user_id = ${userId}`.execute(this.db);
    await set(false);
    t.after(() => set(true));
  }

  /** Gives the person the role GLOBAL_ADMIN until the end of the test. */
  async makeAdministrator(t: Restored, userId: string): Promise<void> {
    const write = (statement: RawBuilder<unknown>) =>
      this.db.transaction().execute(async (transaction) => {
        await sql`select set_config('charter.audited', 'test', true)`.execute(transaction);
        await statement.execute(transaction);
      });
    await write(sql`
      insert into charter.role_assignments (tenant_id, principal_id, role)
      values (${TENANT}, ${userId}, 'GLOBAL_ADMIN')`);
    t.after(() =>
      write(sql`
        delete from charter.role_assignments where tenant_id = ${TENANT} and principal_id = ${userId}`),
    );
  }

  /** Sets the time of the person's latest sign-in; undefined when it is not known. */
  async signIn(userId: string, at: Date | undefined): Promise<void> {
    await sql`
      update directory.users set last_sign_in_at = ${at ?? null}
       where tenant_id = ${TENANT} and user_id = ${userId}`.execute(this.db);
  }

  async rolesIn(teamId: string): Promise<Record<string, string>> {
    const members = await this.world.suite.teams.listMembers(TENANT, teamId);
    return Object.fromEntries(members.map(({ userId, roles }) => [userId, roleOf(roles)]));
  }

  async eventsOf(teamId: string, type = 'permanent_membership_restored') {
    const events = await this.world.events();
    return events.filter((event) => event.type === type && event.target.id === teamId);
  }

  async recordsOf(teamId: string) {
    const { rows } = await sql<{ trail: string; type: string; fields: Record<string, unknown> }>`
      select trail, type, fields from charter.audit_records
       where tenant_id = ${TENANT} and target_id = ${teamId} order by occurred_at, record_id`.execute(
      this.db,
    );
    return rows;
  }
}
