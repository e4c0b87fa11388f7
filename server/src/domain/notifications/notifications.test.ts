import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { sql } from 'kysely';
import {
  AN_APP,
  type ApprovalNode,
  type ApprovalWorld,
  approvalTemplate,
  openApprovalWorld,
  person,
} from '../../../test/approval-world.ts';
import { TENANT } from '../../../test/provisioning-world.ts';
import { remindApprovers } from '../../flows/approvals/deadlines.ts';
import type { NotificationKind } from './kinds.ts';
import { type Mail, type Mailer, MailRejected } from './ports.ts';
import { listNotifications, markNotificationRead } from './read-notifications.ts';
import { sendMail } from './send-mail.ts';
import type { FeedItem, SuiteFeed } from './suite.ts';

const ADA = person('ada');
const ONE = person('person-1');
const TWO = person('person-2');
const DAY = 86_400;

describe('the notifier of approvals', () => {
  let world: ApprovalWorld;
  let node: ApprovalNode;
  before(async () => {
    world = await openApprovalWorld();
    node = world.node;
    const approvalTeam = [{ id: 'person-1' }, { id: 'person-2' }];
    const stages = [{ approvers: [{ id: 'person-3' }] }];
    await node.storeTemplate(approvalTemplate('guarded', { approvalTeam }));
    await node.storeTemplate(approvalTemplate('staged', { approvalTeam, stages }));
    const unanimous = [{ approvers: approvalTeam, require: 'all' }];
    await node.storeTemplate(approvalTemplate('unanimous', { stages: unanimous }));
    const newTeam = { namingConvention: 'PRJ <%= request.team.name %>', addRequesterAsTeamOwner: true };
    await node.storeTemplate({ ...approvalTemplate('named', { approvalTeam }), newTeam });
    const questions = [
      { id: 'client', title: 'Client' },
      { id: 'sponsor', type: 'person', title: 'Sponsor' },
      { id: 'why', type: 'multilineText', title: 'Reason' },
      ...Array.from({ length: 11 }, (_, index) => ({ id: `more${index}`, title: `Further ${index}` })),
    ];
    await node.storeTemplate(approvalTemplate('asking', { approvalTeam }, { questions }));
    const users = node.suiteTenancy.for(TENANT).updateTable('directory.users');
    await users.set({ preferred_language: 'fr-FR' }).where('user_id', '=', 'person-1').execute();
    await users.set({ preferred_language: 'de' }).where('user_id', '=', 'person-2').execute();
    await users.set({ mail: null }).where('user_id', '=', 'person-3').execute();
  });
  after(() => world.close());

  const pending = async (template = 'guarded', name = 'Phoenix'): Promise<string> => {
    const job = await node.ask({ template: { id: template }, team: { name } });
    return job.data.approval?.id ?? '';
  };
  const read = async (as: typeof ADA, approvalId?: string, unreadOnly = false) => {
    const input = { unreadOnly, top: 100, after: undefined, publicUrl: 'https://charter.example' };
    const { items: notifications } = await listNotifications(node.deps, as, input);
    return notifications.filter(({ approval }) => approvalId === undefined || approval?.id === approvalId);
  };
  const kinds = async (as: typeof ADA, approvalId: string) =>
    (await read(as, approvalId)).map(({ kind }) => kind);

  /** Returns the state and error of each mail about an approval, by addressee. */
  const statesOf = async (approvalId: string) => {
    const { rows } = await sql<{ who: string; state: string; error: string | null }>`
      select addressee_id as who, mail_state as state, mail_error as error from charter.notifications
       where tenant_id = ${TENANT} and facts->>'approvalId' = ${approvalId} order by addressee_id`.execute(
      node.tenancy.for(TENANT),
    );
    return rows.map(({ who, state, error }) => [who, state, error]);
  };

  it('notifies the approvers of a request, each in their language, with a link', async () => {
    const id = await pending();
    const [french] = await read(ONE, id);
    const [german] = await read(TWO, id);
    assert.equal(french?.subject, 'Ada Lovelace demande l’équipe «\u00a0Phoenix\u00a0»');
    assert.equal(german?.subject, 'Ada Lovelace fragt das Team „Phoenix“ an');
    assert.deepEqual([french?.language, german?.language], ['fr', 'de']);
    assert.equal(french?.link, `https://charter.example/approvals/${id}`);
    assert.deepEqual(await kinds(ADA, id), []);
    await node.cancel(ADA, id);
  });

  it('gives approvers and deputies the final name, and at most ten people of each role', async () => {
    const members = Array.from({ length: 9 }, (_, index) => ({ id: `person-${index + 3}` }));
    const membership = {
      owners: [{ id: 'person-2' }],
      members: [...members, { id: 'guest' }, { id: 'person-12' }],
    };
    const job = await node.ask({ template: { id: 'named' }, team: { name: 'Falcon', membership } });
    const id = job.data.approval?.id ?? '';
    const names = [3, 4, 5, 6, 7, 8, 9, 10, 11].map((place) => `Person person-${place}`);
    const english = { unreadOnly: false, top: 1, after: undefined, publicUrl: '', acceptLanguage: 'en' };
    const detailsFor = async (as: typeof ADA) =>
      (await listNotifications(node.deps, as, english)).items[0]?.text.split('\n\n')[1];
    const details = await detailsFor(ONE);
    assert.match(
      details ?? '',
      /^By the naming convention it will be called “PRJ Falcon”\. Owners: Ada Lovelace, /,
    );
    assert.ok(details?.includes(`Members: ${names.join(', ')}, `), details);
    assert.match(details ?? '', / and 1 more\.$/);
    await node.delegate(ONE, id, 'person-4');
    assert.equal(await detailsFor(person('person-4')), details);
    await node.cancel(ADA, id);
  });

  it('gives the answers of the request only to approvers, including in reminders', async () => {
    const more = Object.fromEntries(Array.from({ length: 11 }, (_, index) => [`more${index}`, `${index}`]));
    const metadata = {
      client: 'Contoso',
      sponsor: 'person-7',
      why: `First\nsecond ${'x'.repeat(300)}`,
      ...more,
    };
    const job = await node.ask({ template: { id: 'asking' }, team: { name: 'Falcon' }, metadata });
    const id = job.data.approval?.id ?? '';
    const english = { unreadOnly: false, top: 1, after: undefined, publicUrl: '', acceptLanguage: 'en' };
    const newest = async (as: typeof ADA) => (await listNotifications(node.deps, as, english)).items[0];
    const asked = await newest(ONE);
    assert.equal(asked?.kind, 'approval_requested');
    const answers = asked?.text.split('\n\n').at(-1);
    assert.deepEqual(answers?.split('\n'), [
      'Client: Contoso',
      'Sponsor: Person person-7',
      `Reason: First second ${'x'.repeat(186)}…`,
      ...Array.from({ length: 9 }, (_, index) => `Further ${index}: ${index}`),
      '2 more answers are on the page of the request.',
    ]);
    world.clock.advance(3 * DAY);
    await remindApprovers(node.deps, TENANT, 3);
    const reminder = await newest(ONE);
    assert.equal(reminder?.kind, 'approval_reminder');
    assert.equal(reminder?.text.split('\n\n').at(-1), answers);
    const [french] = await read(ONE, id);
    assert.match(french?.text ?? '', /\nSponsor\u00a0: Person person-7\n/);
    await node.approve(ONE, id);
    assert.doesNotMatch((await newest(ADA))?.text ?? '', /Contoso/);
  });

  it('notifies the requester of the outcome, and the approvers of a withdrawal', async () => {
    const approved = await pending();
    await node.approve(ONE, approved, { message: 'Go' });
    const [notification] = await read(ADA, approved);
    assert.deepEqual(
      [notification?.kind, notification?.subject],
      ['request_approved', 'Your team “Phoenix” was approved'],
    );
    assert.match(notification?.text ?? '', /Person person-1 approved.*\n\n“Go”$/s);
    const rejected = await pending();
    await node.reject(ONE, rejected);
    assert.deepEqual(await kinds(ADA, rejected), ['request_rejected']);
    const withdrawn = await pending();
    await node.cancel(ADA, withdrawn);
    assert.deepEqual(await kinds(TWO, withdrawn), ['approval_withdrawn', 'approval_requested']);
    const expired = await pending();
    world.clock.advance(14 * DAY);
    await node.expire();
    assert.deepEqual(await kinds(ADA, expired), ['request_expired']);
  });

  it('does not notify an app of the outcome of its request', async () => {
    const team = { name: 'Phoenix', membership: { owners: [{ id: 'ada' }] } };
    const job = await node.ask({ template: { id: 'guarded' }, team }, AN_APP);
    const id = job.data.approval?.id ?? '';
    await node.reject(ONE, id);
    assert.deepEqual(await kinds(TWO, id), ['approval_requested']);
    assert.deepEqual(await kinds(AN_APP, id), []);
  });

  it('notifies the approvers of each stage when it begins, and deputies when they are named', async () => {
    const id = await pending('staged');
    const three = person('person-3');
    assert.deepEqual(await kinds(three, id), []);
    await node.delegate(TWO, id, 'person-4');
    assert.deepEqual(await kinds(person('person-4'), id), ['approval_requested']);
    await node.approve(ONE, id);
    assert.deepEqual(await kinds(three, id), ['approval_requested']);
    await node.approve(three, id);
  });

  it('sends no further notification while others of the same stage must still approve', async () => {
    const id = await pending('unanimous');
    await node.approve(ONE, id);
    assert.deepEqual(await kinds(TWO, id), ['approval_requested']);
    assert.deepEqual(await kinds(ONE, id), ['approval_requested']);
    await node.cancel(ADA, id);
    assert.deepEqual(await kinds(TWO, id), ['approval_withdrawn', 'approval_requested']);
    assert.deepEqual(await kinds(ONE, id), ['approval_requested']);
  });

  it('sends no reminder for a request that was decided in the meantime', async () => {
    const id = await pending();
    world.clock.advance(3 * DAY);
    const rejecting = (tenantId: string) => {
      const store = node.store.in(tenantId);
      const listUnreminded: typeof store.approvals.listUnreminded = async (...query) => {
        const due = await store.approvals.listUnreminded(...query);
        if (due.length > 0) await node.reject(ONE, id);
        return due;
      };
      return { ...store, approvals: { ...store.approvals, listUnreminded } };
    };
    const deps = { ...node.deps, store: { ...node.store, in: rejecting } };
    assert.equal(await remindApprovers(deps, TENANT, 3), 0);
    assert.deepEqual(await kinds(TWO, id), ['approval_requested']);
  });

  it('notifies each person once for a stage, even as the deputy of several approvers', async () => {
    const id = await pending('staged');
    const [three, four] = [person('person-3'), person('person-4')];
    await node.delegate(ONE, id, 'person-2');
    assert.deepEqual(await kinds(TWO, id), ['approval_requested']);
    await node.delegate(three, id, 'person-4');
    await node.approve(TWO, id);
    assert.deepEqual(await kinds(four, id), ['approval_requested']);
    assert.deepEqual(await kinds(three, id), []);
    await node.delegate(four, id, 'person-3');
    await node.delegate(three, id, 'person-4');
    assert.deepEqual(await kinds(three, id), ['approval_requested']);
    await node.approve(four, id);
  });

  it('reminds undecided approvers every three days, only once across nodes', async () => {
    const other = await world.anotherNode();
    const remind = (of: ApprovalNode) => remindApprovers(of.deps, TENANT, 3);
    const id = await pending();
    await remind(node);
    assert.deepEqual(await kinds(ONE, id), ['approval_requested']);
    world.clock.advance(3 * DAY);
    const counts = await Promise.all([remind(node), remind(other)]);
    assert.equal((counts[0] as number) + (counts[1] as number), 1);
    await remind(node);
    assert.deepEqual(await kinds(ONE, id), ['approval_reminder', 'approval_requested']);
    assert.deepEqual(await kinds(ADA, id), []);
    await node.reject(ONE, id);
  });

  it('reminds administrators instead of approvers who have all left', async () => {
    const id = await pending();
    const directory = world.node.suiteTenancy.for(TENANT);
    const setAccounts = (isOpen: boolean) =>
      sql`update directory.users set account_enabled = ${isOpen}
           where tenant_id = ${TENANT} and user_id in (${ONE.id}, ${TWO.id})`.execute(directory);
    const setRole = (change: typeof insertRole) =>
      node.tenancy
        .for(TENANT)
        .transaction()
        .execute(async (transaction) => {
          await sql`select set_config('charter.audited', 'test', true)`.execute(transaction);
          await change.execute(transaction);
        });
    const insertRole = sql`
      insert into charter.role_assignments (tenant_id, principal_id, role)
      values (${TENANT}, 'person-9', 'TEAMS_SERVICE_ADMIN')`;
    await setRole(insertRole);
    await setAccounts(false);
    world.clock.advance(3 * DAY);
    await remindApprovers(node.deps, TENANT, 3);
    await setAccounts(true);
    assert.deepEqual(await kinds(ONE, id), ['approval_requested']);
    const { rows } = await sql<{ addressee_id: string }>`
      select addressee_id from charter.notifications
       where tenant_id = ${TENANT} and kind = 'approval_reminder' and facts ->> 'approvalId' = ${id}
       order by addressee_id`.execute(node.tenancy.for(TENANT));
    await setRole(
      sql`delete from charter.role_assignments where tenant_id = ${TENANT} and principal_id = 'person-9'`,
    );
    assert.deepEqual(rows, [{ addressee_id: 'person-9' }]);
    await node.reject(ONE, id);
  });

  it('allows only the addressee to mark a notification as read', async () => {
    const id = await pending();
    const [mine] = await read(ONE, id);
    const input = { notificationId: mine?.id ?? '' };
    await assert.rejects(markNotificationRead(node.deps, TWO, input), { code: 'NotFound' });
    await markNotificationRead(node.deps, ONE, input);
    const [first] = await read(ONE, id);
    world.clock.advance(60);
    await markNotificationRead(node.deps, ONE, input);
    assert.deepEqual(await read(ONE, id), [first]);
    assert.deepEqual(await read(ONE, id, true), []);
    await node.reject(ONE, id);
  });

  describe('by mail', () => {
    let sent: Mail[];
    let failing: boolean;
    let failures: number;
    const mailer: Mailer = {
      async send(mail) {
        if (failing) throw new Error('The server is away.');
        sent.push(mail);
      },
    };
    const send = (
      on: ApprovalNode = node,
      kindsOff: NotificationKind[] = [],
      through: Mailer | undefined = mailer,
    ) =>
      sendMail(
        {
          ...on.deps,
          mailer: through,
          kindsOff,
          publicUrl: () => 'https://charter.example',
          onFailure: () => {
            failures += 1;
          },
        },
        TENANT,
      );
    const begin = async (): Promise<void> => {
      failing = false;
      // Discards the mail that other tests left pending.
      await sendMail(
        { ...node.deps, mailer: undefined, kindsOff: [], publicUrl: () => '', onFailure: assert.ifError },
        TENANT,
      );
      sent = [];
      failures = 0;
    };

    it('sends each mail once across two nodes, and only to addressees with an address', async () => {
      await begin();
      const other = await world.anotherNode();
      const id = await pending();
      await Promise.all([send(), send(other)]);
      await send();
      assert.deepEqual(sent.map(({ to }) => to.address).sort(), [
        'person-1@contoso.example',
        'person-2@contoso.example',
      ]);
      const french = sent.find(({ language }) => language === 'fr');
      const [notification] = await read(ONE, id);
      assert.equal(french?.id, notification?.id);
      assert.equal(french?.text, `${notification?.text}\n\n${notification?.link}\n`);
      await node.reject(ONE, id);
    });

    describe('when the suite has an activity feed', () => {
      let shown: (FeedItem & { personId: string })[] = [];
      let isDown = false;
      const feed: SuiteFeed = {
        async show(_tenantId, personId, item) {
          if (isDown) throw new Error('down');
          shown.push({ ...item, personId });
          return true;
        },
      };
      const sendBoth = () => send({ ...node, deps: { ...node.deps, suite: { ...node.suite, feed } } });

      it('shows each notification once in the feed of its addressee, with a link to the request', async () => {
        await begin();
        shown = [];
        const id = await pending();
        await sendBoth();
        await sendBoth();
        assert.deepEqual(shown.map(({ personId }) => personId).sort(), ['person-1', 'person-2']);
        const [notification] = await read(ONE, id);
        const item = shown.find(({ personId }) => personId === 'person-1');
        assert.deepEqual([item?.id, item?.page], [notification?.id, `/approvals/${id}`]);
        assert.equal(item?.subject, sent.find(({ language }) => language === 'fr')?.subject);
        assert.equal(sent.length, 2);
        await node.reject(ONE, id);
      });

      it('delays the mail for two attempts at a failing feed, and then sends only the mail', async () => {
        await begin();
        shown = [];
        isDown = true;
        const id = await pending();
        await sendBoth();
        assert.deepEqual([sent.length, failures], [0, 2]);
        world.clock.advance(60);
        await sendBoth();
        assert.equal(sent.length, 0);
        world.clock.advance(300);
        await sendBoth();
        isDown = false;
        assert.deepEqual([sent.length, shown.length], [2, 0]);
        await node.reject(ONE, id);
      });
    });

    it('sends each mail once even if the server takes minutes per mail', async () => {
      await begin();
      const other = await world.anotherNode();
      const ids = [await pending(), await pending('guarded', 'Griffin')];
      const slow: Mailer = {
        async send(mail) {
          world.clock.advance(120);
          await send(other);
          sent.push(mail);
        },
      };
      await send(node, [], slow);
      assert.equal(sent.length, 4);
      assert.equal(new Set(sent.map(({ id }) => id)).size, 4);
      for (const id of ids) await node.reject(ONE, id);
    });

    it('retries with backoff under one Message-ID, then gives up', async () => {
      await begin();
      const id = await pending();
      failing = true;
      await send();
      assert.deepEqual([failures, sent.length], [2, 0]);
      await send();
      assert.equal(failures, 2);
      world.clock.advance(60);
      await send();
      assert.equal(failures, 4);
      failing = false;
      world.clock.advance(5 * 60);
      await send();
      const notificationIds = [...(await read(ONE, id)), ...(await read(TWO, id))]
        .map((one) => one.id)
        .sort();
      assert.deepEqual(sent.map((mail) => mail.id).sort(), notificationIds);
      await node.reject(ONE, id);
      failing = true;
      sent = [];
      failures = 0;
      for (let days = 0; days < 4; days += 1) {
        for (let tries = 0; tries < 9; tries += 1) {
          await send();
          world.clock.advance(DAY);
        }
      }
      assert.deepEqual([failures, sent.length], [9, 0]);
    });

    it('does not retry after a permanent rejection, but keeps the notification', async () => {
      await begin();
      const id = await pending();
      const rejecting: Mailer = {
        async send({ to }) {
          if (to.address.startsWith('person-1')) throw new MailRejected('Failed: 550 5.1.1\r\nNo such user');
          throw new Error('Failed: 451 Try later');
        },
      };
      await send(node, [], rejecting);
      assert.equal(failures, 2);
      const states = () => statesOf(id);
      assert.deepEqual(await states(), [
        ['person-1', 'failed', 'Failed: 550 5.1.1 No such user'],
        ['person-2', 'waiting', 'Failed: 451 Try later'],
      ]);
      world.clock.advance(2 * DAY);
      await send();
      assert.deepEqual(
        sent.map(({ to }) => to.address),
        ['person-2@contoso.example'],
      );
      assert.deepEqual(await states(), [
        ['person-1', 'failed', 'Failed: 550 5.1.1 No such user'],
        ['person-2', 'sent', null],
      ]);
      assert.deepEqual(await kinds(ONE, id), ['approval_requested']);
      await node.reject(ONE, id);
    });

    it('sends no mail about an approval that is over, but keeps the notification', async () => {
      await begin();
      const ends: ((id: string) => Promise<void>)[] = [
        (id) => node.approve(ONE, id),
        (id) => node.reject(ONE, id),
        (id) => node.cancel(ADA, id),
        async () => {
          // The approval's time has run out, but no worker has expired it yet.
          world.clock.advance(14 * DAY);
        },
      ];
      for (const [index, end] of ends.entries()) {
        const id = await pending('guarded', `Griffin ${index}`);
        world.clock.advance(3 * DAY);
        await remindApprovers(node.deps, TENANT, 3);
        await end(id);
        await send();
        const asked = sent.filter(({ to }) => to.address === 'person-2@contoso.example');
        assert.deepEqual(
          asked.map(({ subject }) => subject),
          index === 2 ? ['Die Anfrage nach dem Team „Griffin 2“ wurde zurückgezogen'] : [],
        );
        assert.ok((await kinds(TWO, id)).includes('approval_requested'));
        assert.equal((await statesOf(id)).filter(([, state]) => state === 'waiting').length, 0);
        sent = [];
      }
      await node.expire();
    });

    it('sends no mail about a finished stage, and sends one about the next', async () => {
      await begin();
      const id = await pending('staged');
      await node.delegate(person('person-3'), id, 'person-4');
      await node.approve(ONE, id);
      await send();
      assert.deepEqual(
        sent.map(({ to }) => to.address),
        ['person-4@contoso.example'],
      );
      await node.reject(person('person-4'), id);
    });

    it('omits kinds of mail that are switched off, and escapes user texts in HTML', async () => {
      await begin();
      const id = await pending();
      await send(node, ['approval_requested']);
      assert.equal(sent.length, 0);
      await node.reject(ONE, id, { message: '<b>No & "never"</b>' });
      await send();
      const [mail] = sent;
      assert.equal(mail?.to.address, 'ada@contoso.example');
      assert.match(mail?.html ?? '', /<p>“&lt;b&gt;No &amp; &quot;never&quot;&lt;\/b&gt;”<\/p>/);
      assert.doesNotMatch(mail?.subject ?? '', /[\r\n]/);
    });
  });
});
