/**
 * Webhooks through the running service: what happens is told to those whom it concerns and to nobody else, in
 * messages that receivers can verify.
 */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { HookPayload } from '@charter/sdk';
import { Webhook } from 'standardwebhooks';
import { type ReceivedMessage, type Receiver, startReceiver } from '../server/test/receiver.ts';
import { NEWCOMER, RUN, TEMPLATE } from './callers.ts';
import { GIVEN_URL } from './service.ts';
import { completed, openStage, type Stage, teamOf } from './stage.ts';

const LISTENERS = ['integrator', 'admin', 'owner', 'member', 'stranger', 'foreigner'] as const;
type Listener = (typeof LISTENERS)[number];
const PATIENCE_MILLISECONDS = 30_000;

interface Told {
  event: string;
  team: string | undefined;
  approval: string | undefined;
}

describe('webhooks', { skip: GIVEN_URL !== undefined && 'its service must be on this machine' }, () => {
  let stage: Stage;
  let receiver: Receiver;
  const hooks = new Map<Listener, { id: string; secret: string }>();

  async function listen(as: Listener): Promise<void> {
    const { webhooks } = stage.as(as);
    const events = (await webhooks.getHooksEvents()).value.map(({ code }) => code);
    assert.ok(events.length >= 17);
    const config = { url: `${receiver.url}/${as}` };
    const hook = await webhooks.createHook({ events, config } as HookPayload);
    assert.ok(hook.config.secret);
    hooks.set(as, { id: hook.id, secret: hook.config.secret });
  }

  before(async () => {
    receiver = await startReceiver();
    stage = await openStage();
    for (const listener of LISTENERS) await listen(listener);
  });
  after(async () => {
    await stage?.close();
    await receiver.close();
  });

  const messagesTo = (as: Listener): ReceivedMessage[] =>
    receiver.messages.filter(({ path }) => path.endsWith(`/${as}`));
  const toldTo = (as: Listener): Told[] =>
    messagesTo(as).map(({ headers, body }) => {
      const { team, approval } = JSON.parse(body) as Record<string, { id: string } | undefined>;
      return { event: String(headers['x-charter-event']), team: team?.id, approval: approval?.id };
    });

  /** Everything that was owed when it was asked has arrived: a test is sent after it. */
  async function settled(): Promise<void> {
    for (const as of LISTENERS) {
      const { webhooks } = stage.as(as);
      const { id } = hooks.get(as) as { id: string };
      await webhooks.testHook(id);
      const end = Date.now() + PATIENCE_MILLISECONDS;
      for (;;) {
        const { value } = await webhooks.getHookDeliveries(id, { $top: '999' });
        if (value.every(({ status }) => status === 'delivered')) break;
        assert.ok(Date.now() < end, JSON.stringify(value.filter(({ status }) => status !== 'delivered')));
        await sleep(50);
      }
    }
  }

  it('should tell each what concerns them, and nothing else', async () => {
    const { team: owned } = await stage.makeTeam();
    const job = await stage.as('admin').teams.createTeamProvisioningJob({
      template: { id: TEMPLATE },
      team: { name: `Not theirs ${RUN}`, membership: { owners: [{ id: NEWCOMER }] } },
    });
    const foreign = teamOf(await completed(stage.as('admin'), job.id));
    await stage.as('owner').channels.createTeamChannel(owned, { displayName: 'Told' });
    await stage.as('admin').channels.createTeamChannel(foreign, { displayName: 'Not told' });
    await stage.as('admin').teams.updateTeam(foreign, { description: 'Not told' });
    const approval = await stage.askForApproval();
    await stage.as('member').approvals.rejectTeamCreation(approval, { message: 'Not now' });
    await stage.as('owner').teams.deleteTeam(owned);
    await stage.as('admin').teams.deleteTeam(foreign);
    const end = Date.now() + PATIENCE_MILLISECONDS;
    while (toldTo('integrator').filter(({ event }) => event === 'team_deleted').length < 2) {
      assert.ok(Date.now() < end, JSON.stringify(toldTo('integrator')));
      await sleep(50);
    }
    await settled();

    const count = (as: Listener, event: string, team?: string) =>
      toldTo(as).filter((told) => told.event === event && (team === undefined || told.team === team)).length;
    for (const as of ['integrator', 'admin'] as const) {
      for (const team of [owned, foreign]) {
        for (const event of ['team_created', 'team_provisioning_completed', 'team_deleted'] as const) {
          assert.equal(count(as, event, team), 1, `${as}: ${event}`);
        }
        assert.equal(count(as, 'team_channel_created', team), 1);
      }
      assert.equal(count(as, 'team_updated', foreign), 1);
      assert.equal(count(as, 'team_creation_rejected'), 1);
    }
    const ofOwner = toldTo('owner').filter(({ event }) => event !== 'hook_test');
    assert.ok(ofOwner.every(({ team }) => team === undefined || team === owned));
    assert.deepEqual(
      new Set(ofOwner.map(({ event }) => event)),
      new Set([
        'team_created',
        'team_provisioning_completed',
        'team_channel_created',
        'team_creation_approval_requested',
        'team_creation_rejected',
        'team_deleted',
      ]),
    );
    const ofMember = toldTo('member').filter(({ event }) => event !== 'hook_test');
    assert.deepEqual(
      ofMember.map(({ event, approval: id }) => [event, id]).sort(),
      [
        ['team_creation_approval_requested', approval],
        ['team_creation_rejected', approval],
      ],
      'an approver hears of the request, and a member who owns nothing of no team',
    );
    for (const as of ['stranger', 'foreigner'] as const) {
      assert.deepEqual([...new Set(toldTo(as).map(({ event }) => event))], ['hook_test'], as);
    }
  });

  it('should send what each can verify with the secret that was shown to them', () => {
    for (const as of LISTENERS) {
      const { id, secret } = hooks.get(as) as { id: string; secret: string };
      const webhook = new Webhook(secret);
      const messages = messagesTo(as);
      assert.ok(messages.length > 0);
      for (const { body, headers } of messages) {
        assert.deepEqual(webhook.verify(body, headers as Record<string, string>), JSON.parse(body));
        assert.equal(headers['x-charter-webhook'], id);
        assert.equal(body, JSON.stringify(JSON.parse(body)));
        assert.equal(typeof JSON.parse(body).tenant.id, 'string');
      }
      const ids = messages.map(({ headers }) => headers['x-charter-delivery']);
      assert.equal(new Set(ids).size, ids.length, 'each was sent once');
    }
    const mine = new Webhook(hooks.get('owner')?.secret as string);
    const { body, headers } = messagesTo('integrator')[0] as ReceivedMessage;
    assert.throws(() => mine.verify(body, headers as Record<string, string>));
  });
});
