/** Tests questions to the requester, answers and comments. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { sql } from 'kysely';
import {
  AN_APP,
  type ApprovalNode,
  type ApprovalWorld,
  approvalTemplate,
  codeOf,
  newCall,
  openApprovalWorld,
  person,
} from '../../../test/approval-world.ts';
import { TENANT } from '../../../test/provisioning-world.ts';
import { DAY_MILLISECONDS } from '../../kernel/clock.ts';
import { getJob } from '../jobs/read-jobs.ts';
import { remindApprovers } from './deadlines.ts';
import { getApproval, listApprovals } from './read-approvals.ts';

const ADA = person('ada');
const ONE = person('person-1');
const TWO = person('person-2');
const GOVERNANCE = person('person-9', 'GOVERNANCE_MANAGER');
const DAY_SECONDS = DAY_MILLISECONDS / 1000;

describe('remarks on a pending request', () => {
  let world: ApprovalWorld;
  let node: ApprovalNode;
  before(async () => {
    world = await openApprovalWorld();
    node = world.node;
    const both = { approvers: [{ id: 'person-1' }, { id: 'person-2' }] };
    await node.storeTemplate(
      approvalTemplate('any', { stages: [both, { approvers: [{ id: 'person-3' }] }] }),
    );
    await node.storeTemplate(approvalTemplate('all', { stages: [{ ...both, require: 'all' }] }));
  });
  after(() => world.close());

  const pending = async (template = 'any') => (await node.pending(template)).id;
  const read = (approvalId: string, as = GOVERNANCE) => getApproval(node.deps, as, newCall(), { approvalId });
  const daysLeft = async (id: string) =>
    (Date.parse((await read(id)).expiresDateTime) - world.clock.now().getTime()) / DAY_MILLISECONDS;
  const waitsFor = async (id: string, ...people: string[]) => {
    const asked = await Promise.all(
      people.map(async (waitingFor) => {
        const query = { role: undefined, status: undefined, waitingFor, top: 999, after: undefined };
        const { items } = await listApprovals(node.deps, GOVERNANCE, newCall(), query);
        return items.some((item) => item.id === id);
      }),
    );
    return people.filter((_, index) => asked[index]);
  };
  /** Lists the notifications about the approval of these kinds, with their addressees. */
  const notified = async (id: string, ...kinds: string[]) => {
    const { rows } = await sql<{ kind: string; addressee_id: string }>`
      select kind, addressee_id from charter.notifications
       where facts ->> 'approvalId' = ${id} and kind = any(${kinds})
       order by notification_id`.execute(node.tenancy.for(TENANT));
    return rows.map(({ kind, addressee_id }) => [kind, addressee_id]);
  };

  it('put a question to the requester, and notify the approvers of the answer', async () => {
    const id = await pending();
    assert.deepEqual(await waitsFor(id, 'ada', 'person-1', 'person-2'), ['person-1', 'person-2']);
    await node.askBack(ONE, id, 'Which customer?');
    const asked = await read(id, ADA);
    assert.deepEqual(
      [asked.status, asked.question?.asker.id, asked.question?.message],
      ['pending', 'person-1', 'Which customer?'],
    );
    assert.deepEqual(await waitsFor(id, 'ada', 'person-1', 'person-2'), ['ada']);
    await node.answer(ADA, id, 'Fabrikam.');
    const answered = await read(id);
    assert.equal(answered.question, null);
    assert.deepEqual(
      answered.comments.map(({ kind, author, message }) => [kind, author.id, message]),
      [
        ['asked', 'person-1', 'Which customer?'],
        ['answered', 'ada', 'Fabrikam.'],
      ],
    );
    assert.deepEqual(answered.decisions, []);
    assert.deepEqual(await notified(id, 'information_requested', 'information_provided'), [
      ['information_requested', 'ada'],
      ['information_provided', 'person-1'],
      ['information_provided', 'person-2'],
    ]);
    const { events, records } = await world.outcomeOf(id);
    const expected = [
      'team_creation_approval_requested',
      'team_creation_information_requested',
      'team_creation_information_provided',
    ];
    assert.deepEqual([events, records], [expected, expected]);
    const [, payload] = await world.payloads(id);
    assert.deepEqual(payload?.approval, {
      id,
      stage: 0,
      author: { id: 'person-1', displayName: 'Person person-1', message: 'Which customer?' },
    });
    await node.approve(TWO, id);
    assert.equal((await read(id)).stage, 1);
  });

  it('pause the deadline of the decision until the answer, and start a full period for the answer', async () => {
    const id = await pending();
    world.clock.advance(10 * DAY_SECONDS);
    assert.equal(await daysLeft(id), 4);
    await node.askBack(ONE, id);
    assert.equal(await daysLeft(id), 14);
    world.clock.advance(13 * DAY_SECONDS);
    await node.expire();
    assert.equal((await read(id)).status, 'pending');
    await node.answer(ADA, id);
    assert.equal(await daysLeft(id), 4);
    world.clock.advance(3 * DAY_SECONDS);
    await node.askBack(TWO, id);
    world.clock.advance(5 * DAY_SECONDS);
    await node.withdrawQuestion(TWO, id);
    assert.equal(await daysLeft(id), 1);
    world.clock.advance(DAY_SECONDS);
    await node.expire();
    assert.equal((await read(id)).status, 'expired');
  });

  it('end the request when the requester does not answer in time', async () => {
    const { id, jobId } = await node.pending('any');
    await node.askBack(ONE, id);
    world.clock.advance(14 * DAY_SECONDS);
    await node.expire();
    const { status, question } = await read(id);
    assert.deepEqual([status, question], ['expired', null]);
    const { data } = await getJob(node.deps, ADA, newCall(), { jobId });
    assert.equal(data.error?.code, 'ApprovalExpired');
    assert.match(data.error?.message ?? '', /question of Person person-1 was not answered/);
    assert.equal(await codeOf(node.answer(ADA, id)), 'ApprovalAlreadyResolved');
  });

  it('redirect reminders to the requester while a question is open, and back to the approvers after the answer', async () => {
    const id = await pending();
    await node.askBack(ONE, id);
    world.clock.advance(3 * DAY_SECONDS);
    await remindApprovers(node.deps, TENANT, 3);
    assert.deepEqual(await notified(id, 'information_requested', 'approval_reminder'), [
      ['information_requested', 'ada'],
      ['information_requested', 'ada'],
    ]);
    await node.answer(ADA, id);
    world.clock.advance(3 * DAY_SECONDS);
    await remindApprovers(node.deps, TENANT, 3);
    assert.deepEqual(await notified(id, 'approval_reminder'), [
      ['approval_reminder', 'person-1'],
      ['approval_reminder', 'person-2'],
    ]);
  });

  it('limit approvals before the answer to the asker and administrators, but not rejections', async () => {
    const held = await pending();
    await node.askBack(ONE, held);
    await assert.rejects(node.approve(TWO, held), { code: 'Conflict', message: /Person person-1 has asked/ });
    await node.approve(ONE, held);
    const { stage, question } = await read(held);
    assert.deepEqual([stage, question], [1, null]);
    assert.equal(await daysLeft(held), 14);
    const byAdministrator = await pending();
    await node.askBack(ONE, byAdministrator);
    await node.approve(GOVERNANCE, byAdministrator);
    assert.equal((await read(byAdministrator)).stage, 1);
    const rejected = await pending();
    await node.askBack(ONE, rejected);
    await node.reject(TWO, rejected, { message: 'No' });
    assert.equal((await read(rejected)).status, 'rejected');
    const cancelled = await pending();
    await node.askBack(ONE, cancelled);
    await node.cancel(ADA, cancelled);
    assert.equal((await read(cancelled)).status, 'cancelled');
  });

  it('allow one open question at a time, asked by a person who may decide now', async () => {
    const id = await pending('all');
    assert.equal(await codeOf(node.askBack(ADA, id)), 'Forbidden');
    assert.equal(await codeOf(node.askBack(person('person-4'), id)), 'NotFound');
    await node.approve(ONE, id);
    assert.equal(await codeOf(node.askBack(ONE, id)), 'Conflict');
    await node.askBack(TWO, id);
    assert.equal(await codeOf(node.askBack(GOVERNANCE, id)), 'Conflict');
    assert.equal(await codeOf(node.answer(TWO, id)), 'Forbidden');
    assert.equal(await codeOf(node.answer(person('person-4'), id)), 'NotFound');
    assert.equal(await codeOf(node.withdrawQuestion(ONE, id)), 'Forbidden');
    await node.withdrawQuestion(GOVERNANCE, id);
    assert.equal(await codeOf(node.answer(ADA, id)), 'Conflict');
    assert.equal(await codeOf(node.withdrawQuestion(TWO, id)), 'Conflict');
  });

  it('pass an open question to the deputy of the asker', async () => {
    const id = await pending();
    await node.askBack(ONE, id);
    await node.delegate(ONE, id, 'person-7');
    assert.equal((await read(id)).question?.asker.id, 'person-7');
    await node.withdrawQuestion(person('person-7'), id);
    assert.equal((await read(id)).question, null);
  });

  it('are recorded once when they are repeated under the same operation id', async () => {
    const id = await pending();
    const [ask, answer] = [newCall(), newCall()];
    await node.askBack(ONE, id, 'Why?', ask);
    await node.askBack(ONE, id, 'Why?', ask);
    await node.answer(ADA, id, 'So.', answer);
    await node.answer(ADA, id, 'So.', answer);
    assert.equal((await read(id)).comments.length, 2);
  });

  it('include only one of two concurrent questions', async () => {
    const other = await world.anotherNode();
    const id = await pending();
    const codes = await Promise.all([codeOf(node.askBack(ONE, id)), codeOf(other.askBack(TWO, id))]);
    assert.deepEqual(codes.toSorted(), ['Conflict', 'done']);
    assert.equal((await read(id)).comments.length, 1);
  });

  it('include comments by everybody who can read the request, which notify the others', async () => {
    const id = await pending();
    await node.comment(ADA, id, 'In a hurry');
    await node.comment(TWO, id, 'So am I');
    await node.comment(person('person-3'), id, 'I come later');
    await node.comment(GOVERNANCE, id, 'I look on');
    assert.equal(await codeOf(node.comment(person('person-4'), id)), 'NotFound');
    const { comments, question } = await read(id);
    assert.deepEqual(
      [comments.map(({ kind, author }) => [kind, author.id]), question],
      [['ada', 'person-2', 'person-3', 'person-9'].map((author) => ['commented', author]), null],
    );
    assert.deepEqual(
      (await notified(id, 'approval_commented')).map(([, addressee]) => addressee),
      [
        ...['person-1', 'person-2'],
        ...['ada', 'person-1'],
        ...['ada', 'person-1', 'person-2'],
        ...['ada', 'person-1', 'person-2'],
      ],
    );
    await node.reject(ONE, id);
    assert.equal(await codeOf(node.comment(ADA, id)), 'ApprovalAlreadyResolved');
    const team = { name: 'Phoenix', membership: { owners: [{ id: 'ada' }] } };
    const ofApp = (await node.ask({ template: { id: 'any' }, team }, AN_APP)).data.approval?.id ?? '';
    await node.comment(ONE, ofApp);
    assert.deepEqual(await notified(ofApp, 'approval_commented'), [['approval_commented', 'person-2']]);
  });
});
