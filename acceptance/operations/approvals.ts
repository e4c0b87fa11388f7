import assert from 'node:assert/strict';
import type { CharterClient } from '@charter/sdk';
import { NEWCOMER } from '../callers.ts';
import { body, type OperationCase, query, tooLongId } from './operation-case.ts';

const decided = async (client: CharterClient, id: string, status: string, message: string): Promise<void> => {
  const approval = await client.approvals.getApproval(id);
  assert.deepEqual([approval.status, approval.message], [status, message]);
};

export const APPROVAL_OPERATIONS: readonly OperationCase[] = [
  {
    operation: 'approveTeamCreation',
    caller: 'member',
    needs: ['approval'],
    call: async (client, { approval }) => {
      const updates = { description: 'With the approver’s words' };
      const plan = await client.approvals.planApproval(approval, { updates });
      assert.equal(plan.description, updates.description);
      await client.approvals.approveTeamCreation(approval, { message: 'Go', updates });
      await decided(client, approval, 'approved', 'Go');
      const { job } = await client.approvals.getApproval(approval);
      const { status, data } = await client.jobs.waitForJob(job.id);
      assert.equal(status, 'completed', data.error?.message);
    },
    forbidden: 'owner',
    foreign: 'hidden',
    bad: [
      body('POST', ({ approval }) => `/approvals/${approval}/approve`)('an unknown field', { x: 1 }, 'x'),
      body('POST', ({ approval }) => `/approvals/${approval}/approve`)(
        'an update of an unknown field',
        { updates: { owner: 'me' } },
        'updates.owner',
      ),
      body('POST', ({ approval }) => `/approvals/${approval}/approve`)(
        'an update that violates a policy',
        { updates: { name: 'a/b' } },
        'naming',
        'PolicyViolation',
      ),
      tooLongId('POST', (id) => `/approvals/${id}/approve`, 'approvalRequestId'),
    ],
  },
  {
    operation: 'rejectTeamCreation',
    caller: 'admin',
    needs: ['approval'],
    call: async (client, { approval }) => {
      await client.approvals.rejectTeamCreation(approval, { message: 'Not now' });
      await decided(client, approval, 'rejected', 'Not now');
    },
    forbidden: 'owner',
    foreign: 'hidden',
    bad: [
      body('POST', ({ approval }) => `/approvals/${approval}/reject`)(
        'updates of the request',
        { updates: {} },
        'updates',
      ),
      tooLongId('POST', (id) => `/approvals/${id}/reject`, 'approvalRequestId'),
    ],
  },
  {
    operation: 'cancelApproval',
    caller: 'owner',
    needs: ['approval'],
    call: async (client, { approval }) => {
      await client.approvals.cancelApproval(approval, { message: 'Found another' });
      await decided(client, approval, 'cancelled', 'Found another');
    },
    forbidden: 'member',
    foreign: 'hidden',
    bad: [
      body('POST', ({ approval }) => `/approvals/${approval}/cancel`)(
        'a message of the wrong type',
        { message: 1 },
        'message',
      ),
    ],
  },
  {
    operation: 'delegateApproval',
    caller: 'member',
    needs: ['approval'],
    call: async (client, { approval }) => {
      await client.approvals.delegateApproval(approval, { deputy: { id: NEWCOMER } });
      const { stages } = await client.approvals.getApproval(approval);
      assert.equal(stages[0]?.delegations.length, 1);
    },
    forbidden: 'owner',
    foreign: 'hidden',
    bad: [
      body('POST', ({ approval }) => `/approvals/${approval}/delegate`)('a missing deputy', {}, 'deputy'),
      body('POST', ({ approval }) => `/approvals/${approval}/delegate`)(
        'an unknown deputy',
        { deputy: { id: 'nobody@meridian.example' } },
        'deputy.id',
      ),
    ],
  },
  {
    operation: 'askRequester',
    caller: 'member',
    needs: ['approval'],
    call: async (client, { approval }) => {
      await client.approvals.askRequester(approval, { message: 'Which customer?' });
      const { status, question, comments } = await client.approvals.getApproval(approval);
      assert.deepEqual([status, question?.message, comments?.length], ['pending', 'Which customer?', 1]);
    },
    forbidden: 'owner',
    foreign: 'hidden',
    bad: [
      body('POST', ({ approval }) => `/approvals/${approval}/ask`)('a missing question', {}, 'message'),
      body('POST', ({ approval }) => `/approvals/${approval}/ask`)(
        'an empty question',
        { message: ' ' },
        'message',
      ),
    ],
  },
  {
    operation: 'withdrawQuestion',
    caller: 'member',
    needs: ['question'],
    call: async (client, { question }) => {
      await client.approvals.withdrawQuestion(question);
      assert.equal((await client.approvals.getApproval(question)).question, undefined);
    },
    forbidden: 'owner',
    foreign: 'hidden',
    bad: [
      body('POST', ({ question }) => `/approvals/${question}/ask/withdraw`)(
        'a message of the wrong type',
        { message: 1 },
        'message',
      ),
    ],
  },
  {
    operation: 'answerQuestion',
    caller: 'owner',
    needs: ['question'],
    call: async (client, { question }) => {
      await client.approvals.answerQuestion(question, { message: 'Fabrikam' });
      const { comments, ...approval } = await client.approvals.getApproval(question);
      assert.deepEqual([approval.question, comments?.at(-1)?.message], [undefined, 'Fabrikam']);
    },
    forbidden: 'member',
    foreign: 'hidden',
    bad: [body('POST', ({ question }) => `/approvals/${question}/answer`)('a missing answer', {}, 'message')],
  },
  {
    operation: 'commentOnApproval',
    caller: 'owner',
    needs: ['approval'],
    call: async (client, { approval }) => {
      await client.approvals.commentOnApproval(approval, { message: 'In a hurry' });
      const { comments } = await client.approvals.getApproval(approval);
      assert.deepEqual(
        comments?.map(({ kind, message }) => [kind, message]),
        [['commented', 'In a hurry']],
      );
    },
    forbidden: null,
    foreign: 'hidden',
    bad: [
      body('POST', ({ approval }) => `/approvals/${approval}/comments`)(
        'a comment that is too long',
        { message: 'x'.repeat(2049) },
        'message',
      ),
    ],
  },
  {
    operation: 'getApproval',
    caller: 'member',
    needs: ['approval'],
    call: async (client, { approval }) => {
      const found = await client.approvals.getApproval(approval);
      assert.deepEqual([found.id, found.status], [approval, 'pending']);
    },
    forbidden: null,
    foreign: 'hidden',
    bad: [tooLongId('GET', (id) => `/approvals/${id}`, 'approvalRequestId')],
  },
  {
    operation: 'getNotifications',
    caller: 'member',
    needs: ['approval'],
    call: async (client, { approval }) => {
      const { value } = await client.notifications.getNotifications({ unread: true });
      const notification = value.find((one) => one.approval?.id === approval);
      assert.equal(notification?.kind, 'approval_requested');
      assert.match(notification?.link ?? '', /^http/);
    },
    forbidden: 'app',
    foreign: 'separate',
    bad: [query('/notifications', 'a forged page token', '$skiptoken=made-up', '$skiptoken')],
  },
  {
    operation: 'markNotificationsRead',
    caller: 'member',
    call: async (client) => {
      await client.notifications.markNotificationsRead({});
      const { value } = await client.notifications.getNotifications({ unread: true });
      assert.deepEqual(value, []);
    },
    forbidden: 'app',
    foreign: 'separate',
    bad: [body('POST', () => '/notifications/read')('an invalid id', { upTo: 'x' }, 'upTo')],
  },
  {
    operation: 'getNotificationSettings',
    caller: 'member',
    call: async (client) => {
      const { kinds } = await client.notifications.getNotificationSettings();
      assert.ok(kinds.some(({ kind }) => kind === 'team_ready'));
    },
    forbidden: 'app',
    foreign: 'separate',
    bad: [query('/me/notification-settings', 'an unknown option', 'colour=red', 'colour')],
  },
  {
    operation: 'updateNotificationSettings',
    caller: 'member',
    call: async (client) => {
      const choice = (mail: boolean) =>
        client.notifications.updateNotificationSettings({ kinds: [{ kind: 'team_expired', mail }] });
      const mailOf = ({ kinds }: Awaited<ReturnType<typeof choice>>) =>
        kinds.find(({ kind }) => kind === 'team_expired')?.mail;
      assert.equal(mailOf(await choice(false)), false);
      assert.equal(mailOf(await choice(true)), true);
    },
    forbidden: 'app',
    foreign: 'separate',
    bad: [
      body('PATCH', () => '/me/notification-settings')(
        'an unknown kind',
        { kinds: [{ kind: 'gossip', mail: false }] },
        'kinds[0].kind',
      ),
    ],
  },
  {
    operation: 'markNotificationRead',
    caller: 'member',
    needs: ['approval'],
    call: async (client, { approval }) => {
      for await (const { id, ...notification } of client.notifications.list()) {
        if (notification.approval?.id === approval) await client.notifications.markNotificationRead(id);
      }
      const { value } = await client.notifications.getNotifications({ unread: true });
      assert.ok(value.every((one) => one.approval?.id !== approval));
    },
    forbidden: null,
    foreign: 'separate',
    bad: [tooLongId('POST', (id) => `/notifications/${id}/read`, 'notificationId')],
  },
  {
    operation: 'getApprovals',
    caller: 'owner',
    needs: ['approval'],
    call: async (client, { approval }) => {
      const { value } = await client.approvals.getApprovals({ role: 'requester', status: 'pending' });
      assert.ok(value.some(({ id }) => id === approval));
      assert.ok(value.every(({ status }) => status === 'pending'));
      const idOf = (request: (typeof value)[0] | undefined) => request?.stages[0]?.approvers[0]?.id ?? '';
      const approver = idOf(value.find(({ id }) => id === approval));
      const waiting = await client.approvals.getApprovals({ waitingFor: approver });
      assert.ok(waiting.value.some(({ id }) => id === approval));
      const me = (await client.me.getMe()).id;
      // Only open questions wait for the requester.
      const mine = await client.approvals.getApprovals({ waitingFor: me });
      assert.ok(mine.value.every(({ question, id }) => question !== undefined && id !== approval));
    },
    forbidden: null,
    foreign: 'separate',
    bad: [
      query('/approvals', 'an empty value of waitingFor', 'waitingFor=', 'waitingFor'),
      query('/approvals', 'an unknown status', 'status=open', 'status'),
      query('/approvals', 'an unknown role', 'role=friend', 'role'),
      query('/approvals', 'a forged page token', '$skiptoken=made-up', '$skiptoken'),
    ],
  },
];
