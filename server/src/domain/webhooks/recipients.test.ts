import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { AN_APP, newCall, person } from '../../../test/approval-world.ts';
import { GUARDED, type HookWorld, OPEN, openHookWorld, type Told } from '../../../test/hook-world.ts';
import { TENANT } from '../../../test/provisioning-world.ts';
import { rawEvent } from '../../../test/raw-event.ts';
import { EVENT_TYPES } from '../../flows/definitions.ts';
import { newId } from '../../kernel/ids.ts';
import { createAppStore } from '../../persistence/apps.ts';
import { createRoleAssignmentStore } from '../../persistence/role-assignments.ts';
import { createHook } from './create-hook.ts';
import { Recipients } from './recipients.ts';
import { updateHook } from './update-hook.ts';

const ADA = person('ada');
const OWNER = person('person-9');
const TENANT_WIDE = ['person-4', 'person-7', 'person-8'];

const CAUSE = () => ({
  actor: { id: 'person-8', kind: 'user' as const, displayName: 'Person 8' },
  requestId: newId(),
  at: new Date(),
});

/** Those who hear everything, and these. */
const wide = (...ids: string[]) => [...TENANT_WIDE, ...ids].sort();

describe('what a webhook hears', () => {
  let world: HookWorld;
  before(async () => {
    world = await openHookWorld();
    // Everybody has a hook for everything: requester, members, owners, approvers, strangers…
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

  /** Also when a hook is made for less than everything. */
  const toldOf = async (...acts: (() => Promise<unknown>)[]): Promise<Told> => {
    for (const act of acts) await act();
    return world.told();
  };

  it('should be requests by who made and who approves them, and teams by who owns them', async () => {
    const { data, id: jobId } = await world.ask(GUARDED);
    const approvalId = data.approval?.id ?? '';
    // Of the board too, though only the group is named; not the one who will own the team, nor its member.
    assert.deepEqual(await world.told(), {
      team_creation_approval_requested: wide('ada', 'person-2', 'person-5', 'person-6'),
    });
    await world.node.delegate(person('person-2'), approvalId, 'person-10');
    await world.node.approve(person('person-10'), approvalId);
    const asked = ['ada', 'person-10', 'person-2', 'person-5', 'person-6'];
    assert.deepEqual(await world.told(), { team_creation_approved: wide(...asked) });
    const teamId = await world.build(jobId);
    assert.deepEqual(await world.told(), {
      team_created: wide(...asked, 'person-9'),
      team_provisioning_completed: wide(...asked, 'person-9'),
    });
    await world.change(teamId, OWNER);
    const ofOwners = wide('ada', 'person-9');
    assert.deepEqual(await world.told(), {
      team_updated: ofOwners,
      team_member_added: ofOwners,
      team_channel_created: ofOwners,
      team_channel_tab_created: ofOwners,
      team_archived: ofOwners,
      team_unarchived: ofOwners,
    });
    await world.record('permanent_membership_restored', teamId);
    await world.record('team_inactive', teamId, { audience: ['person-9'] });
    await world.record('team_expired', teamId, { audience: [] });
    assert.deepEqual(await world.told(), {
      permanent_membership_restored: ofOwners,
      team_inactive: wide('person-9'),
      team_expired: wide(),
    });
    // Who owned it is no longer told, and nobody can be asked about a team that is gone.
    await world.removeOwner(teamId, 'ada');
    await world.record('team_updated', teamId);
    assert.deepEqual(await world.told(), { team_updated: wide('person-9') });
    await world.delete(teamId, OWNER);
    assert.deepEqual(await world.told(), { team_deleted: wide('person-9') });
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
    it(`should be ${event} by who made and who approves the request`, async () => {
      const { data } = await world.ask(GUARDED);
      await world.told();
      await end(data.approval?.id ?? '');
      assert.deepEqual(await world.told(), { [event]: wide('ada', 'person-2', 'person-5', 'person-6') });
    });
  }

  it('should be a decision by the administrator who made it, also when they hear only of their own', async () => {
    const decider = person('person-1', 'TEAMS_SERVICE_ADMIN');
    const { data } = await world.ask(GUARDED);
    await world.told();
    await world.node.reject(decider, data.approval?.id ?? '');
    const told = await world.told();
    assert.ok(told.team_creation_rejected?.includes('person-1'));
  });

  it('should be a team that could not be built by who asked for it', async () => {
    const job = await world.ask(OPEN);
    await world.deps.store.transaction(TENANT, (unit) =>
      unit.events.append(
        [
          rawEvent({
            type: 'team_provisioning_completed',
            actor: { id: 'system', kind: 'system', displayName: 'Charter' },
            target: { type: 'job', id: job.id, displayName: 'Phoenix' },
            payload: {
              team: { id: null },
              template: { id: OPEN },
              provisioning: { id: job.id, status: 'failed' },
            },
            requestId: newId(),
          }),
        ],
        world.deps.clock.now(),
      ),
    );
    assert.deepEqual(await world.told(), { team_provisioning_completed: wide('ada') });
  });

  it('should be nothing of what a payload only seems to say', async () => {
    await world.record('team_updated', 'no-such-team', {
      payload: {
        team: { id: 'no-such-team' },
        requester: { id: 'person-1' },
        approval: { approver: { id: 'person-1' } },
        template: { approvers: [{ id: 'person-1' }] },
        changes: { owners: ['person-1'] },
      },
    });
    assert.deepEqual(await world.told(), { team_updated: wide() });
  });

  it('should be what is of its templates, whoever hears', async () => {
    const stranger = person('person-12', 'GLOBAL_ADMIN');
    const filtered = await world.hookOf(stranger, { templates: [OPEN] });
    const onlyOpen = (told: Told) =>
      Object.keys(told)
        .filter((event) => told[event]?.includes('person-12'))
        .sort();
    assert.deepEqual(onlyOpen(await toldOf(() => world.ask(GUARDED))), []);
    const { id } = await world.ask(OPEN);
    const teamId = await world.build(id);
    await world.record('team_updated', teamId);
    await world.delete(teamId, stranger);
    assert.deepEqual(onlyOpen(await world.told()), [
      'team_created',
      'team_deleted',
      'team_provisioning_completed',
      'team_updated',
    ]);
    // A team that was made without a template is of none.
    await world.record('team_updated', 'made-elsewhere');
    assert.deepEqual(onlyOpen(await world.told()), []);
    await world.deps.store.transaction(TENANT, async (unit) => {
      await unit.hooks.remove(filtered.id);
      await unit.audit.append(
        [
          {
            trail: 'webhooks',
            type: 'hook_deleted',
            actor: CAUSE().actor,
            target: { type: 'hook', id: filtered.id, displayName: 'x' },
            requestId: newId(),
            fields: {},
          },
        ],
        world.deps.clock.now(),
      );
    });
  });

  it('should be nothing of another tenant, whatever the role and the name', async () => {
    const elsewhere = { ...person('ada', 'GLOBAL_ADMIN'), tenantId: 'fabrikam' };
    await createHook(world.deps, elsewhere, newCall(), {
      events: EVENT_TYPES,
      url: 'https://hooks.example.com/',
    });
    await world.ask(GUARDED);
    assert.deepEqual(await world.handOn('fabrikam'), []);
    const told = await world.told();
    assert.deepEqual(told.team_creation_approval_requested, wide('ada', 'person-2', 'person-5', 'person-6'));
  });

  it('should be nothing it did not ask for, and nothing while it is switched off', async () => {
    const some = await world.hookOf(person('person-11', 'GLOBAL_ADMIN'), { events: ['team_deleted'] });
    const off = await world.hookOf(person('person-11', 'GLOBAL_ADMIN'), { active: false });
    await world.ask(GUARDED);
    assert.deepEqual((await world.told()).team_creation_approval_requested?.includes('person-11'), false);
    assert.notEqual(some.id, off.id);
  });

  it('should be found out with one question about each team, and one about people, however many hooks there are', async () => {
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
      concernedIds: [],
      templateId: undefined,
    };
    for (const teamId of ['one', 'two', 'one']) {
      for (const hook of hooks) {
        const isWide = TENANT_WIDE.includes(hook.creator.id);
        const heard = await recipients.scopeOf(hook, { ...event, teamId } as never);
        assert.equal(heard, isWide ? 'tenant' : undefined);
      }
    }
    assert.ok(hooks.length > 10);
    assert.deepEqual(asked, ['people', 'one', 'two']);
  });

  describe('after its creator has lost', () => {
    const heard = async (id: string, requester = id): Promise<string[]> => {
      await world.record('team_updated', 'no-such-team');
      await world.ask(GUARDED, person(requester));
      const told = await world.told();
      return Object.keys(told)
        .filter((event) => told[event]?.includes(id))
        .sort();
    };
    const EVERYTHING = ['team_creation_approval_requested', 'team_updated'];
    const THEIR_OWN = ['team_creation_approval_requested'];

    it('the role that the service gave should be what is theirs', async () => {
      const roles = createRoleAssignmentStore(world.node.tenancy);
      await roles.assign(TENANT, 'person-11', 'INTEGRATION_MANAGER', CAUSE());
      const { id } = await world.hookOf(person('person-11', 'INTEGRATION_MANAGER'));
      assert.deepEqual(await heard('person-11'), EVERYTHING);
      await roles.revoke(TENANT, 'person-11', 'INTEGRATION_MANAGER', CAUSE());
      assert.deepEqual(await heard('person-11'), THEIR_OWN);
      // A role that means nothing here does not bring it back; one that does, does.
      await roles.assign(TENANT, 'person-11', 'AUTHENTICATED_USER', CAUSE());
      assert.deepEqual(await heard('person-11'), THEIR_OWN);
      await roles.assign(TENANT, 'person-11', 'GLOBAL_ADMIN', CAUSE());
      assert.deepEqual(await heard('person-11'), EVERYTHING);
      await roles.revoke(TENANT, 'person-11', 'GLOBAL_ADMIN', CAUSE());
      const changed = await updateHook(world.deps, person('person-11'), newCall(), {
        hookId: id,
        name: 'Mine',
      });
      assert.equal(changed.scope, 'personal');
    });

    it('a role of their tokens should be what is theirs once they change it without the role', async () => {
      const { id, scope } = await world.hookOf(person('person-10', 'GLOBAL_ADMIN'));
      assert.equal(scope, 'tenant');
      assert.deepEqual(await heard('person-10'), EVERYTHING);
      const rename = { hookId: id, name: 'Still all' };
      // Somebody else's change says nothing of its creator.
      const byManager = await updateHook(
        world.deps,
        person('person-7', 'INTEGRATION_MANAGER'),
        newCall(),
        rename,
      );
      assert.equal(byManager.scope, 'tenant');
      const byCreator = await updateHook(world.deps, person('person-10'), newCall(), { hookId: id });
      assert.equal(byCreator.scope, 'personal');
      assert.deepEqual(await heard('person-10'), THEIR_OWN);
    });

    it('their account should be nothing', async () => {
      await world.setAccount('person-7', 'off');
      // Whose account is closed can ask for nothing.
      assert.deepEqual(await heard('person-7', 'ada'), []);
      await world.setAccount('person-7', 'on');
      assert.deepEqual(await heard('person-7'), EVERYTHING);
      await world.record('team_inactive', 'any', { audience: ['person-1'] });
      assert.ok((await world.told()).team_inactive?.includes('person-1'));
      await world.setAccount('person-1', 'gone');
      await world.record('team_inactive', 'any', { audience: ['person-1'] });
      assert.equal((await world.told()).team_inactive?.includes('person-1'), false);
    });

    it('its registration, when it is an app, should be nothing', async () => {
      const apps = createAppStore(world.node.tenancy);
      const app = { tenantId: TENANT, appId: AN_APP.id, displayName: 'CRM', secretHash: 'x', roles: [] };
      await apps.save({ ...app, enabled: true }, CAUSE());
      await world.hookOf(AN_APP);
      await world.record('team_updated', 'no-such-team');
      assert.ok((await world.told()).team_updated?.includes(AN_APP.id));
      await apps.save({ ...app, enabled: false }, CAUSE());
      await world.record('team_updated', 'no-such-team');
      assert.equal((await world.told()).team_updated?.includes(AN_APP.id), false);
    });
  });

  it('should be an app’s own requests when it is an app’s that hears only of its own', async () => {
    const app = { ...AN_APP, id: 'person-9', roles: new Set(['AUTHENTICATED_USER'] as const) };
    const { id, scope } = await world.hookOf(app, { events: ['team_created', 'team_updated'] });
    assert.equal(scope, 'personal');
    const { id: jobId } = await world.ask(OPEN, { ...AN_APP, id: 'person-9' });
    const own = await world.build(jobId);
    const deliveries = (await world.handOn()).filter(({ hook }) => hook.id === id);
    assert.deepEqual(
      deliveries.map(({ event }) => event),
      ['team_created'],
    );
    // The person with the same id owns the team; the app does not.
    await world.record('team_updated', own);
    assert.equal(
      (await world.handOn()).some(({ hook }) => hook.id === id),
      false,
    );
  });
});
