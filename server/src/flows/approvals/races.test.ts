/** Tests concurrent approvals, rejections, withdrawals and expiries on two nodes. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import {
  type ApprovalNode,
  type ApprovalWorld,
  approvalTemplate,
  newCall,
  openApprovalWorld,
  person,
} from '../../../test/approval-world.ts';
import { TestClock } from '../../../test/clock.ts';
import { createPolicy } from '../../domain/policies/change-policies.ts';
import { hasCode } from '../../kernel/errors.ts';
import { approveTeamCreation } from './decide.ts';
import type { ApprovalStatus } from './model.ts';

/** Number of races; `npm run test:chaos` runs 1,000 (scripts/test.mjs). */
const RACES = Number(process.env.CHARTER_TEST_RACES ?? 60);

const EVENT_OF: Record<Exclude<ApprovalStatus, 'pending'>, string> = {
  approved: 'team_creation_approved',
  rejected: 'team_creation_rejected',
  expired: 'team_creation_approval_expired',
  cancelled: 'team_creation_approval_cancelled',
};

/** Rotates the items by the turn, and reverses them in odd turns, so that each decision comes first in some races. */
function shuffled<T>(items: readonly T[], turn: number): T[] {
  const start = turn % items.length;
  const rotated = [...items.slice(start), ...items.slice(0, start)];
  return turn % 2 === 0 ? rotated : rotated.toReversed();
}

describe('concurrent decisions about requests', () => {
  let world: ApprovalWorld;
  let one: ApprovalNode;
  let other: ApprovalNode;

  before(async () => {
    world = await openApprovalWorld();
    one = world.node;
    other = await world.anotherNode();
    await one.storeTemplate(
      approvalTemplate('guarded', { approvalTeam: [{ id: 'person-1' }, { id: 'person-2' }] }),
    );
  });
  after(() => world.close());

  it(`lead to one outcome, one job state and one event in each of ${RACES} races from two nodes`, async () => {
    const past = new TestClock(world.clock.now());
    past.advance(15 * 86_400);
    const winners = new Map<string, number>();
    for (let race = 0; race < RACES; race += 1) {
      const job = await one.ask({ template: { id: 'guarded' }, team: { name: `Race ${race}` } });
      const id = job.data.approval?.id ?? '';
      const approve = (node: ApprovalNode, who: string) => () =>
        node.approve(person(who), id, { updates: { description: who } });
      const contenders = [
        approve(one, 'person-1'),
        () => other.reject(person('person-2'), id),
        () => other.expire(past),
        () => one.cancel(person('ada'), id),
        approve(other, 'person-2'),
        () => one.reject(person('person-1'), id),
      ];
      const results = await Promise.allSettled(shuffled(contenders, race).map((contender) => contender()));
      const late = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
      for (const reason of late) assert.ok(hasCode(reason, 'ApprovalAlreadyResolved'), String(reason));

      const { status, jobStatus, events, records, decisions, queued } = await world.outcomeOf(id);
      assert.notEqual(status, 'pending');
      const event = EVENT_OF[status as keyof typeof EVENT_OF];
      const approved = status === 'approved';
      assert.deepEqual(events, ['team_creation_approval_requested', event]);
      assert.deepEqual(records, events);
      assert.equal(decisions, status === 'expired' ? 0 : 1);
      assert.deepEqual([jobStatus, queued], approved ? ['waiting', 1] : ['failed', 0]);
      winners.set(status, (winners.get(status) ?? 0) + 1);
    }
    assert.ok(winners.size >= 3, `Only ${[...winners.keys()].join(' and ')} ever won.`);
  });

  it('never approve the next stage with a call that was made for the current one', async () => {
    const both = [{ id: 'person-1' }, { id: 'person-2' }];
    await one.storeTemplate(
      approvalTemplate('staged', { stages: [{ approvers: both }, { approvers: both }] }),
    );
    const { id } = await one.pending('staged');
    let isOvertaken = false;
    const store: typeof one.deps.store = {
      ...one.deps.store,
      in: (tenantId) => {
        const stores = one.deps.store.in(tenantId);
        const find = async (approvalId: string) => {
          const found = await stores.approvals.find(approvalId);
          if (!isOvertaken) {
            isOvertaken = true;
            await other.approve(person('person-2'), id);
          }
          return found;
        };
        return { ...stores, approvals: { ...stores.approvals, find } };
      },
    };
    const late = approveTeamCreation({ ...one.deps, store }, person('person-1'), newCall(), {
      approvalId: id,
    });
    await assert.rejects(late, (error) => hasCode(error, 'Conflict'));
    const { status, decisions } = await world.outcomeOf(id);
    assert.deepEqual([status, decisions], ['pending', 1]);
  });

  it('give a unique name to only one of two requests', async () => {
    await createPolicy(one.deps, person('person-9', 'GOVERNANCE_MANAGER'), newCall(), {
      name: 'Unique names',
      description: null,
      enabled: true,
      mode: 'enforce',
      kind: 'duplicateNames',
      scope: { type: 'tenant' },
      settings: {},
    });
    for (let race = 0; race < 5; race += 1) {
      const left = await one.pending('guarded', `Left ${race}`);
      const right = await other.pending('guarded', `Right ${race}`);
      const ids = [left.id, right.id] as const;
      const updates = { name: `Both ${race}` };
      const results = await Promise.allSettled([
        one.approve(person('person-1'), ids[0], { updates }),
        other.approve(person('person-1'), ids[1], { updates }),
      ]);
      const late = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
      assert.equal(late.length, 1);
      assert.ok(hasCode(late[0], 'PolicyViolation'), String(late[0]));
      const outcomes = await Promise.all(ids.map((id) => world.outcomeOf(id)));
      assert.deepEqual(outcomes.map(({ status }) => status).sort(), ['approved', 'pending']);
    }
  });

  it('record only one of two delegations by the same person', async () => {
    for (let race = 0; race < 5; race += 1) {
      const { id } = await one.pending('guarded', `Deputy ${race}`);
      const results = await Promise.allSettled([
        one.delegate(person('person-1'), id, 'person-7'),
        other.delegate(person('person-1'), id, 'person-8'),
      ]);
      const late = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
      assert.equal(late.length, 1);
      assert.ok(hasCode(late[0], 'Forbidden'), String(late[0]));
      const { records, decisions } = await world.outcomeOf(id);
      assert.deepEqual(records, ['team_creation_approval_requested', 'team_creation_approval_delegated']);
      assert.equal(decisions, 1);
      await one.cancel(person('ada'), id);
    }
  });
});
