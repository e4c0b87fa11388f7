/**
 * @long Compares weeks of channels, which people create in Charter and outside it under a changing policy, with a model
 * of the policy.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { RestoreWorld } from '../../../test/restore-world.ts';
import { type PersonName, TENANT } from '../../../test/team-world.ts';
import { createChannel } from '../../domain/channels/change-channels.ts';
import { deletePolicy, updatePolicy } from '../../domain/policies/change-policies.ts';
import type { Policy, PolicySettings } from '../../domain/policies/model.ts';
import { hasCode } from '../../kernel/errors.ts';
import { newId } from '../../kernel/ids.ts';
import { allowChannel, listChannelViolations } from './read-violations.ts';

const RUNS = Number(process.env.CHARTER_TEST_CHANNELS ?? 25);
const HOUR = 60 * 60;
const DAY = 24 * HOUR;

const at = new RestoreWorld();

type Type = 'standard' | 'private';
type Settings = Pick<
  PolicySettings<'channels'>,
  'private' | 'standard' | 'maximumPrivate' | 'externalChannels' | 'deletionDays'
>;

interface PolicyTerms {
  settings: Settings;
  mode: 'enforce' | 'report';
  enabled: boolean;
}

type Step =
  | { hours: number }
  | { outside: Type; owner: 'olga-id' | 'mia-id' }
  | { inside: Type; by: 'olga' | 'mia' | 'ada' }
  | { takeOver: number }
  | { vanish: number }
  | { allow: number }
  | { terms: PolicyTerms };

const creators = fc.constantFrom(
  'members' as const,
  'owners' as const,
  'administrators' as const,
  'nobody' as const,
);

const someTerms: fc.Arbitrary<PolicyTerms> = fc.record({
  settings: fc.record({
    standard: fc.constantFrom('members' as const, 'administrators' as const),
    private: creators,
    maximumPrivate: fc.integer({ min: 1, max: 4 }),
    externalChannels: fc.constantFrom('report' as const, 'delete' as const, 'delete' as const),
    deletionDays: fc.integer({ min: 1, max: 6 }),
  }),
  mode: fc.constantFrom('enforce' as const, 'enforce' as const, 'enforce' as const, 'report' as const),
  enabled: fc.constantFrom(true, true, true, true, false),
});

const number = fc.nat({ max: 20 });
const type = fc.constantFrom('standard' as const, 'private' as const, 'private' as const);
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof<{ weight: number; arbitrary: fc.Arbitrary<Step> }[]>(
    { weight: 8, arbitrary: fc.record({ hours: fc.integer({ min: 1, max: 60 }) }) },
    {
      weight: 5,
      arbitrary: fc.record({ outside: type, owner: fc.constantFrom('olga-id' as const, 'mia-id' as const) }),
    },
    {
      weight: 3,
      arbitrary: fc.record({
        inside: type,
        by: fc.constantFrom('olga' as const, 'mia' as const, 'ada' as const),
      }),
    },
    { weight: 1, arbitrary: fc.record({ takeOver: number }) },
    { weight: 1, arbitrary: fc.record({ vanish: number }) },
    { weight: 1, arbitrary: fc.record({ allow: number }) },
    { weight: 2, arbitrary: fc.record({ terms: someTerms }) },
  ),
  { minLength: 25, maxLength: 50 },
);

interface Recorded {
  type: string;
  actor: { id: string };
  target: { id: string };
  payload: { deleteDateTime?: string; reason?: string; team?: { id: string } };
}

/** A team under a policy, and what must hold for its channels. */
class History {
  readonly teamId: string;
  readonly policy: Policy;
  terms: PolicyTerms;
  /**
   * Ids of the channels that Charter may never delete: those of the first check, those created in Charter, and allowed
   * ones.
   */
  readonly safe = new Set<string>();
  /** Ids of the existing channels that were created outside Charter, as far as the model knows. */
  readonly external = new Set<string>();
  /** Whether an owner of the team owns the private channel, by the id of the channel. */
  readonly privates = new Map<string, boolean>();

  constructor(teamId: string, policy: Policy, terms: PolicyTerms) {
    this.teamId = teamId;
    this.policy = policy;
    this.terms = terms;
  }

  async take(step: Step): Promise<void> {
    if ('hours' in step) return this.pass(step.hours);
    if ('outside' in step) {
      await this.makeOutside(step.outside, step.owner);
      return;
    }
    if ('inside' in step) return this.makeInside(step.inside, step.by);
    if ('terms' in step) return this.change(step.terms);
    const nth = (from: readonly string[], place: number): string | undefined =>
      from[place % Math.max(1, from.length)];
    if ('takeOver' in step) {
      const id = nth(
        [...this.external].filter((channel) => this.privates.has(channel)),
        step.takeOver,
      );
      if (id === undefined) return;
      const owner = [{ userId: 'olga-id', role: 'owner' as const }];
      await at.world.suite.channels.addMembers(TENANT, this.teamId, id, owner);
      this.privates.set(id, true);
    } else if ('vanish' in step) {
      const id = nth([...this.external], step.vanish);
      if (id === undefined) return;
      await at.world.suite.channels.delete(TENANT, this.teamId, id);
      this.external.delete(id);
      this.privates.delete(id);
    } else await this.allow(step.allow);
  }

  async pass(hours: number): Promise<void> {
    for (let hour = 0; hour < hours; hour += 6) {
      at.world.clock.advance(6 * HOUR);
      await at.sweep();
      await this.notice();
    }
  }

  /** The announced deletions by channel: the time of the deletion, and when the model first saw it; in milliseconds. */
  readonly #announced = new Map<string, { deletesAt: number; seenAt: number }>();

  /** Compares the channels with the model after a check. */
  async notice(): Promise<void> {
    const now = at.world.clock.now().getTime();
    const present = new Set((await at.world.suite.channels.list(TENANT, this.teamId)).map(({ id }) => id));
    for (const id of this.safe) assert.ok(present.has(id), 'a safe channel is there');
    for (const id of this.external) {
      if (present.has(id)) continue;
      const { settings, mode, enabled } = this.terms;
      assert.deepEqual(
        [settings.externalChannels, mode, enabled],
        ['delete', 'enforce', true],
        'deleted by a policy',
      );
      const { deletesAt = Infinity, seenAt = 0 } = this.#announced.get(id) ?? {};
      assert.ok(deletesAt <= now, 'deleted after the announced time');
      assert.ok(deletesAt - seenAt >= DAY * 1000, 'announced at least a day before');
      this.external.delete(id);
      this.privates.delete(id);
    }
    const query = { teamId: this.teamId, status: 'scheduled', top: 50, after: undefined } as const;
    const { items } = await listChannelViolations(at.world.deps, at.world.person('ada'), query);
    for (const { channel, deleteDateTime } of items) {
      const deletesAt = Date.parse(deleteDateTime ?? '');
      if (this.#announced.get(channel.id)?.deletesAt === deletesAt) continue;
      this.#announced.set(channel.id, { deletesAt, seenAt: now });
    }
  }

  async makeOutside(membershipType: Type, ownerId: 'olga-id' | 'mia-id'): Promise<string> {
    const marker = newId();
    const members = membershipType === 'private' ? [{ userId: ownerId, role: 'owner' as const }] : [];
    const draft = {
      marker,
      displayName: `Side ${marker.slice(-10)}`,
      description: null,
      membershipType,
      members,
    };
    const [created] = await at.world.suite.channels.create(TENANT, this.teamId, [draft]);
    const { id } = created!;
    this.external.add(id);
    if (membershipType === 'private') this.privates.set(id, ownerId === 'olga-id');
    return id;
  }

  async makeInside(membershipType: Type, by: Extract<PersonName, 'olga' | 'mia' | 'ada'>): Promise<void> {
    const { settings, mode, enabled } = this.terms;
    const level = { mia: 0, olga: 1, ada: 2 }[by];
    const allowed = ['members', 'owners', 'administrators', 'nobody'].indexOf(
      settings[membershipType] ?? 'members',
    );
    const isFull =
      membershipType === 'private' && this.privates.size >= (settings.maximumPrivate ?? Infinity);
    const isRejected = enabled && mode === 'enforce' && (level < allowed || isFull);
    const created = await createChannel(at.world.deps, at.world.person(by), at.world.call(), {
      teamId: this.teamId,
      displayName: `Inside ${newId().slice(-10)}`,
      membershipType,
      ...(by === 'ada' &&
        membershipType === 'private' && { members: [{ user: { id: 'olga-id' }, role: 'owner' as const }] }),
    }).catch((error: unknown) => {
      assert.ok(hasCode(error, 'PolicyViolation'), String(error));
      return undefined;
    });
    assert.equal(created === undefined, isRejected, `${by} creates a ${membershipType} channel`);
    if (created === undefined) return;
    this.safe.add(created.id);
    if (membershipType === 'private') this.privates.set(created.id, by !== 'mia');
  }

  async change(terms: PolicyTerms): Promise<void> {
    const input = { policyId: this.policy.id, changes: terms };
    await updatePolicy(at.world.deps, at.world.person('ada'), at.world.call(), input);
    this.terms = terms;
    // The clock advances, so that no channel has the same time as the change.
    at.world.clock.advance(1);
  }

  async allow(place: number): Promise<void> {
    const query = { teamId: this.teamId, status: undefined, top: 50, after: undefined };
    const ada = at.world.person('ada');
    const { items } = await listChannelViolations(at.world.deps, ada, query);
    const open = items.filter(({ status, channel }) => status !== 'allowed' && this.external.has(channel.id));
    const chosen = open[place % Math.max(1, open.length)];
    if (chosen === undefined) return;
    await allowChannel(at.world.deps, ada, at.world.call(), { violationId: chosen.id });
    this.external.delete(chosen.channel.id);
    this.safe.add(chosen.channel.id);
  }
}

/** Asserts that each deletion was announced at least a day before, was not cancelled, and has a reason. */
async function assertExplained(history: History): Promise<void> {
  const events = ((await at.world.events()) as unknown as Recorded[]).filter(
    ({ payload }) => payload.team?.id === history.teamId,
  );
  const announced = new Map<string, number>();
  const found = new Set<string>();
  for (const { type: code, actor, target, payload } of events) {
    const { id } = target;
    if (code === 'channel_violation_found') {
      assert.ok(!found.has(id), 'found once');
      found.add(id);
    }
    // An administrator may allow a channel that a policy has only reported.
    const isOfFound = code === 'channel_violation_updated' || code === 'channel_violation_ended';
    assert.ok(!isOfFound || found.has(id) || payload.reason === 'allowed', code);
    if (code === 'channel_violation_ended') found.delete(id);
    if (code.startsWith('channel_violation_')) {
      if (payload.deleteDateTime === undefined) announced.delete(id);
      else announced.set(id, Date.parse(payload.deleteDateTime));
    }
    if (code !== 'team_channel_deleted') continue;
    assert.equal(actor.id, 'charter');
    const time = announced.get(id);
    assert.ok(time !== undefined, 'a deletion is announced');
    assert.ok(!history.safe.has(id), 'a safe channel is not deleted');
    found.delete(id);
    const records = await at.recordsOf(id);
    const [deletion] = records.filter((record) => record.type === code);
    assert.equal(deletion?.fields.reason, 'channelPolicy');
  }
}

describe('channels under a policy', () => {
  it('are deleted eventually, only after an announcement, and never while they are protected', {
    timeout: 600_000,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(someTerms, steps, async (first, plan) => {
        const teamId = await at.newTeam();
        const policy = await at.policy({ kind: 'channels', name: 'Few channels', ...first });
        await at.attach(policy, teamId);
        const history = new History(teamId, policy, first);
        for (const { id } of await at.world.suite.channels.list(TENANT, teamId)) history.safe.add(id);
        await at.sweep();
        at.world.clock.advance(1);
        for (const step of plan) await history.take(step);
        await assertExplained(history);

        const strict = {
          private: 'nobody',
          standard: 'members',
          maximumPrivate: 4,
          externalChannels: 'delete',
          deletionDays: 2,
        } as const;
        await history.change({ settings: strict, mode: 'enforce', enabled: true });
        await history.pass(6);
        const last = await history.makeOutside('private', 'olga-id');
        await history.pass(48);
        assert.ok(history.external.has(last), 'it is there until the announced time');
        await history.pass(12);
        assert.ok(!history.external.has(last), 'it is deleted in the end');
        await assertExplained(history);
        assert.deepEqual(at.reported, []);
        await deletePolicy(at.world.deps, at.world.person('ada'), at.world.call(), { policyId: policy.id });
        await at.sweep();
        at.world.clock.advance(DAY);
      }),
      { numRuns: RUNS },
    );
  });
});
