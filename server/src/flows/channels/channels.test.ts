import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { LABEL, QUARTER_HOUR_SECONDS, RestoreWorld } from '../../../test/restore-world.ts';
import { type PersonName, TENANT } from '../../../test/team-world.ts';
import { createChannel } from '../../domain/channels/change-channels.ts';
import { getTeamPermissions } from '../../domain/channels/get-team-permissions.ts';
import type { ChannelMembershipType } from '../../domain/channels/model.ts';
import { updatePolicy } from '../../domain/policies/change-policies.ts';
import type { Policy, PolicyDraft } from '../../domain/policies/model.ts';
import type { Suite } from '../../engine/suite.ts';
import { isCharterError } from '../../kernel/errors.ts';
import { newId } from '../../kernel/ids.ts';
import { createRoleAssignmentStore } from '../../persistence/role-assignments.ts';
import { reportPolicy } from '../policy-reports/report-policy.ts';
import { permittedTypes } from './admit-channel.ts';
import { allowChannel, listChannelViolations } from './read-violations.ts';

const DAY = 24 * 60 * 60;
const at = new RestoreWorld();

const policy = (settings: PolicyDraft['settings'], draft: Partial<PolicyDraft> = {}) =>
  at.policy({ kind: 'channels', name: 'Few channels', settings, ...draft });

/** Creates a channel through Charter. */
const create = (
  teamId: string,
  membershipType: ChannelMembershipType,
  by: PersonName = 'olga',
  name?: string,
) =>
  createChannel(at.world.deps, at.world.person(by), at.world.call(), {
    teamId,
    displayName: name ?? `Channel ${newId().slice(-8)}`,
    membershipType,
    ...(by === 'ada' &&
      membershipType !== 'standard' && { members: [{ user: { id: 'olga-id' }, role: 'owner' as const }] }),
  });

/** Creates a channel in the suite, outside Charter. Returns its id. */
async function createOutside(
  teamId: string,
  membershipType: ChannelMembershipType = 'private',
  ownerId = 'mia-id',
): Promise<string> {
  const marker = newId();
  const members = membershipType === 'standard' ? [] : [{ userId: ownerId, role: 'owner' as const }];
  const channel = {
    marker,
    displayName: `Side ${marker.slice(-8)}`,
    description: null,
    membershipType,
    members,
  };
  const [created] = await at.world.suite.channels.create(TENANT, teamId, [channel]);
  return created!.id;
}

const idsIn = async (teamId: string): Promise<string[]> =>
  (await at.world.suite.channels.list(TENANT, teamId)).map(({ id }) => id);

const violationsIn = async (teamId: string, by: PersonName = 'olga') => {
  const query = { teamId, status: undefined, top: 50, after: undefined };
  return (await listChannelViolations(at.world.deps, at.world.person(by), query)).items;
};

const allow = (violationId: string, by: PersonName = 'ada') =>
  allowChannel(at.world.deps, at.world.person(by), at.world.call(), { violationId });

const change = (to: Policy, patch: object) =>
  updatePolicy(at.world.deps, at.world.person('ada'), at.world.call(), {
    policyId: to.id,
    changes: patch as never,
  });

/** Checks the team a quarter of an hour later. */
async function nextCheck(suite?: Suite): Promise<void> {
  at.world.clock.advance(QUARTER_HOUR_SECONDS);
  await at.sweep(suite);
}

async function wait(days: number): Promise<void> {
  for (let day = 0; day < days; day += 1) {
    at.world.clock.advance(DAY);
    await at.sweep();
  }
}

/** A team under the policy whose channels were checked once. */
async function checkedTeam(of: Policy): Promise<string> {
  const teamId = await at.newTeam();
  await at.attach(of, teamId);
  await at.sweep();
  at.world.clock.advance(60);
  return teamId;
}

const rejection = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => '',
    (error: unknown) => (isCharterError(error) ? `${error.code}: ${error.message}` : String(error)),
  );

const noticesTo = async (addresseeId: string): Promise<string[]> => {
  const query = { addresseeId, unreadOnly: false, top: 100, after: undefined };
  const found = await at.world.deps.store.in(TENANT).notifications.list(query);
  return found.map(({ kind }) => kind).filter((kind) => kind.startsWith('channel_'));
};

const eventsAbout = async (channelId: string) =>
  (await at.world.events())
    .filter(({ target }) => target.id === channelId)
    .map(({ type, actor }) => `${type} by ${actor.id}`);

describe('a channel that somebody creates in Charter', () => {
  it('is rejected with the name of the policy that forbids it to the caller, administrators included', async () => {
    const teamId = await checkedTeam(
      await policy({ private: 'owners', shared: 'administrators', standard: 'nobody' }),
    );
    assert.match(
      await rejection(create(teamId, 'private', 'mia')),
      /PolicyViolation: .*'Few channels' lets only owners/,
    );
    await create(teamId, 'private', 'olga');
    assert.match(
      await rejection(create(teamId, 'shared', 'olga')),
      /lets only administrators of the organisation create shared/,
    );
    await create(teamId, 'shared', 'ada');
    for (const by of ['mia', 'olga', 'ada'] as const)
      assert.match(await rejection(create(teamId, 'standard', by)), /lets nobody create standard/);
    const typesOf = async (by: PersonName) =>
      (await getTeamPermissions({ ...at.world.deps, permittedTypes }, at.world.person(by), { teamId }))
        .channelTypes;
    assert.deepEqual(
      [await typesOf('mia'), await typesOf('olga'), await typesOf('ada')],
      [[], ['private'], ['private', 'shared']],
    );
  });

  it('is rejected above the maximum number, even when several are created at once', async () => {
    const teamId = await checkedTeam(await policy({ maximumPrivate: 3 }));
    await create(teamId, 'private');
    const results = await Promise.all(Array.from({ length: 6 }, () => rejection(create(teamId, 'private'))));
    assert.equal(results.filter((result) => result === '').length, 2, results.join('\n'));
    assert.match(
      results.find((result) => result !== '') ?? '',
      /at most 3 channels of the type 'private' in a team, and this one has 3/,
    );
    await create(teamId, 'standard');
  });

  it('is judged by the policy for the label of the team', async () => {
    const teamId = await checkedTeam(await policy({ private: 'nobody', labelIds: [LABEL] }));
    await create(teamId, 'private');
    await at.world.suite.teams.setSensitivityLabel(TENANT, teamId, LABEL);
    assert.match(await rejection(create(teamId, 'private')), /PolicyViolation/);
  });

  it('is created under a policy that only reports, and the violation is recorded', async () => {
    const reporting = await policy({ private: 'nobody' }, { mode: 'report' });
    const teamId = await checkedTeam(reporting);
    const { id } = await create(teamId, 'private');
    const records = await at.recordsOf(reporting.id);
    assert.equal(records.filter(({ type }) => type === 'policy_violation_reported').length, 1);
    await nextCheck();
    assert.deepEqual(await violationsIn(teamId), [], 'Charter made it');
    assert.ok((await idsIn(teamId)).includes(id));
  });
});

describe('a channel under a policy', () => {
  before(async () => {
    const { database, clock } = at.world;
    const given = {
      actor: { id: 'charter', kind: 'system', displayName: 'Charter' } as const,
      requestId: newId(),
      at: clock.now(),
    };
    await createRoleAssignmentStore(database.tenancy, clock).assign(
      TENANT,
      'ada-id',
      'TEAMS_SERVICE_ADMIN',
      given,
      {
        displayName: 'Ada',
        expiresAt: null,
      },
    );
  });

  it('is kept when it is older than the policy, was created in Charter, or complies', async () => {
    const teamId = await at.newTeam();
    const old = await createOutside(teamId);
    await at.attach(await policy({ private: 'owners', maximumShared: 1 }), teamId);
    await at.sweep();
    at.world.clock.advance(60);
    const own = await create(teamId, 'private');
    const complying = [
      await createOutside(teamId, 'private', 'olga-id'),
      await createOutside(teamId, 'standard'),
    ];
    await nextCheck();
    assert.deepEqual(await violationsIn(teamId), []);
    await wait(40);
    const present = await idsIn(teamId);
    for (const id of [old, own.id, ...complying]) assert.ok(present.includes(id));
    assert.deepEqual(at.reported, []);
  });

  it('is reported once to its owners, the owners of the team and administrators, and is not deleted', async () => {
    const teamId = await checkedTeam(await policy({ private: 'owners' }));
    const channelId = await createOutside(teamId);
    await nextCheck();
    await wait(30);
    const [violation] = await violationsIn(teamId);
    assert.deepEqual(
      [violation?.channel.id, violation?.status, violation?.deleteDateTime],
      [channelId, 'reported', null],
    );
    assert.match(violation?.reason.message ?? '', /no owner of the team owns this one/);
    assert.deepEqual(await eventsAbout(channelId), ['channel_violation_found by charter']);
    for (const id of ['olga-id', 'mia-id', 'ada-id'])
      assert.deepEqual(await noticesTo(id), ['channel_violation'], id);
    assert.equal(
      await rejection(violationsIn(teamId, 'mia')),
      'Forbidden: Only owners of the team and administrators may do this. Ask one of them.',
    );
    await at.world.suite.channels.addMembers(TENANT, teamId, channelId, [
      { userId: 'olga-id', role: 'owner' },
    ]);
    await nextCheck();
    assert.deepEqual(await violationsIn(teamId), [], 'an owner of the team took it over');
    assert.ok((await eventsAbout(channelId)).includes('channel_violation_ended by charter'));
  });

  it('is deleted at the announced time, with a reminder, an event and the reason', async () => {
    const deleting = await policy({ private: 'nobody', externalChannels: 'delete', deletionDays: 10 });
    const teamId = await checkedTeam(deleting);
    const channelId = await createOutside(teamId);
    const before = (await noticesTo('olga-id')).length;
    await nextCheck();
    const [violation] = await violationsIn(teamId);
    assert.equal(violation?.status, 'scheduled');
    const days = (Date.parse(violation?.deleteDateTime ?? '') - at.world.clock.now().getTime()) / DAY / 1000;
    assert.equal(days, 10);
    await wait(6);
    assert.equal((await noticesTo('olga-id')).length, before + 1);
    await wait(3);
    assert.equal((await noticesTo('olga-id')).length, before + 2, 'the reminder');
    assert.ok((await idsIn(teamId)).includes(channelId), 'the day before');
    await wait(1);
    assert.ok(!(await idsIn(teamId)).includes(channelId));
    assert.deepEqual(await violationsIn(teamId), []);
    assert.equal((await noticesTo('mia-id'))[0], 'channel_deleted');
    assert.deepEqual(await eventsAbout(channelId), [
      'channel_violation_found by charter',
      'team_channel_deleted by charter',
    ]);
    const [record] = (await at.recordsOf(channelId)).filter(({ type }) => type === 'team_channel_deleted');
    assert.deepEqual([record?.fields.reason, record?.fields.policyId], ['channelPolicy', deleting.id]);
    await wait(2);
    assert.deepEqual(at.reported, []);
  });

  it('is never deleted once an administrator allows it', async () => {
    const teamId = await checkedTeam(
      await policy({ private: 'nobody', externalChannels: 'delete', deletionDays: 1 }),
    );
    const channelId = await createOutside(teamId);
    await nextCheck();
    const [violation] = await violationsIn(teamId);
    assert.match(await rejection(allow(violation!.id, 'olga')), /Forbidden/);
    assert.equal((await allow(violation!.id)).status, 'allowed');
    assert.equal((await allow(violation!.id)).status, 'allowed', 'again');
    await wait(5);
    assert.ok((await idsIn(teamId)).includes(channelId));
    assert.deepEqual(await eventsAbout(channelId), [
      'channel_violation_found by charter',
      'channel_violation_ended by ada-id',
    ]);
  });

  it('has its deletion scheduled, cancelled and scheduled again for the full period when the policy changes', async () => {
    const changing = await policy({ private: 'nobody', externalChannels: 'delete', deletionDays: 5 });
    const teamId = await checkedTeam(changing);
    const channelId = await createOutside(teamId);
    await nextCheck();
    await wait(4);
    await change(changing, { settings: { externalChannels: 'report' } });
    await wait(3);
    assert.equal((await violationsIn(teamId))[0]?.status, 'reported');
    await change(changing, { settings: { externalChannels: 'delete' } });
    await wait(5);
    assert.ok((await idsIn(teamId)).includes(channelId), 'the period restarts');
    await change(changing, { enabled: false });
    await wait(3);
    assert.deepEqual(await violationsIn(teamId), []);
    await change(changing, { enabled: true });
    await wait(10);
    assert.ok((await idsIn(teamId)).includes(channelId), 'it was there when the policy was switched on');
    assert.deepEqual(await eventsAbout(channelId), [
      'channel_violation_found by charter',
      'channel_violation_updated by charter',
      'channel_violation_updated by charter',
      'channel_violation_ended by charter',
    ]);
  });

  it('is recorded and shown in the report, but not deleted, under a policy that only reports', async () => {
    const reporting = await policy(
      { maximumPrivate: 1, externalChannels: 'delete', deletionDays: 1 },
      { mode: 'report' },
    );
    const teamId = await checkedTeam(reporting);
    const first = await createOutside(teamId);
    at.world.clock.advance(1);
    const second = await createOutside(teamId);
    const notices = await noticesTo('olga-id');
    await nextCheck();
    await wait(3);
    assert.deepEqual(
      (await violationsIn(teamId)).map(({ channel }) => channel.id),
      [second],
    );
    assert.ok((await idsIn(teamId)).includes(second) && (await idsIn(teamId)).includes(first));
    assert.deepEqual(await noticesTo('olga-id'), notices);
    assert.deepEqual(await eventsAbout(second), []);
    const report = await reportPolicy(at.world.deps, at.world.person('ada'), { policyId: reporting.id });
    assert.deepEqual(
      report.teams.map(({ id, message }) => [id, message]),
      [[teamId, 'One channel violates the policy.']],
    );
  });

  it('counts towards the limit of each policy separately', async () => {
    const enforced = await policy({ maximumPrivate: 3 });
    const stricter = await policy({ maximumPrivate: 1 }, { mode: 'report', name: 'Fewer channels' });
    const teamId = await at.newTeam();
    for (const each of [enforced, stricter]) await at.attach(each, teamId);
    await at.sweep();
    for (let index = 0; index < 5; index += 1) {
      at.world.clock.advance(1);
      await createOutside(teamId);
    }
    await nextCheck();
    const found = await violationsIn(teamId);
    assert.deepEqual(found.map((violation) => [violation.policy.name, violation.mode]).sort(), [
      ['Few channels', 'enforce'],
      ['Few channels', 'enforce'],
      ['Fewer channels', 'report'],
      ['Fewer channels', 'report'],
    ]);
  });

  it('is read only for teams with an enabled policy for channels', async () => {
    const { deps, suite } = at.world;
    const reads: string[] = [];
    const noting = <Part extends object>(part: Part, name: string): Part =>
      new Proxy(part, {
        get(target, key, receiver) {
          reads.push(`${name}.${String(key)}`);
          return Reflect.get(target, key, receiver);
        },
      });
    const watched = {
      ...deps.store,
      in: (tenantId: string) => {
        const stores = deps.store.in(tenantId);
        return { ...stores, channelViolations: noting(stores.channelViolations, 'channelViolations') };
      },
    };
    const watchedSuite = { ...suite, channels: noting(suite.channels, 'channels') };
    const check = async (): Promise<string[]> => {
      reads.length = 0;
      at.world.clock.advance(QUARTER_HOUR_SECONDS);
      await at.sweep(watchedSuite, watched);
      return reads.splice(0);
    };

    const members = await at.policy({ kind: 'privacy', settings: { visibility: 'private' } });
    const teamId = await at.newTeam();
    await at.attach(members, teamId);
    assert.deepEqual(await check(), []);
    const limiting = await policy({ private: 'nobody' });
    await at.attach(limiting, teamId);
    assert.ok((await check()).length > 0);
    await change(limiting, { enabled: false });
    assert.ok((await check()).length > 0, 'the check that ends the record of known channels');
    assert.deepEqual(await check(), []);
  });

  for (const when of ['before', 'after'] as const) {
    it(`is deleted once when the node dies ${when} the deletion`, async () => {
      const teamId = await checkedTeam(
        await policy({ private: 'nobody', externalChannels: 'delete', deletionDays: 1 }),
      );
      const channelId = await createOutside(teamId);
      await nextCheck();
      const { channels } = at.world.suite;
      const dying: Suite = {
        ...at.world.suite,
        channels: {
          ...channels,
          async delete(...call) {
            if (when === 'after') await channels.delete(...call);
            throw new Error('The node died.');
          },
        },
      };
      at.world.clock.advance(DAY);
      await at.sweep(dying);
      assert.equal(at.reported.length, 1);
      at.reported = [];
      assert.match(await rejection(allow((await violationsIn(teamId))[0]!.id)), /Conflict: The deletion/);
      await nextCheck();
      assert.equal(await at.recover(), 1);
      await nextCheck();
      assert.ok(!(await idsIn(teamId)).includes(channelId));
      assert.deepEqual(await violationsIn(teamId), []);
      assert.deepEqual(await eventsAbout(channelId), [
        'channel_violation_found by charter',
        'team_channel_deleted by charter',
      ]);
      assert.deepEqual(at.reported, []);
    });
  }
});
