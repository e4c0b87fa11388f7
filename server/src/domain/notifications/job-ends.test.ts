/** Notifications at the end of a job, on a real database. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import {
  AN_APP,
  type ApprovalNode,
  type ApprovalWorld,
  approvalTemplate,
  newCall,
  openApprovalWorld,
  person,
} from '../../../test/approval-world.ts';
import { CAUSE } from '../../../test/cause.ts';
import { faultySuite } from '../../../test/faulty-suite.ts';
import { TENANT } from '../../../test/provisioning-world.ts';
import { runJob } from '../../engine/jobs/run-job.ts';
import type { Principal } from '../../engine/principal.ts';
import type { Suite } from '../../engine/suite.ts';
import { JOB_DEFINITIONS } from '../../flows/definitions.ts';
import { cancelJob } from '../../flows/jobs/cancel-job.ts';
import { CharterError, type ErrorCode } from '../../kernel/errors.ts';
import { say } from '../../kernel/messages.ts';
import { createRoleAssignmentStore } from '../../persistence/role-assignments.ts';
import { archiveTeam } from '../teams/team-jobs.ts';
import type { NotificationKind } from './kinds.ts';
import { updateNotificationSettings } from './mail-settings.ts';
import type { Mail } from './ports.ts';
import { listNotifications } from './read-notifications.ts';
import { sendMail } from './send-mail.ts';

const never = { lost: new AbortController().signal, stopping: new AbortController().signal };
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };
const ADA = person('ada');
const ADMIN = person('person-12', 'TEAMS_SERVICE_ADMIN');
const URL = 'https://charter.example';

describe('the end of a job', () => {
  let world: ApprovalWorld;
  let node: ApprovalNode;
  before(async () => {
    world = await openApprovalWorld();
    ({ node } = world);
    await node.storeTemplate(approvalTemplate('open', { requireApproval: false }));
    const newTeam = { namingConvention: 'PRJ <%= request.team.name %>' };
    await node.storeTemplate({ ...approvalTemplate('named', { requireApproval: false }), newTeam });
    const roles = createRoleAssignmentStore(node.tenancy);
    for (const role of ['TEAMS_SERVICE_ADMIN', 'GLOBAL_ADMIN'] as const) {
      await roles.assign(TENANT, ADMIN.id, role, CAUSE);
    }
  });
  after(() => world.close());

  const ask = (name: string, as: Principal = ADA) =>
    node.ask({ template: { id: 'open' }, team: { name } }, as);
  const run = (jobId: string, suite: Suite = node.suite) =>
    runJob(
      { ...node.deps, suite, definitions: JOB_DEFINITIONS, log: silent },
      { tenantId: TENANT, jobId },
      never,
    );
  const failing = (code: ErrorCode, call = 'teams.create') =>
    faultySuite(node.suite, (each) =>
      each.startsWith(call) ? { when: 'before', error: new CharterError(code, 'No licence.') } : undefined,
    );
  const of = async (as: Principal, jobId: string) => {
    const input = { unreadOnly: false, top: 100, after: undefined, publicUrl: URL };
    const { items } = await listNotifications(node.deps, as, input);
    return items.filter(({ job }) => job?.id === jobId);
  };
  const kinds = async (as: Principal, jobId: string) => (await of(as, jobId)).map(({ kind }) => kind);

  it('notifies the requester that the team is ready, with a link to the team', async () => {
    const { id } = await ask('Ready');
    await run(id);
    const teamId = (await node.store.in(TENANT).jobs.find(id))?.subjectId;
    const [ready, ...more] = await of(ADA, id);
    assert.deepEqual(
      [ready?.kind, ready?.subject, ready?.link, ready?.team, more],
      ['team_ready', 'Your team “Ready” is ready', `${URL}/teams/${teamId}`, { id: teamId }, []],
    );
    assert.deepEqual(await kinds(ADMIN, id), []);
  });

  it('notifies with both names when the name of the team differs from the requested one', async () => {
    const { id } = await node.ask({ template: { id: 'named' }, team: { name: 'Ready too' } });
    await run(id);
    const [ready] = await of(ADA, id);
    assert.equal(ready?.subject, 'Your team “PRJ Ready too” is ready');
    assert.equal(ready?.text.split('\n\n')[1], 'You asked for it under the name “Ready too”.');
    const same = await ask('Ready as asked');
    await run(same.id);
    assert.doesNotMatch((await of(ADA, same.id))[0]?.text ?? '', /under the name/);
  });

  it('notifies requester and administrators of a failure, with its step, cause and advice', async () => {
    const { id } = await ask('Broken');
    await run(id, failing('InvalidRequest', 'teams.addMembers'));
    const [failed] = await of(ADA, id);
    assert.deepEqual(
      [failed?.kind, failed?.subject, failed?.link],
      ['request_failed', 'Your team “Broken” could not be created', `${URL}/jobs/${id}`],
    );
    assert.match(failed?.text ?? '', /step “Add the requester”.*rejected the step.*stays.*Retry from/s);
    assert.match(failed?.text ?? '', /\n\nDetails for administrators: No licence\.$/);
    const [notification] = await of(ADMIN, id);
    assert.deepEqual(
      [notification?.kind, notification?.subject],
      ['job_failed', 'The team “Broken” could not be created'],
    );
    assert.match(notification?.text ?? '', /^Ada Lovelace started it\./);
  });

  it('notifies of a failure with its step and details in the language of the reader', async () => {
    world.clock.advance(3600);
    const { id } = await ask('Nameless');
    const error = new CharterError('InvalidRequest', say('suite.tabName', 'A tab needs a name.'));
    await run(
      id,
      faultySuite(node.suite, (each) =>
        each.startsWith('teams.addMembers') ? { when: 'before', error } : undefined,
      ),
    );
    const textIn = async (acceptLanguage: string) => {
      const input = { unreadOnly: false, top: 100, after: undefined, publicUrl: URL, acceptLanguage };
      const { items } = await listNotifications(node.deps, ADA, input);
      return items.find(({ job }) => job?.id === id)?.text ?? '';
    };
    const texts = await Promise.all(['en', 'de', 'fr'].map(textIn));
    assert.deepEqual(
      texts.map((text) => text.split('\n\n').at(-1)),
      [
        'Details for administrators: A tab needs a name.',
        'Einzelheiten für Administratoren: Eine Registerkarte braucht einen Namen.',
        'Détails pour les administrateurs\u00a0: Un onglet a besoin d’un nom.',
      ],
    );
    assert.deepEqual(
      texts.map((text) => /“Add the requester”|„Antragsteller hinzufügen“|Ajouter le demandeur/.test(text)),
      [true, true, true],
    );
  });

  it('does not report the team’s name as taken when another step finds a taken name', async () => {
    world.clock.advance(3600);
    const { id } = await ask('Own channel');
    await run(id, failing('NameAlreadyExists', 'teams.addMembers'));
    const [failed] = await of(ADA, id);
    assert.match(failed?.text ?? '', /rejected the step.*Retry from the failed step/s);
    assert.doesNotMatch(failed?.text ?? '', /another name/);
    assert.deepEqual(await kinds(ADMIN, id), ['job_failed']);
  });

  it('notifies administrators once an hour of failures for the same reason at the same step', async () => {
    world.clock.advance(3600);
    const failed: string[] = [];
    for (const name of ['First', 'Second', 'Third']) {
      const { id } = await ask(name);
      if (name === 'Third') world.clock.advance(3600);
      await run(id, failing('InvalidRequest'));
      failed.push(id);
    }
    assert.deepEqual(await Promise.all(failed.map((id) => kinds(ADMIN, id))), [
      ['job_failed'],
      [],
      ['job_failed'],
    ]);
    for (const id of failed) assert.deepEqual(await kinds(ADA, id), ['request_failed']);
  });

  it('notifies only the requester when the name is taken', async () => {
    const { id } = await ask('Taken');
    await run(id, failing('NameAlreadyExists'));
    assert.deepEqual(await kinds(ADMIN, id), []);
    assert.match((await of(ADA, id))[0]?.text ?? '', /Send a new request with another name/);
  });

  it('notifies an administrator once of their own failed request', async () => {
    world.clock.advance(3600);
    const { id } = await ask('Own', ADMIN);
    await run(id, failing('InvalidRequest'));
    assert.deepEqual(await kinds(ADMIN, id), ['request_failed']);
  });

  it('notifies only administrators when an app’s request fails', async () => {
    world.clock.advance(3600);
    const membership = { owners: [{ id: 'person-9@contoso.example' }] };
    const team = { name: 'By an app', membership };
    const { id } = await node.ask({ template: { id: 'open' }, team }, AN_APP);
    await run(id, failing('InvalidRequest'));
    assert.deepEqual(await kinds(AN_APP, id), []);
    assert.deepEqual(await kinds(ADMIN, id), ['job_failed']);
  });

  it('does not notify the requester who cancels the job', async () => {
    const { id } = await ask('Cancelled');
    await cancelJob(node.deps, ADA, newCall(), { jobId: id, remove: false });
    assert.deepEqual(await kinds(ADA, id), []);
  });

  it('notifies administrators and the person whose archiving job failed', async () => {
    world.clock.advance(3600);
    const { id } = await ask('Kept');
    await run(id);
    const teamId = (await node.store.in(TENANT).jobs.find(id))?.subjectId ?? '';
    const archiving = await archiveTeam(node.deps, ADA, newCall(), { teamId, siteReadOnly: false });
    await run(archiving.id, failing('NotFound', 'teams.archive'));
    const [failed] = await of(ADA, archiving.id);
    assert.deepEqual([failed?.kind, failed?.subject], ['job_failed', 'Work on the team “Kept” failed']);
    assert.deepEqual(await kinds(ADMIN, archiving.id), ['job_failed']);
  });

  it('writes the notification in the transaction that ends the job', async () => {
    const { id } = await ask('Atomic');
    const store = {
      ...node.store,
      transaction: (tenantId: string, work: Parameters<typeof node.store.transaction>[1]) =>
        node.store.transaction(tenantId, async (unit) => {
          await work(unit);
          throw new Error('The commit failed.');
        }),
    };
    const deps = { ...node.deps, store, definitions: JOB_DEFINITIONS, log: silent };
    await runJob(deps as never, { tenantId: TENANT, jobId: id }, never).catch(() => undefined);
    assert.notEqual((await node.store.in(TENANT).jobs.find(id))?.status, 'completed');
    assert.deepEqual(await kinds(ADA, id), []);
    await run(id);
    assert.deepEqual(await kinds(ADA, id), ['team_ready']);
  });

  it('sends mail unless the person switched it off', async () => {
    const sent: Mail[] = [];
    const mailer = { send: async (mail: Mail) => void sent.push(mail) };
    const kindsOff: NotificationKind[] = [];
    const send = () =>
      sendMail({ ...node.deps, mailer, kindsOff, publicUrl: () => URL, onFailure: assert.ifError }, TENANT);
    const deps = { ...node.deps, settings: { mail: { isSent: true, kindsOff } } };
    await send();
    sent.length = 0;
    await run((await ask('Mailed')).id);
    await send();
    assert.deepEqual(
      sent.map(({ to, subject }) => [to.address, subject]),
      [['ada@contoso.example', 'Your team “Mailed” is ready']],
    );
    await updateNotificationSettings(deps, ADA, { kinds: [{ kind: 'team_ready', mail: false }] });
    const quiet = await ask('Quiet');
    await run(quiet.id);
    await send();
    assert.equal(sent.length, 1);
    assert.deepEqual(await kinds(ADA, quiet.id), ['team_ready']);
    await updateNotificationSettings(deps, ADA, { kinds: [{ kind: 'team_ready', mail: true }] });
    await run((await ask('Mailed again')).id);
    await send();
    assert.equal(sent.length, 2);
  });
});
