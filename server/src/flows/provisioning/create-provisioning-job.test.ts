import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { sql } from 'kysely';
import {
  ADA,
  type FilledNode,
  RICH_TEMPLATE,
  richRequest,
  startFilledNode,
  TENANT,
  website,
} from '../../../test/provisioning-world.ts';
import { snapshotOf } from '../../../test/team-snapshot.ts';
import type { JsonObject } from '../../domain/catalog/document.ts';
import type { PlanTask } from '../../domain/contents/model.ts';
import { ReadLog } from '../../engine/audit/read-log.ts';
import type { JobRecord } from '../../engine/jobs/model.ts';
import { runJob } from '../../engine/jobs/run-job.ts';
import type { Principal } from '../../engine/principal.ts';
import { systemClock } from '../../kernel/clock.ts';
import { type CharterError, isCharterError } from '../../kernel/errors.ts';
import { newId } from '../../kernel/ids.ts';
import { JOB_DEFINITIONS } from '../definitions.ts';
import { getJob } from '../jobs/read-jobs.ts';
import type { TeamProvisioningRequest } from './request.ts';

const never = { lost: new AbortController().signal, stopping: new AbortController().signal };
const silent = { info: () => undefined, warn: console.error, error: console.error };

const APP: Principal = {
  tenantId: TENANT,
  kind: 'app',
  id: 'crm',
  displayName: 'CRM',
  roles: new Set(['AUTHENTICATED_USER', 'AUTHORIZED_APP']),
};
const BOB: Principal = { ...ADA, id: 'person-1', displayName: 'Person person-1' };

const manifest = (
  id: string,
  parts: JsonObject = {},
  newTeam: JsonObject = {},
  rest: JsonObject = {},
): JsonObject => ({
  manifestVersion: '1.0',
  publisher: { name: 'Contoso' },
  templateConfiguration: { id, name: id, version: '1.0', language: 'en', enabled: true, ...parts },
  newTeam: { teamPrivacy: 'public', addRequesterAsTeamOwner: true, ...newTeam },
  ...rest,
});

const ask = (
  template: string,
  team: Partial<TeamProvisioningRequest['team']> = {},
): TeamProvisioningRequest => ({
  template: { id: template },
  team: { name: 'Phoenix', ...team },
});

async function rejection(promise: Promise<unknown>): Promise<CharterError> {
  const error = await promise.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  assert.ok(isCharterError(error), String(error));
  return error;
}

const targets = (error: CharterError) => error.details.map(({ target }) => target);

const copiedParts = ({ title, notes, checklist, labels }: PlanTask) => ({ title, notes, checklist, labels });

describe('requesting a team', () => {
  let node: FilledNode;

  before(async () => {
    node = await startFilledNode();
    await node.storeTemplate(RICH_TEMPLATE);
    await node.storeTemplate(manifest('plain'));
    await node.storeTemplate(manifest('off', { enabled: false }));
    await node.storeTemplate(manifest('ownerless', {}, { addRequesterAsTeamOwner: false }));
    await node.storeTemplate(
      manifest('sales', { audienceTargeting: { enabled: true, rules: "user.department === 'Sales'" } }),
    );
    await node.storeTemplate(manifest('one', { singleton: true }));
  });
  after(() => node.close());

  const run = async (jobId: string) => {
    const deps = {
      store: node.store,
      suite: node.suite,
      definitions: JOB_DEFINITIONS,
      clock: systemClock,
      log: silent,
    };
    await runJob(deps, { tenantId: TENANT, jobId }, never);
    const job = await node.store.in(TENANT).jobs.find(jobId);
    assert.ok(job);
    return job;
  };

  const counts = async () =>
    (
      await sql<Record<string, string>>`
        select (select count(*) from charter.jobs) as jobs, (select count(*) from pgboss.job) as queued,
               (select count(*) from charter.reservations) as reservations,
               (select count(*) from charter.domain_events) as events,
               (select count(*) from directory.teams) as teams`.execute(node.tenancy.for(TENANT))
    ).rows[0];

  const plansOf = async ({ subjectId }: JobRecord) => {
    const teamId = subjectId ?? '';
    const { id } = await node.suite.channels.primary(TENANT, teamId);
    return node.suite.contents.listPlans(TENANT, { teamId, channelId: id });
  };

  it('plans, queues and builds the team with all parts of its template', async () => {
    const job = await node.request(richRequest('Étoile'));
    assert.equal(job.status, 'waiting');
    assert.equal(job.data.plan?.name, 'DEAL Étoile');
    assert.equal(job.data.plan?.mailNickname, 'deal-etoile');
    assert.deepEqual(job.data.request.metadata, { order: 1, about: ['b', 'a'] });
    assert.deepEqual(Object.keys((job.data.request.metadata ?? {}) as object), ['order', 'about']);
    const done = await run(job.id);
    assert.equal(done.status, 'completed', done.log.at(-1));
    const team = await node.suite.teams.find(TENANT, done.subjectId ?? '');
    assert.equal(team?.team.displayName, 'DEAL Étoile');
    assert.equal(team?.team.description, 'A deal for Ada Lovelace');
    assert.equal(team?.team.memberSettings.allowDeleteChannels, false);
    assert.equal(team?.team.funSettings.giphyContentRating, 'strict');
    assert.equal(team?.sensitivityLabelId, job.data.plan?.sensitivityLabelId);
    const { members, channels } = await snapshotOf(node.tenancy, TENANT, done.subjectId ?? '');
    const owners = members.filter((member) => member.endsWith(' owner'));
    assert.deepEqual(owners, ['ada owner', 'person-1 owner', 'person-2 owner', 'person-9 owner']);
    assert.equal(members.length, 13);
    assert.ok(members.includes('guest guest'));
    const board = channels.find(({ name }) => name === 'Board');
    assert.deepEqual(board?.members, ['ada owner', 'person-10 member', 'person-11 member', 'person-9 owner']);
    const general = channels.find(({ name }) => name === 'General');
    assert.deepEqual(general?.messages, ['Welcome to the deal.']);
    assert.equal(general?.tabs.length, 4);
    assert.deepEqual(general?.files, [
      'For Ada Lovelace true 0 ',
      'Minutes true 0 ',
      'Minutes/2026 true 0 ',
      'Minutes/Template.txt true 8 UHJlc2VudDo=',
      `Welcome.md true 29 ${Buffer.from('# Welcome\n\nAsk Ada Lovelace.\n').toString('base64')}`,
    ]);
    const { buckets = [] } = (await plansOf(done))[0] ?? {};
    const tasks = buckets.flatMap((bucket) => bucket.tasks);
    assert.deepEqual(
      tasks.map(({ title, assigneeIds }) => [title, assigneeIds]),
      [
        ['Kick off', ['ada']],
        ['Read', ['ada', 'person-1', 'person-2', 'person-9']],
      ],
    );
    const born = Date.parse(done.ledger[0]?.completedDateTime ?? '');
    assert.equal(Date.parse(tasks[0]?.dueDateTime ?? ''), born + 7 * 24 * 60 * 60 * 1000);
  });

  it('omits permanent guests from shared channels, and reports this in the job’s log', async () => {
    const channels = ['private', 'shared'].map((membershipType) => ({
      displayName: membershipType,
      membershipType,
    }));
    await node.storeTemplate({
      manifestVersion: '1.0',
      templateConfiguration: {
        id: 'partners',
        name: 'Partners',
        version: '1.0',
        language: 'en',
        permanentMembership: { members: [{ id: 'person-10' }, { id: 'guest' }] },
      },
      initialization: { structure: { channels } },
    });
    const job = await node.request(ask('partners', { name: 'Partners' }));
    assert.match(
      job.log.at(-1)?.message ?? '',
      /left out of shared channels, which take none: .+ in 'shared'/,
    );
    const done = await run(job.id);
    assert.equal(done.status, 'completed', done.log.at(-1));
    const built = (await snapshotOf(node.tenancy, TENANT, done.subjectId ?? '')).channels;
    const people = (name: string) => built.find((channel) => channel.name === name)?.members;
    assert.deepEqual(people('private'), ['ada owner', 'guest guest', 'person-10 member']);
    assert.deepEqual(people('shared'), ['ada owner', 'person-10 member']);
  });

  it('omits apps that are no longer in the catalogue, with their tabs, and names both in the plan', async () => {
    const bind = (id: string) => ({
      'teamsApp@odata.bind': `https://graph.microsoft.com/v1.0/appCatalogs/teamsApps('${id}')`,
    });
    const tab = { ...website('Dashboard'), ...bind('com.example.gone') };
    const structure = {
      installedApps: [bind('com.microsoft.teamspace.tab.planner'), bind('com.example.gone')],
      channels: [{ displayName: 'General', tabs: [website('Start'), tab] }],
    };
    await node.storeTemplate(manifest('gone-app', {}, {}, { initialization: { structure } }));
    const request = ask('gone-app', { name: 'Apps' });
    const { id, data } = await node.request(request);
    assert.deepEqual(
      data.plan?.omissions?.map(({ feature, message }) => [feature, message]),
      [
        [
          'apps',
          'These apps are not installed, because they are not in the catalogue of Teams apps: com.example.gone.',
        ],
        [
          'tabs',
          "These tabs are not created, because their apps are not in the catalogue of Teams apps: 'Dashboard'.",
        ],
      ],
    );
    const { status, subjectId } = await run(id);
    assert.equal(status, 'completed');
    assert.deepEqual(await node.suite.teams.listInstalledApps(TENANT, subjectId ?? ''), [
      'com.microsoft.teamspace.tab.planner',
    ]);
  });

  it('returns the job to the requester and to administrators only', async () => {
    const { id } = await node.request(ask('plain', { name: 'Mine' }));
    const deps = { store: node.store, reads: new ReadLog({ store: node.store, clock: systemClock }) };
    const context = { requestId: newId(), operationId: newId() };
    const read = (principal: Principal) => getJob(deps, principal, context, { jobId: id });
    assert.equal((await read(ADA)).id, id);
    assert.equal((await read(APP)).id, id);
    assert.equal((await rejection(read(BOB))).code, 'NotFound');
    assert.equal((await rejection(read({ ...ADA, tenantId: 'fabrikam' }))).code, 'NotFound');
    assert.equal((await read({ ...BOB, roles: new Set(['AUTHENTICATED_USER', 'GLOBAL_ADMIN']) })).id, id);
  });

  it('creates one job for a repeated call', async () => {
    const operationId = newId();
    const [first, second] = await Promise.all([
      node.request(ask('plain'), ADA, operationId),
      node.request(ask('plain'), ADA, operationId),
    ]);
    assert.deepEqual(second, first);
    await run(first.id);
    assert.equal((await node.request(ask('plain'), ADA, operationId)).status, 'completed');
    const queued = await sql`select 1 from pgboss.job where data ->> 'jobId' = ${operationId}`.execute(
      node.tenancy.for(TENANT),
    );
    assert.equal(queued.rows.length, 1);
  });

  it('changes nothing in a dry run, and lists a verdict for each policy', async () => {
    const before = await counts();
    const plan = await node.dryRun(richRequest('Dry'));
    assert.equal(plan.name, 'DEAL Dry');
    assert.ok(plan.verdicts.every(({ outcome }) => outcome === 'passed'));
    assert.equal(plan.picture?.contentType, 'image/png');
    const lonely = await node.dryRun(ask('rich', { name: 'a:b' }));
    assert.deepEqual(
      lonely.verdicts.filter(({ outcome }) => outcome === 'violated').map(({ policy }) => policy),
      ['naming', 'mandatoryMembership'],
    );
    assert.deepEqual(await counts(), before);
  });

  const rejected: [string, TeamProvisioningRequest, string, string[]][] = [
    ['an unknown template', ask('nothing'), 'InvalidRequest', ['template.id']],
    ['a disabled template', ask('off'), 'InvalidRequest', ['template.id']],
    ['a template whose audience excludes the requester', ask('sales'), 'PolicyViolation', ['audience']],
    ['a request without an owner', ask('ownerless'), 'PolicyViolation', ['teamOwner']],
    ['a forbidden name', ask('plain', { name: 'a/b' }), 'PolicyViolation', ['naming']],
    ['a name that is too long', ask('plain', { name: 'x'.repeat(265) }), 'PolicyViolation', ['naming']],
    [
      'several violations of policies together',
      ask('rich', { name: 'a*' }),
      'PolicyViolation',
      ['naming', 'mandatoryMembership'],
    ],
    [
      'unknown people with their paths',
      ask('plain', {
        membership: {
          owners: [{ id: 'person-1' }, { id: 'ghost' }],
          members: [{ id: 'nobody@contoso.example' }],
        },
      }),
      'InvalidRequest',
      ['team.membership.owners[1].id', 'team.membership.members[0].id'],
    ],
    [
      'a guest as owner',
      ask('plain', { membership: { owners: [{ id: 'guest' }] } }),
      'InvalidRequest',
      ['team.membership.owners[0].id'],
    ],
  ];
  for (const [name, request, code, places] of rejected) {
    it(`rejects ${name}, and writes nothing`, async () => {
      const before = await counts();
      const error = await rejection(node.request(request));
      assert.equal(error.code, code);
      assert.deepEqual(targets(error), places);
      assert.deepEqual(await counts(), before);
    });
  }

  it('requires an owner in the request of an app, and builds the team for that owner', async () => {
    assert.deepEqual(targets(await rejection(node.request(ask('plain'), APP))), ['team.membership.owners']);
    const unknown = ask('plain', { membership: { owners: [{ id: 'ghost' }] } });
    assert.deepEqual(targets(await rejection(node.request(unknown, APP))), ['team.membership.owners[0].id']);
    const owned = ask('plain', {
      name: 'From CRM',
      membership: { owners: [{ id: 'person-1@contoso.example' }] },
    });
    const job = await run((await node.request(owned, APP)).id);
    const members = await node.suite.teams.listMembers(TENANT, job.subjectId ?? '');
    assert.deepEqual(
      members.map(({ userId, roles }) => [userId, roles]),
      [['person-1', ['owner']]],
    );
  });

  it('allows one team of a singleton, and another after its deletion or failure', async () => {
    const requests = Array.from({ length: 5 }, (_, index) =>
      node.request(ask('one', { name: `One ${index}` })),
    );
    const outcomes = await Promise.allSettled(requests);
    const made = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
    assert.equal(made.length, 1);
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') assert.deepEqual(targets(outcome.reason), ['singleton']);
    }
    const job = await run(made[0]?.id ?? '');
    assert.deepEqual(targets(await rejection(node.request(ask('one')))), ['singleton']);
    await node.suite.teams.delete(TENANT, job.subjectId ?? '');
    const next = await node.request(ask('one', { name: 'Two' }));
    assert.equal(
      (await node.dryRun(ask('one'))).verdicts.find(({ policy }) => policy === 'singleton')?.outcome,
      'violated',
    );
    await node.store.transaction(TENANT, (unit) => unit.jobs.release(next.id));
    assert.equal((await node.request(ask('one', { name: 'Three' }))).status, 'waiting');
  });

  it('copies the parts that the template names, and rejects an archived or deleted source', async () => {
    const source = await run((await node.request(richRequest('Source'))).id);
    const teamId = source.subjectId ?? '';
    const parts = ['Apps', 'Tabs', 'Settings', 'Channels', 'Members'].map((part) => `include${part}`);
    const including = (included: (part: string) => boolean) => ({
      teamId,
      ...Object.fromEntries(parts.map((part) => [part, included(part)])),
    });
    await node.storeTemplate(manifest('copy', {}, {}, { clonedTeam: including(() => true) }));
    await node.storeTemplate(
      manifest('copy-tabs', {}, {}, { clonedTeam: including((part) => part === 'includeTabs') }),
    );
    const copy = await run((await node.request(ask('copy', { name: 'Copy' }))).id);
    const [original, copied] = [
      await snapshotOf(node.tenancy, TENANT, teamId),
      await snapshotOf(node.tenancy, TENANT, copy.subjectId ?? ''),
    ];
    assert.deepEqual(copied.members, original.members);
    assert.deepEqual(
      copied.channels.map(({ name, tabs }) => ({ name, tabs })),
      original.channels
        .filter(({ name }) => name !== 'Board')
        .map(({ name, tabs }) => ({
          name,
          tabs: tabs.filter((tab) => !/"(?:file:|folder:|plan)/.test(tab)),
        })),
      'tabs that show files and plans are left out with them',
    );
    const withFiles = { ...including(() => true), includeFiles: true };
    await node.storeTemplate(manifest('copy-files', {}, {}, { clonedTeam: withFiles }));
    const planned = await node.dryRun(ask('copy-files', { name: 'Planned' }));
    assert.deepEqual(
      planned.contents?.map(({ displayName, copies = [] }) => [displayName, copies.map(({ path }) => path)]),
      [['General', ['For Ada Lovelace', 'Minutes', 'Welcome.md']]],
    );
    const filled = await run((await node.request(ask('copy-files', { name: 'Files' }))).id);
    const twin = await snapshotOf(node.tenancy, TENANT, filled.subjectId ?? '');
    assert.deepEqual(
      twin.channels.map(({ files }) => files),
      original.channels.filter(({ name }) => name !== 'Board').map(({ files }) => files),
    );
    const withPlans = { ...including(() => true), includePlans: true };
    await node.storeTemplate(manifest('copy-plans', {}, {}, { clonedTeam: withPlans }));
    const busy = await run((await node.request(ask('copy-plans', { name: 'Plans' }))).id);
    const plansOf = async (team: string) => {
      const { id: channelId } = await node.suite.channels.primary(TENANT, team);
      return node.suite.contents.listPlans(TENANT, { teamId: team, channelId });
    };
    const [ofSource, ofCopy] = [await plansOf(teamId), await plansOf(busy.subjectId ?? '')];
    assert.ok(
      ofSource.some(({ buckets }) => buckets[0]?.tasks.some(({ assigneeIds }) => assigneeIds.length > 0)),
    );
    assert.deepEqual(
      ofCopy.map(({ title, buckets }) => [
        title,
        buckets.map(({ name, tasks }) => [name, tasks.map(copiedParts)]),
      ]),
      ofSource.map(({ title, buckets }) => [
        title,
        buckets.map(({ name, tasks }) => [name, tasks.map(copiedParts)]),
      ]),
    );
    const tasks = ofCopy.flatMap(({ buckets }) => buckets.flatMap((bucket) => bucket.tasks));
    assert.ok(tasks.length > 0);
    for (const { assigneeIds, dueDateTime } of tasks)
      assert.deepEqual([assigneeIds, dueDateTime], [[], null]);
    assert.deepEqual(await plansOf(filled.subjectId ?? ''), [], 'plans are copied only when asked for');
    const bare = await run((await node.request(ask('copy-tabs', { name: 'Tabs' }))).id);
    const { channels, members } = await snapshotOf(node.tenancy, TENANT, bare.subjectId ?? '');
    assert.deepEqual(
      channels.map(({ tabs }) => tabs.length),
      [2],
    );
    assert.deepEqual(members, ['ada owner']);
    // In Microsoft 365 the primary channel can get another name, and another channel its earlier one.
    await node.suiteTenancy
      .for(TENANT)
      .updateTable('embedded_suite.channels')
      .set({ display_name: 'Home' })
      .where('team_id', '=', teamId)
      .where('is_primary', '=', true)
      .execute();
    const general = {
      displayName: 'General',
      membershipType: 'standard',
      isFavoriteByDefault: false,
    } as const;
    await node.suite.channels.create(TENANT, teamId, [
      { ...general, marker: 'general', description: null, members: [] },
    ]);
    const twice = await rejection(node.request(ask('copy', { name: 'Two of General' })));
    assert.deepEqual([twice.code, targets(twice)], ['InvalidRequest', ['template.id']]);
    assert.match(twice.message, /two channels called 'General'.*rename one/);
    await node.suite.teams.archive(TENANT, teamId, { siteReadOnly: false });
    assert.deepEqual(targets(await rejection(node.request(ask('copy')))), ['sourceTeam']);
    await node.suite.teams.delete(TENANT, teamId);
    assert.deepEqual(targets(await rejection(node.request(ask('copy')))), ['sourceTeam']);
  });
});
