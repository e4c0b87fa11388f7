import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { sql } from 'kysely';
import pg from 'pg';
import {
  type ApprovalNode,
  type ApprovalWorld,
  approvalTemplate,
  newCall,
  openApprovalWorld,
  person,
} from '../../../test/approval-world.ts';
import { LABEL, TENANT } from '../../../test/provisioning-world.ts';
import { runJob } from '../../engine/jobs/run-job.ts';
import { JOB_DEFINITIONS } from '../../flows/definitions.ts';
import { planProvisioning } from '../../flows/provisioning/plan-provisioning.ts';
import type { TeamProvisioningRequest } from '../../flows/provisioning/request.ts';
import { isCharterError } from '../../kernel/errors.ts';
import { newId } from '../../kernel/ids.ts';
import { createPolicy } from './change-policies.ts';
import { isNameTaken } from './check-team.ts';
import type { Policy, PolicyDraft } from './model.ts';

const MANAGER = person('person-9', 'GOVERNANCE_MANAGER', 'GLOBAL_ADMIN');
const APPROVER = person('person-1');
const never = { lost: new AbortController().signal, stopping: new AbortController().signal };
const silent = { info: () => undefined, warn: () => undefined, error: console.error };

let names = 0;
const uniqueName = (): string => `Phoenix ${++names} ${newId()}`;

const ask = (
  template: string,
  name = uniqueName(),
  membership: TeamProvisioningRequest['team']['membership'] = {},
): TeamProvisioningRequest => ({ template: { id: template }, team: { name, membership } });

/** Returns the policies that reject the request. */
const violated = (asked: Promise<unknown>): Promise<string[]> =>
  asked.then(
    () => [],
    (error: unknown) => {
      if (!isCharterError(error) || error.code !== 'PolicyViolation') throw error;
      return error.details.map(({ target }) => target);
    },
  );

describe('policies on new teams', () => {
  let world: ApprovalWorld;
  let node: ApprovalNode;

  before(async () => {
    world = await openApprovalWorld();
    node = world.node;
    for (const id of ['project', 'other']) {
      await node.storeTemplate(approvalTemplate(id, { requireApproval: false }));
    }
    await node.storeTemplate(approvalTemplate('guarded', { approvalTeam: [{ id: APPROVER.id }] }));
  });
  after(() => world.close());
  afterEach(async () => {
    for (const { id } of await node.store.in(TENANT).policies.listEnabled()) {
      await node.store.transaction(TENANT, async (unit) => {
        await unit.policies.delete(id);
        await unit.audit.append(
          [
            {
              trail: 'policies',
              type: 'policy_deleted',
              actor: { id: 'test', kind: 'system', displayName: 'Test' },
              target: { type: 'policy', id, displayName: '' },
              requestId: newId(),
              fields: {},
            },
          ],
          world.clock.now(),
        );
      });
    }
  });

  const policy = (draft: Partial<PolicyDraft> & Pick<PolicyDraft, 'kind' | 'settings'>): Promise<Policy> =>
    createPolicy(node.deps, MANAGER, newCall(), {
      name: 'A policy',
      description: null,
      enabled: true,
      mode: 'enforce',
      scope: { type: 'tenant' },
      ...draft,
    });

  const plan = (request: TeamProvisioningRequest) =>
    planProvisioning(node.deps, person('ada'), newCall().operationId, request);

  const run = (jobId: string) =>
    runJob(
      { store: node.store, suite: node.suite, definitions: JOB_DEFINITIONS, clock: world.clock, log: silent },
      { tenantId: TENANT, jobId },
      never,
    );

  it('reject a name for all reasons together, even for administrators', async () => {
    await policy({ kind: 'naming', settings: { blockedWords: ['secret', 'top secret'], maxLength: 12 } });
    await policy({
      kind: 'naming',
      settings: { reservedNames: ['Top Secret Plans'], allowedCharacters: '\\p{L}' },
    });
    const request = ask('project', 'TOP SECRET  plans');
    assert.deepEqual(await violated(node.ask(request)), ['naming', 'naming']);
    assert.deepEqual(await violated(node.ask(request, MANAGER)), ['naming', 'naming']);
    const verdicts = (await plan(request)).verdicts.filter(({ outcome }) => outcome === 'violated');
    const text = verdicts.map(({ message }) => message).join('\n');
    assert.match(
      text,
      /holds "top secret", "secret", which is blocked and has 16 characters and may have 12/,
    );
    assert.match(text, /is reserved and holds " "/);
    assert.deepEqual(await violated(node.ask(ask('project', 'Harbour'))), []);
  });

  it('apply to the teams of their scope while they are enabled', async () => {
    const settings = { blockedWords: ['harbour'] };
    const scope = { type: 'templates' as const, templateIds: ['project'] };
    await policy({ kind: 'naming', settings, scope });
    await policy({ kind: 'naming', settings, enabled: false });
    await policy({ kind: 'naming', settings, scope: { type: 'teams' } });
    assert.deepEqual(await violated(node.ask(ask('project', 'Harbour'))), ['naming']);
    assert.deepEqual(await violated(node.ask(ask('other', 'Harbour'))), []);
  });

  it('record violations and change nothing in report mode', async () => {
    const mode = 'report';
    const { id } = await policy({ kind: 'naming', settings: { blockedWords: ['harbour'] }, mode });
    await policy({ kind: 'mandatoryMembership', settings: { owners: 2, members: 0 }, mode });
    await policy({ kind: 'privacy', settings: { visibility: 'private' }, mode });
    await policy({ kind: 'permanentMembership', settings: { owners: [], members: ['person-7'] }, mode });
    await policy({ kind: 'duplicateNames', settings: {}, mode });
    const planned = await plan(ask('project', 'Harbour'));
    assert.deepEqual(
      planned.verdicts.filter(({ outcome }) => outcome === 'violated'),
      [],
    );
    assert.deepEqual(
      planned.reports?.map(({ policy }) => policy),
      ['mandatoryMembership', 'naming', 'duplicateNames', 'privacy'],
    );
    assert.deepEqual([planned.visibility, planned.permanentMembers], ['public', []]);
    assert.deepEqual(await violated(node.ask(ask('project', 'Harbour'))), []);
    const { rows } = await sql<{ fields: Record<string, unknown> }>`
      select fields from charter.audit_records
       where type = 'policy_violation_reported' and target_id = ${id}`.execute(node.tenancy.for(TENANT));
    assert.deepEqual(
      rows.map(({ fields }) => fields.teamName),
      ['Harbour'],
    );
  });

  it('require owners, add permanent owners and members, and skip people who have left', async () => {
    const scope = { type: 'templates' as const, templateIds: ['project'] };
    await policy({ kind: 'mandatoryMembership', settings: { owners: 2, members: 0 }, scope });
    assert.deepEqual(await violated(node.ask(ask('project'))), ['mandatoryMembership']);
    assert.deepEqual(await violated(node.ask(ask('other'))), []);
    const left = { owners: ['person-7', 'person-8@contoso.example'], members: ['person-7', 'guest'] };
    await policy({ kind: 'permanentMembership', settings: left });
    await sql`update directory.users set user_id = 'gone' where user_id = 'person-8'`.execute(
      node.suiteTenancy.for(TENANT),
    );
    await sql`update directory.users set user_principal_name = 'x', mail = 'x' where user_id = 'gone'`.execute(
      node.suiteTenancy.for(TENANT),
    );
    const planned = await plan(ask('project'));
    const ids = (people: { id: string }[]) => people.map(({ id }) => id);
    assert.deepEqual(ids(planned.permanentOwners), ['person-7']);
    assert.deepEqual(ids(planned.permanentMembers), ['guest']);
    assert.deepEqual(await violated(node.ask(ask('project'))), []);
  });

  it('set visibility and label from the policy with the narrowest scope', async () => {
    await policy({ kind: 'privacy', settings: { visibility: 'private' } });
    await policy({ kind: 'sensitivityLabel', settings: { labelId: LABEL } });
    const scope = { type: 'templates' as const, templateIds: ['other'] };
    await policy({ kind: 'privacy', settings: { visibility: 'public' }, scope });
    const [project, other] = [await plan(ask('project')), await plan(ask('other'))];
    assert.deepEqual([project.visibility, project.sensitivityLabelId], ['private', LABEL]);
    assert.deepEqual([other.visibility, other.sensitivityLabelId], ['public', LABEL]);
    assert.ok(project.steps.includes('setSensitivityLabel'));
  });

  it('limit a template to one team', async () => {
    await node.storeTemplate(approvalTemplate('single', { requireApproval: false }));
    const scope = { type: 'templates' as const, templateIds: ['single'] };
    await policy({ kind: 'singleton', settings: {}, scope });
    const asked = [1, 2, 3].map(() => violated(node.ask(ask('single'))));
    assert.deepEqual((await Promise.all(asked)).flat(), ['singleton', 'singleton']);
    assert.deepEqual(await violated(node.ask(ask('project'))), []);
  });

  describe('duplicate names', () => {
    const rule = () => policy({ kind: 'duplicateNames', settings: {} });

    it('are rejected while a request is pending, and after its team exists', async () => {
      const name = uniqueName();
      const { id } = await node.ask(ask('project', name));
      await rule();
      const again = () => violated(node.ask(ask('other', ` ${name.toUpperCase().normalize('NFD')} `)));
      assert.deepEqual(await again(), ['duplicateNames'], 'under way since before the policy');
      await run(id);
      assert.deepEqual(await again(), ['duplicateNames']);
      const isTaken = (jobId?: string) => isNameTaken(node.deps, name, { tenantId: TENANT, jobId });
      assert.deepEqual([await isTaken(id), await isTaken()], [false, true], 'the job may repeat its team');
      const { subjectId } = (await node.store.in(TENANT).jobs.find(id))!;
      await node.suite.teams.delete(TENANT, subjectId as string);
      world.clock.advance(1);
      assert.deepEqual(await again(), []);
    });

    it('are given to only one of many concurrent requests on two nodes', async () => {
      await rule();
      const name = uniqueName();
      const other = await world.anotherNode();
      const asked = Array.from({ length: 8 }, (_, index) =>
        violated((index % 2 ? other : node).ask(ask('project', name))),
      );
      const rejected = (await Promise.all(asked)).flat();
      assert.deepEqual(
        rejected,
        Array.from({ length: 7 }, () => 'duplicateNames'),
      );
    });

    it('are accepted once the first request is rejected, and a request does not conflict with its own name', async () => {
      await rule();
      const name = uniqueName();
      const job = await node.ask(ask('guarded', name));
      assert.equal(job.status, 'paused');
      assert.deepEqual(await violated(node.ask(ask('project', name))), ['duplicateNames']);
      const approval = job.data.approval?.id ?? '';
      await node.approve(APPROVER, approval);
      const rejected = await node.ask(ask('guarded', `${name} two`));
      await node.reject(APPROVER, rejected.data.approval?.id ?? '');
      assert.deepEqual(await violated(node.ask(ask('project', `${name} two`))), []);
    });

    it('are checked again when an approver changes the name', async () => {
      await rule();
      const [taken, name] = [uniqueName(), uniqueName()];
      await node.ask(ask('project', taken));
      const job = await node.ask(ask('guarded', name));
      const approval = job.data.approval?.id ?? '';
      const updates = { name: taken };
      assert.deepEqual(await violated(node.approve(APPROVER, approval, { updates })), ['duplicateNames']);
      assert.equal((await world.outcomeOf(approval)).status, 'pending');
      await node.approve(APPROVER, approval, { updates: { name: `${taken} two` } });
      assert.deepEqual(await violated(node.ask(ask('project', `${taken} two`))), ['duplicateNames']);
      assert.deepEqual(await violated(node.ask(ask('project', name))), [], 'the first name is free again');
    });
  });

  it('are checked again when a request is approved', async () => {
    const job = await node.ask(ask('guarded', 'Harbour'));
    const approval = job.data.approval?.id ?? '';
    await policy({ kind: 'naming', settings: { blockedWords: ['harbour'] } });
    assert.deepEqual(await violated(node.approve(APPROVER, approval)), ['naming']);
    assert.equal((await world.outcomeOf(approval)).status, 'pending');
    await node.approve(APPROVER, approval, { updates: { name: 'Port' } });
    assert.equal((await world.outcomeOf(approval)).status, 'approved');
  });

  it('add no round trip to a request', async (test) => {
    const count = async (): Promise<number> => {
      await plan(ask('project'));
      const query = test.mock.method(pg.Client.prototype, 'query');
      await plan(ask('project'));
      const calls = query.mock.callCount();
      query.mock.restore();
      return calls;
    };
    const without = await count();
    assert.ok(without > 0);
    await policy({ kind: 'naming', settings: { blockedWords: ['x'], reservedNames: ['y'] } });
    await policy({ kind: 'privacy', settings: { visibility: 'private' } });
    await policy({ kind: 'mandatoryMembership', settings: { owners: 1, members: 0 } });
    assert.equal(await count(), without);
  });
});
