import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { AN_APP, newCall, person } from '../../../test/approval-world.ts';
import {
  GUARDED_TEMPLATE,
  type HookWorld,
  OPEN_TEMPLATE,
  openHookWorld,
  type RecipientsByEvent,
} from '../../../test/hook-world.ts';
import { TENANT } from '../../../test/provisioning-world.ts';
import { rawEvent } from '../../../test/raw-event.ts';
import { EVENT_TYPES } from '../../flows/definitions.ts';
import { newId } from '../../kernel/ids.ts';
import { createAppStore } from '../../persistence/apps.ts';
import { createRoleAssignmentStore } from '../../persistence/role-assignments.ts';
import { createHook, updateHook } from './change-hooks.ts';
import { Recipients } from './recipients.ts';

const ADA = person('ada');
const OWNER = person('person-9');
const TENANT_WIDE = ['person-4', 'person-7', 'person-8'];

const newCause = () => ({
  actor: { id: 'person-8', kind: 'user' as const, displayName: 'Person 8' },
  requestId: newId(),
  at: new Date(),
});

/** Returns the tenant-wide recipients and the given ones, sorted. */
const wide = (...ids: string[]) => [...TENANT_WIDE, ...ids].sort();

describe('recipients of an event', () => {
  let world: HookWorld;
  before(async () => {
    world = await openHookWorld();
    // Requester, members, owners, approvers and others each have a webhook for all events.
    for (const id of [
      'ada',
      'person-1',
      'person-2',
      'person-3',
      'person-5',
      'person-6',
      'person-9',
      'person-10',
    ]) {
      await world.hookOf(person(id));
    }
    await world.hookOf(person('person-4', 'GLOBAL_ADMIN'));
    await world.hookOf(person('person-7', 'INTEGRATION_MANAGER'));
    await world.hookOf(person('person-8', 'GOVERNANCE_MANAGER'));
  });
  after(() => world.close());

  /** Runs the actions, then returns the recipients of their events. */
  const recipientsOf = async (...actions: (() => Promise<unknown>)[]): Promise<RecipientsByEvent> => {
    for (const action of actions) await action();
    return world.recipients();
  };

  it('are the requester and the approvers of a request, and the owners of a team', async () => {
    const { data, id: jobId } = await world.ask(GUARDED_TEMPLATE);
    const approvalId = data.approval?.id ?? '';
    // Includes the people of the board group, which is an approver. Excludes the future owner and members.
    assert.deepEqual(await world.recipients(), {
      team_creation_approval_requested: wide('ada', 'person-2', 'person-5', 'person-6'),
    });
    await world.node.delegate(person('person-2'), approvalId, 'person-10');
    await world.node.approve(person('person-10'), approvalId);
    const asked = ['ada', 'person-10', 'person-2', 'person-5', 'person-6'];
    assert.deepEqual(await world.recipients(), { team_creation_approved: wide(...asked) });
    const teamId = await world.build(jobId);
    assert.deepEqual(await world.recipients(), {
      team_created: wide(...asked, 'person-9'),
      team_provisioning_completed: wide(...asked, 'person-9'),
    });
    await world.change(teamId, OWNER);
    const ofOwners = wide('ada', 'person-9');
    assert.deepEqual(await world.recipients(), {
      team_updated: ofOwners,
      team_member_added: ofOwners,
      team_member_updated: ofOwners,
      team_member_removed: ofOwners,
      team_channel_archived: ofOwners,
      team_channel_created: ofOwners,
      team_channel_unarchived: ofOwners,
      team_channel_updated: ofOwners,
      team_channel_deleted: ofOwners,
      team_channel_tab_created: ofOwners,
      team_channel_tab_deleted: ofOwners,
      team_archived: ofOwners,
      team_unarchived: ofOwners,
    });
    await world.record('permanent_membership_restored', teamId);
    await world.record('team_inactive', teamId, { audience: ['person-9'] });
    await world.record('team_expired', teamId, { audience: [] });
    assert.deepEqual(await world.recipients(), {
      permanent_membership_restored: ofOwners,
      team_inactive: wide('person-9'),
      team_expired: wide(),
    });
    // A former owner receives nothing. The owners of a deleted team were captured with its event.
    await world.removeOwner(teamId, 'ada');
    await world.record('team_updated', teamId);
    assert.deepEqual(await world.recipients(), { team_updated: wide('person-9') });
    await world.delete(teamId, OWNER);
    assert.deepEqual(await world.recipients(), { team_deleted: wide('person-9') });
  });

  for (const [event, end] of [
    ['team_creation_rejected', (id: string) => world.node.reject(person('person-5'), id)],
    ['team_creation_approval_cancelled', (id: string) => world.node.cancel(ADA, id)],
    [
      'team_creation_approval_expired',
      () => {
        world.clock.advance(15 * 24 * 3600);
        return world.node.expire();
      },
    ],
  ] as const) {
    it(`are the requester and the approvers for the event ${event}`, async () => {
      const { data } = await world.ask(GUARDED_TEMPLATE);
      await world.recipients();
      await end(data.approval?.id ?? '');
      assert.deepEqual(await world.recipients(), {
        [event]: wide('ada', 'person-2', 'person-5', 'person-6'),
      });
    });
  }

  it('include the administrator who decided, even with a webhook of personal scope', async () => {
    const decider = person('person-1', 'TEAMS_SERVICE_ADMIN');
    const { data } = await world.ask(GUARDED_TEMPLATE);
    await world.recipients();
    await world.node.reject(decider, data.approval?.id ?? '');
    const recipients = await world.recipients();
    assert.ok(recipients.team_creation_rejected?.includes('person-1'));
  });

  it('include the requester of a failed provisioning', async () => {
    const job = await world.ask(OPEN_TEMPLATE);
    await world.deps.store.transaction(TENANT, (unit) =>
      unit.events.append(
        [
          rawEvent({
            type: 'team_provisioning_completed',
            actor: { id: 'system', kind: 'system', displayName: 'Charter' },
            target: { type: 'job', id: job.id, displayName: 'Phoenix' },
            payload: {
              team: { id: null },
              template: { id: OPEN_TEMPLATE },
              provisioning: { id: job.id, status: 'failed' },
            },
            requestId: newId(),
          }),
        ],
        world.deps.clock.now(),
      ),
    );
    assert.deepEqual(await world.recipients(), { team_provisioning_completed: wide('ada') });
  });

  it('exclude people whom only the payload names', async () => {
    await world.record('team_updated', 'no-such-team', {
      payload: {
        team: { id: 'no-such-team' },
        requester: { id: 'person-1' },
        approval: { approver: { id: 'person-1' } },
        template: { approvers: [{ id: 'person-1' }] },
        changes: { owners: ['person-1'] },
      },
    });
    assert.deepEqual(await world.recipients(), { team_updated: wide() });
  });

  it('exclude webhooks with a filter for other templates, even tenant-wide ones', async () => {
    const stranger = person('person-12', 'GLOBAL_ADMIN');
    const filtered = await world.hookOf(stranger, { templates: [OPEN_TEMPLATE] });
    const onlyOpen = (recipients: RecipientsByEvent) =>
      Object.keys(recipients)
        .filter((event) => recipients[event]?.includes('person-12'))
        .sort();
    assert.deepEqual(onlyOpen(await recipientsOf(() => world.ask(GUARDED_TEMPLATE))), []);
    const { id } = await world.ask(OPEN_TEMPLATE);
    const teamId = await world.build(id);
    await world.record('team_updated', teamId);
    await world.delete(teamId, stranger);
    assert.deepEqual(onlyOpen(await world.recipients()), [
      'team_created',
      'team_deleted',
      'team_provisioning_completed',
      'team_updated',
    ]);
    // A team without a template matches no template filter.
    await world.record('team_updated', 'made-elsewhere');
    assert.deepEqual(onlyOpen(await world.recipients()), []);
    await world.deps.store.transaction(TENANT, async (unit) => {
      await unit.hooks.remove(filtered.id);
      await unit.audit.append(
        [
          {
            trail: 'webhooks',
            type: 'hook_deleted',
            actor: newCause().actor,
            target: { type: 'hook', id: filtered.id, displayName: 'x' },
            requestId: newId(),
            fields: {},
          },
        ],
        world.deps.clock.now(),
      );
    });
  });

  it('exclude webhooks of other tenants, whatever the role and id of the creator', async () => {
    const elsewhere = { ...person('ada', 'GLOBAL_ADMIN'), tenantId: 'fabrikam' };
    await createHook(world.deps, elsewhere, newCall(), {
      events: EVENT_TYPES,
      url: 'https://hooks.example.com/',
    });
    await world.ask(GUARDED_TEMPLATE);
    assert.deepEqual(await world.fanOutAll('fabrikam'), []);
    const recipients = await world.recipients();
    assert.deepEqual(
      recipients.team_creation_approval_requested,
      wide('ada', 'person-2', 'person-5', 'person-6'),
    );
  });

  it('exclude webhooks that are disabled or do not subscribe', async () => {
    await world.hookOf(person('person-11', 'GLOBAL_ADMIN'), { events: ['team_deleted'] });
    await world.hookOf(person('person-11', 'GLOBAL_ADMIN'), { active: false });
    await world.ask(GUARDED_TEMPLATE);
    assert.deepEqual(
      (await world.recipients()).team_creation_approval_requested?.includes('person-11'),
      false,
    );
  });

  it('cost one request per team and one for all creators, regardless of the number of webhooks', async () => {
    const hooks = await world.deps.store.in(TENANT).hooks.listSubscribed(['team_updated'], new Date(0));
    const asked: string[] = [];
    const { teams, channels, users } = world.deps.suite;
    const suite = {
      channels,
      teams: {
        ...teams,
        listMembers: (tenantId: string, teamId: string) => {
          asked.push(teamId);
          return teams.listMembers(tenantId, teamId);
        },
      },
      users: {
        ...users,
        resolve: (tenantId: string, ids: readonly string[]) => {
          asked.push('people');
          return users.resolve(tenantId, ids);
        },
      },
    };
    const recipients = new Recipients(suite, TENANT, hooks);
    const event = {
      type: 'team_updated',
      body: '{}',
      audience: null,
      request: null,
      approval: null,
      templateId: undefined,
    };
    for (const teamId of ['one', 'two', 'one']) {
      for (const hook of hooks) {
        const isWide = TENANT_WIDE.includes(hook.creator.id);
        const scope = await recipients.scopeOf(hook, { ...event, teamId } as never);
        assert.equal(scope, isWide ? 'tenant' : undefined);
      }
    }
    assert.ok(hooks.length > 10);
    assert.deepEqual(asked, ['people', 'one', 'two']);
  });

  describe('a webhook whose creator loses a role or an account', () => {
    const receivedBy = async (id: string, requester = id): Promise<string[]> => {
      await world.record('team_updated', 'no-such-team');
      await world.ask(GUARDED_TEMPLATE, person(requester));
      const recipients = await world.recipients();
      return (
        Object.keys(recipients)
          // Changes of roles reach the person in both scopes.
          .filter((event) => recipients[event]?.includes(id) && !event.startsWith('role_'))
          .sort()
      );
    };
    const EVERYTHING = ['team_creation_approval_requested', 'team_updated'];
    const THEIR_OWN = ['team_creation_approval_requested'];

    it('receives only personal events once an assigned role is revoked', async () => {
      const roles = createRoleAssignmentStore(world.node.tenancy);
      await roles.assign(TENANT, 'person-11', 'INTEGRATION_MANAGER', newCause());
      const { id } = await world.hookOf(person('person-11', 'INTEGRATION_MANAGER'));
      assert.deepEqual(await receivedBy('person-11'), EVERYTHING);
      await roles.revoke(TENANT, 'person-11', 'INTEGRATION_MANAGER', newCause());
      assert.deepEqual(await receivedBy('person-11'), THEIR_OWN);
      // AUTHENTICATED_USER does not restore the scope; GLOBAL_ADMIN does.
      await roles.assign(TENANT, 'person-11', 'AUTHENTICATED_USER', newCause());
      assert.deepEqual(await receivedBy('person-11'), THEIR_OWN);
      await roles.assign(TENANT, 'person-11', 'GLOBAL_ADMIN', newCause());
      assert.deepEqual(await receivedBy('person-11'), EVERYTHING);
      await roles.revoke(TENANT, 'person-11', 'GLOBAL_ADMIN', newCause());
      const changed = await updateHook(world.deps, person('person-11'), newCall(), {
        hookId: id,
        name: 'Mine',
      });
      assert.equal(changed.scope, 'personal');
    });

    it('receives only personal events once its creator changes it with a token that lacks the role', async () => {
      const { id, scope } = await world.hookOf(person('person-10', 'GLOBAL_ADMIN'));
      assert.equal(scope, 'tenant');
      assert.deepEqual(await receivedBy('person-10'), EVERYTHING);
      const rename = { hookId: id, name: 'Still all' };
      // A manager's change does not change the creator's scope.
      const byManager = await updateHook(
        world.deps,
        person('person-7', 'INTEGRATION_MANAGER'),
        newCall(),
        rename,
      );
      assert.equal(byManager.scope, 'tenant');
      const byCreator = await updateHook(world.deps, person('person-10'), newCall(), { hookId: id });
      assert.equal(byCreator.scope, 'personal');
      assert.deepEqual(await receivedBy('person-10'), THEIR_OWN);
    });

    it('receives nothing while the account is disabled, or once the person has left the directory', async () => {
      await world.setAccount('person-7', 'off');
      // Ada makes the request, because a disabled account can't request a team.
      assert.deepEqual(await receivedBy('person-7', 'ada'), []);
      await world.setAccount('person-7', 'on');
      assert.deepEqual(await receivedBy('person-7'), EVERYTHING);
      await world.record('team_inactive', 'any', { audience: ['person-1'] });
      assert.ok((await world.recipients()).team_inactive?.includes('person-1'));
      await world.setAccount('person-1', 'gone');
      await world.record('team_inactive', 'any', { audience: ['person-1'] });
      assert.equal((await world.recipients()).team_inactive?.includes('person-1'), false);
    });

    it('receives nothing while the app is disabled', async () => {
      const apps = createAppStore(world.node.tenancy);
      const rest = { scopes: null, createdAt: new Date(), roles: [], secrets: [] };
      const app = { tenantId: TENANT, appId: AN_APP.id, displayName: 'CRM', ...rest };
      await apps.save({ ...app, enabled: true }, newCause());
      await world.hookOf(AN_APP);
      await world.record('team_updated', 'no-such-team');
      assert.ok((await world.recipients()).team_updated?.includes(AN_APP.id));
      await apps.save({ ...app, enabled: false }, newCause());
      await world.record('team_updated', 'no-such-team');
      assert.equal((await world.recipients()).team_updated?.includes(AN_APP.id), false);
    });
  });

  it('include an app only for its own requests', async () => {
    const app = { ...AN_APP, id: 'person-9', roles: new Set(['AUTHENTICATED_USER'] as const) };
    const { id, scope } = await world.hookOf(app, { events: ['team_created', 'team_updated'] });
    assert.equal(scope, 'personal');
    const { id: jobId } = await world.ask(OPEN_TEMPLATE, { ...AN_APP, id: 'person-9' });
    const own = await world.build(jobId);
    const deliveries = (await world.fanOutAll()).filter(({ hook }) => hook.id === id);
    assert.deepEqual(
      deliveries.map(({ event }) => event),
      ['team_created'],
    );
    // A person with the same id owns the team, but an app can't own one.
    await world.record('team_updated', own);
    assert.equal(
      (await world.fanOutAll()).some(({ hook }) => hook.id === id),
      false,
    );
  });
});
