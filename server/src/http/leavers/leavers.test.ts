/** Tests over HTTP that the objects which depend on leaving people are found. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { sql } from 'kysely';
import pg from 'pg';
import { CAUSE } from '../../../test/cause.ts';
import { assertRejected } from '../../../test/team-rejections.ts';
import { startTeamService, type TeamService } from '../../../test/team-service.ts';
import { TENANT } from '../../../test/team-world.ts';
import { userAdded } from '../../domain/identity/identity-records.ts';
import { announceOwnerlessTeams } from '../../flows/leavers/announce-ownerless-teams.ts';
import { createRoleAssignmentStore } from '../../persistence/role-assignments.ts';

let service: TeamService;
let call: TeamService['call'];
before(async () => {
  service = await startTeamService();
  call = service.call;
  const roles = createRoleAssignmentStore(service.world.database.tenancy);
  await roles.assign(TENANT, 'ida-id', 'GLOBAL_ADMIN', CAUSE);
});
after(() => service.close());

const NOTHING = {
  team: 0,
  onlyOwner: 0,
  approval: 0,
  template: 0,
  policy: 0,
  webhook: 0,
  app: 0,
  renewal: 0,
  answer: 0,
  sponsorship: 0,
  ownerRequest: 0,
  joinRequest: 0,
  review: 0,
  role: 0,
};

const save = async (id: string, change: object = {}) => {
  const names = { displayName: `Person ${id}`, userPrincipalName: `${id}@fabrikam.example` };
  const person = { id, ...names, accountEnabled: true, ...change };
  const { status, body } = await call('ida', 'POST', '/users/import', { users: [person] });
  assert.equal(status, 200, JSON.stringify(body));
};
const close = (id: string, change: object = {}) => save(id, { ...change, accountEnabled: false });

/** Removes the person from the directory, as a synchronisation does. */
const remove = (id: string) =>
  sql`delete from directory.users where tenant_id = ${TENANT} and user_id = ${id}`.execute(
    service.world.database.tenancy.for(TENANT),
  );

/** Asks the owners of a governed team whether it is still needed. */
async function askForRenewal(teamId: string): Promise<void> {
  const { store } = service.world.deps;
  const none = {
    cause: null,
    lastActivityAt: null,
    askedAt: null,
    expiresAt: null,
    renewedAt: null,
    expiredAt: null,
  };
  const change = { ...none, state: 'inactive' as const, action: null, operationId: null };
  await store.transaction(TENANT, async (unit) => {
    await unit.lifecycles.save([{ teamId, revision: undefined, change }]);
    await unit.audit.append([userAdded.record({ id: 'x', displayName: 'X' }, CAUSE)], CAUSE.at);
  });
}

/** Stores the answers of a team, as its creation from the template does. */
async function answer(teamId: string, templateId: string, metadata: object): Promise<void> {
  await service.world.deps.store.transaction(TENANT, async (unit) => {
    await unit.teamMetadata.save(
      { teamId, templateId, templateVersion: '1.0', metadata: metadata as Record<string, unknown> },
      0,
    );
    await unit.audit.append([userAdded.record({ id: 'x', displayName: 'X' }, CAUSE)], CAUSE.at);
  });
}

async function teamOf(displayName: string, ...owners: string[]): Promise<string> {
  const { suite } = service.world;
  const { team } = await suite.teams.create(TENANT, {
    marker: crypto.randomUUID(),
    displayName,
    description: '',
    visibility: 'private',
    mailNickname: crypto.randomUUID(),
    members: owners.map((userId) => ({ userId, role: 'owner' as const })),
  });
  return team.id;
}

const ownerCount = async (teamId: string): Promise<number> => {
  const { body } = await call('ida', 'GET', `/teams?$filter=id eq '${teamId}'`);
  return body.value[0].ownerCount;
};

const impactOf = async (reference: string) => {
  const { status, body } = await call('ida', 'GET', `/users/${encodeURIComponent(reference)}/impact`);
  assert.equal(status, 200, JSON.stringify(body));
  return body;
};

const leavers = async (): Promise<{ id: string; displayName?: string; state: string; counts: object }[]> => {
  const found = [];
  let path = '/leavers?$top=2';
  for (;;) {
    const { status, body } = await call('ida', 'GET', path);
    assert.equal(status, 200, JSON.stringify(body));
    found.push(...body.value);
    const next = body['@odata.nextLink'];
    if (next === undefined) return found;
    path = next.slice(service.url.length);
  }
};

const announce = () => announceOwnerlessTeams(service.world.deps, TENANT);
const announcements = async (teamId: string): Promise<number> => {
  const filter = `$filter=type eq 'team_ownerless' and target/id eq '${teamId}'`;
  const { body } = await call('ida', 'GET', `/audittrails/teams/records?${filter}`);
  return body.value.length;
};
const notified = async (): Promise<{ kind: string; subject: string }[]> => {
  const { body } = await call('ida', 'GET', '/notifications');
  return body.value.filter(({ kind }: { kind: string }) => kind === 'team_ownerless');
};

describe('GET /users/{userId}/impact', () => {
  it('requires credentials, and GLOBAL_ADMIN', async () => {
    const path = '/users/olga-id/impact';
    assertRejected(await call('nobody', 'GET', path), 401, 'Unauthenticated');
    for (const caller of ['olga', 'ada', 'ivan', 'app'] as const) {
      assertRejected(await call(caller, 'GET', path), 403, 'Forbidden');
    }
  });

  it('returns 404 for a person who is not in the directory and has no holdings', async () => {
    assertRejected(await call('ida', 'GET', '/users/nobody-at-all/impact'), 404, 'NotFound');
  });

  it('shows teams, approvals, templates, policies, renewals and roles, and which teams have no other owner', async () => {
    await save('lena', { mail: 'lena@mail.example' });
    const alone = await teamOf('Alone', 'lena');
    const shared = await teamOf('Shared', 'lena', 'olga-id');
    const manifest = JSON.stringify({
      manifestVersion: '1.0',
      templateConfiguration: {
        id: 'with-lena',
        name: 'With Lena',
        enabled: true,
        approval: {
          requireApproval: true,
          approvalTeam: [{ id: 'lena', name: 'Lena' }],
          stages: [{ approvers: [{ id: 'LENA@fabrikam.example', name: '' }] }],
        },
        permanentMembership: { owners: [{ id: 'lena@mail.example', name: 'Lena' }], members: [] },
      },
      newTeam: { namingConvention: '<%= request.team.name %>' },
    });
    const applied = await call('ida', 'POST', '/catalog/templates', { manifest, format: 'json' });
    assert.equal(applied.status, 200, JSON.stringify(applied.body));
    const policy = await call('ida', 'POST', '/policies', {
      name: 'Auditors',
      kind: 'permanentMembership',
      scope: { type: 'teams' },
      enabled: false,
      settings: { owners: [], members: ['lena'] },
    });
    assert.equal(policy.status, 201, JSON.stringify(policy.body));
    await call('ida', 'PUT', '/roles/lena/INTEGRATION_MANAGER');
    const request = { template: { id: 'with-lena' }, team: { name: 'Waiting' } };
    const job = await call('mia', 'POST', '/teams/provisioning', request);
    assert.equal(job.status, 201, JSON.stringify(job.body));
    await call('ida', 'PUT', `/policies/${policy.body.id}/teams/${shared}`);
    await askForRenewal(shared);
    const { counts, holdings, ...person } = await impactOf('Lena@fabrikam.example');
    assert.deepEqual([person.id, person.displayName, person.state], ['lena', 'Person lena', 'present']);
    assert.deepEqual(counts, {
      ...NOTHING,
      ...{ team: 2, onlyOwner: 1, approval: 1, template: 1, policy: 1, renewal: 1, role: 1 },
    });
    assert.deepEqual(holdings, [
      { kind: 'team', id: alone, displayName: 'Alone', relations: ['onlyOwner'] },
      { kind: 'team', id: shared, displayName: 'Shared', relations: ['owner'] },
      {
        ...{ kind: 'approval', id: job.body.data.approval.id, displayName: 'Waiting' },
        relations: ['approver'],
      },
      { kind: 'template', id: 'with-lena', displayName: 'With Lena', relations: ['approver', 'owner'] },
      { kind: 'policy', id: policy.body.id, displayName: 'Auditors', relations: ['member'] },
      { kind: 'renewal', id: shared, displayName: 'Shared', relations: ['owner'] },
      {
        kind: 'role',
        id: 'INTEGRATION_MANAGER',
        displayName: 'INTEGRATION_MANAGER',
        relations: ['assignee'],
      },
    ]);
  });

  it('shows where answers name the person: in teams, scopes of policies and defaults of questions', async () => {
    await save('wim');
    await save('xenia');
    const template = (id: string, questions: object[]) => ({
      manifestVersion: '1.0',
      templateConfiguration: { id, name: `Template ${id}`, enabled: true, questions },
    });
    const sponsor = { id: 'sponsor', type: 'person', title: 'Sponsor' };
    for (const manifest of [
      template('asks-sponsor', [{ ...sponsor, default: 'WIM@fabrikam.example' }]),
      template('asks-by-rule', [{ ...sponsor, default: '<%= user.id %>' }]),
      template('asks-text', [{ id: 'nickname', title: 'Nickname', default: 'wim' }]),
    ]) {
      const body = { manifest: JSON.stringify(manifest), format: 'json' };
      const applied = await call('ida', 'POST', '/catalog/templates', body);
      assert.equal(applied.status, 200, JSON.stringify(applied.body));
    }
    const policyFor = async (name: string, scope: object): Promise<string> => {
      const settings = { visibility: 'private' };
      const { status, body } = await call('ida', 'POST', '/policies', {
        ...{ name, kind: 'privacy', enabled: false, scope, settings },
      });
      assert.equal(status, 201, JSON.stringify(body));
      return body.id;
    };
    const [tenant, ofTemplate] = [
      await policyFor('Of Wim', { type: 'tenant', answers: { sponsor: ['wim@fabrikam.example'] } }),
      await policyFor('Sponsored by Wim', {
        ...{ type: 'templates', templateIds: ['asks-sponsor'], answers: { sponsor: ['wim', 'xenia'] } },
      }),
    ];
    await policyFor('Nicknamed wim', { type: 'tenant', answers: { nickname: ['wim'] } });
    const [named, nicknamed] = [await teamOf('Named', 'olga-id'), await teamOf('Nicknamed', 'olga-id')];
    await answer(named, 'asks-sponsor', { sponsor: 'wim' });
    await answer(nicknamed, 'asks-text', { nickname: 'wim' });
    const { counts, holdings } = await impactOf('wim');
    assert.deepEqual(holdings, [
      {
        ...{ kind: 'template', id: 'asks-sponsor', displayName: 'Template asks-sponsor' },
        relations: ['named'],
      },
      { kind: 'policy', id: tenant, displayName: 'Of Wim', relations: ['named'] },
      { kind: 'policy', id: ofTemplate, displayName: 'Sponsored by Wim', relations: ['named'] },
      { kind: 'answer', id: named, displayName: 'Named', relations: ['named'] },
    ]);
    assert.deepEqual(counts, { ...NOTHING, template: 1, policy: 2, answer: 1 });
    assert.deepEqual((await impactOf('xenia')).counts, { ...NOTHING, policy: 1 });
    await close('wim');
    assert.deepEqual((await leavers()).find(({ id }) => id === 'wim')?.counts, counts);
  });

  it('shows templates and policies that name a group in which nobody else can act', async () => {
    for (const id of ['yann', 'zoe', 'gast']) await save(id);
    await save('gast', { userType: 'Guest' });
    const owner = new pg.Client(service.world.database.ownerUrl);
    await owner.connect();
    const join = (group: string, ...people: string[]) =>
      owner.query(
        `insert into directory.group_members (tenant_id, group_id, user_id) select $1, $2, unnest($3::text[])`,
        [TENANT, group, people],
      );
    await owner.query(
      `insert into directory.groups (tenant_id, group_id, display_name) values ($1, 'alone', 'Alone'), ($1, 'pair', 'Pair')`,
      [TENANT],
    );
    await join('alone', 'yann', 'gast');
    await join('pair', 'yann', 'zoe');
    const manifest = {
      manifestVersion: '1.0',
      templateConfiguration: {
        ...{ id: 'by-groups', name: 'By groups', enabled: true },
        approval: {
          requireApproval: true,
          approvalTeam: [{ id: 'pair', name: 'Pair' }],
          stages: [{ approvers: [{ id: 'alone', name: 'Alone' }] }],
        },
      },
    };
    const body = { manifest: JSON.stringify(manifest), format: 'json' };
    assert.equal((await call('ida', 'POST', '/catalog/templates', body)).status, 200);
    const ids = new Map<string, string>();
    for (const fallbackGroupId of ['alone', 'pair']) {
      const { status, body: policy } = await call('ida', 'POST', '/policies', {
        ...{ name: `Owners from ${fallbackGroupId}`, kind: 'owners', enabled: false },
        ...{ scope: { type: 'teams' }, settings: { minimumOwners: 1, fallbackGroupId } },
      });
      assert.equal(status, 201, JSON.stringify(policy));
      ids.set(fallbackGroupId, policy.id);
    }
    const onlyMember = { relations: ['onlyGroupMember'] };
    const ofTemplate = { kind: 'template', id: 'by-groups', displayName: 'By groups', ...onlyMember };
    const ofPolicy = (group: string) => ({
      ...{ kind: 'policy', id: ids.get(group), displayName: `Owners from ${group}`, ...onlyMember },
    });
    assert.deepEqual((await impactOf('yann')).holdings, [ofTemplate, ofPolicy('alone')]);
    assert.equal((await call('ida', 'GET', '/users/zoe/impact')).body.holdings.length, 0);
    assert.equal((await call('ida', 'GET', '/users/gast/impact')).body.holdings.length, 0);
    await close('zoe');
    assert.deepEqual((await impactOf('yann')).holdings, [ofTemplate, ofPolicy('alone'), ofPolicy('pair')]);
    assert.ok(!(await leavers()).some(({ id }) => id === 'zoe'));
    await close('yann');
    const left = (await leavers()).filter(({ id }) => ['yann', 'zoe'].includes(id));
    assert.deepEqual(
      left.map(({ id, counts }) => [id, counts]),
      [
        ['yann', { ...NOTHING, template: 1, policy: 2 }],
        ['zoe', { ...NOTHING, template: 1, policy: 1 }],
      ],
    );
    await owner.end();
  });

  it('shows sponsored guests, requests to become an owner, requests to join, open reviews, and questions that wait for an answer', async () => {
    await save('nora');
    const [sponsored, asking, joined] = [
      await teamOf('Sponsored', 'olga-id'),
      await teamOf('Asking', 'olga-id'),
      await teamOf('Joined', 'nora', 'olga-id'),
    ];
    const approval = crypto.randomUUID();
    const owner = new pg.Client(service.world.database.ownerUrl);
    await owner.connect();
    const add = async (table: string, row: object): Promise<void> => {
      const full = {
        tenant_id: TENANT,
        created_at: '2026-01-05',
        expires_at: '2026-02-05',
        reminded_at: '2026-01-20',
        ...row,
      };
      const { rows } = await owner.query<{ name: string }>(
        'select attname as name from pg_attribute where attrelid = $1::regclass and attname = any($2)',
        [table, Object.keys(full)],
      );
      const names = rows.map(({ name }) => name).join();
      await owner.query(
        `insert into ${table} (${names}) select ${names} from json_populate_record(null::${table}, $1)`,
        [JSON.stringify(full)],
      );
    };
    const asked = { team_id: asking, search_id: crypto.randomUUID(), person_id: 'nora', source: 'manager' };
    const joining = { team_id: joined, team_name: 'Joined', person_id: 'mia-id' };
    await owner.query('begin; set local session_replication_role = replica');
    await add('charter.guest_stays', {
      ...{ team_id: sponsored, user_id: 'g1', since: '2026-01-05', sponsor_id: 'nora' },
    });
    await add('charter.owner_requests', { ...asked, request_id: crypto.randomUUID(), status: 'pending' });
    await add('charter.owner_requests', { ...asked, request_id: crypto.randomUUID(), status: 'declined' });
    await add('charter.join_requests', { ...joining, request_id: crypto.randomUUID(), status: 'pending' });
    const reviewed = (id: string, kind: string, decided: number) =>
      add('charter.reviews', {
        ...{ review_id: id, team_id: joined, kind, status: 'open', policy_id: crypto.randomUUID() },
        ...{ policy_name: 'Reviews', unanswered: 'keep', request_id: 'r', deadline_at: '2026-02-05' },
        ...{ item_count: 2, keep_count: decided, remove_count: 0, removed_count: 0, attempt: 0 },
      });
    const review = crypto.randomUUID();
    await reviewed(review, 'members', 1);
    await reviewed(crypto.randomUUID(), 'guests', 2);
    await add('charter.approvals', {
      ...{ approval_id: approval, job_id: crypto.randomUUID(), status: 'pending', revision: 1, template: {} },
      ...{
        requester: { kind: 'user', id: 'nora', displayName: 'Nora' },
        request_id: 'r',
        stage: 0,
        stages: [],
      },
      ...{ request: { name: 'Clarified' }, question: { message: 'Why?' } },
    });
    await owner.query('commit');
    const { counts, holdings } = await impactOf('nora');
    const shown = holdings.map(({ kind, id, relations }: Record<string, unknown>) => [kind, id, relations]);
    assert.deepEqual(shown, [
      ['team', joined, ['owner']],
      ['approval', approval, ['requester']],
      ['sponsorship', sponsored, ['sponsor']],
      ['ownerRequest', asking, ['candidate']],
      ['joinRequest', joined, ['owner']],
      ['review', review, ['owner']],
    ]);
    assert.deepEqual(counts, {
      ...NOTHING,
      ...{ team: 1, approval: 1, sponsorship: 1, ownerRequest: 1, joinRequest: 1, review: 1 },
    });
    await close('nora');
    assert.ok((await leavers()).some(({ id }) => id === 'nora'));
    await owner.query('begin; set local session_replication_role = replica');
    for (const table of ['guest_stays', 'owner_requests', 'join_requests', 'reviews', 'approvals'])
      await owner.query(`delete from charter.${table} where tenant_id = $1`, [TENANT]);
    await owner.query('commit');
    await owner.end();
    await Promise.all([sponsored, asking, joined].map((id) => service.world.suite.teams.delete(TENANT, id)));
  });

  it('shows the webhooks that the person created and the apps that they registered', async () => {
    const hook = await call('ida', 'POST', '/hooks', {
      name: 'Mirror',
      active: false,
      events: ['team_created'],
      config: { verb: 'post', url: 'https://receiver.example/', content_type: 'json' },
    });
    const app = await call('ida', 'POST', '/apps', { displayName: 'Reports' });
    assert.deepEqual([hook.status, app.status], [201, 201]);
    const { counts, holdings } = await impactOf('ida-id');
    assert.deepEqual([counts.webhook, counts.app, counts.role], [1, 1, 1]);
    const made = holdings.filter(({ relations }: { relations: string[] }) => relations.includes('creator'));
    assert.deepEqual(
      made.map(({ kind, id, displayName }: Record<string, string>) => [kind, id, displayName]),
      [
        ['webhook', hook.body.id, 'Mirror'],
        ['app', app.body.appId, 'Reports'],
      ],
    );
  });
});

describe('owners who can act', () => {
  it('are counted again when an account is disabled, removed or enabled', async () => {
    await save('paul');
    const team = await teamOf('Counted', 'paul', 'olga-id');
    assert.equal(await ownerCount(team), 2);
    await close('paul');
    assert.equal(await ownerCount(team), 1);
    await save('paul');
    assert.equal(await ownerCount(team), 2);
    await remove('paul');
    assert.equal(await ownerCount(team), 1);
    await save('paul');
    assert.equal(await ownerCount(team), 2);
    await close('paul');
    const { members } = await service.world.suite.teams.listMemberPage(TENANT, team, { top: 5 });
    const { id } = members.find(({ userId }) => userId === 'paul')!;
    await call('ida', 'DELETE', `/teams/${team}/members/${id}`);
    assert.equal(await ownerCount(team), 1);
  });

  it('are counted correctly when people are disabled and made owners concurrently', async () => {
    const ids = ['c1', 'c2', 'c3', 'c4'];
    for (const id of ids) await save(id);
    const teams = await Promise.all([1, 2, 3].map((place) => teamOf(`Race ${place}`, 'olga-id')));
    const adding = teams.flatMap((team) =>
      ids.map((userId) => service.world.suite.teams.addMembers(TENANT, team, [{ userId, role: 'owner' }])),
    );
    await Promise.all([...adding, ...ids.map((id) => close(id))]);
    for (const team of teams) assert.equal(await ownerCount(team), 1);
    await Promise.all(ids.map((id) => save(id)));
    for (const team of teams) assert.equal(await ownerCount(team), 5);
  });

  it('are reported as missing once, and again if the team had such an owner in between', async () => {
    await save('quinn');
    await announce();
    const before = (await notified()).length;
    const team = await teamOf('Adrift', 'quinn');
    await announce();
    assert.equal(await announcements(team), 0);
    await close('quinn');
    await Promise.all([announce(), announce()]);
    await announce();
    assert.equal(await announcements(team), 1);
    const [newest, ...older] = await notified();
    assert.equal(older.length, before);
    assert.equal(newest?.subject, 'The team “Adrift” has no owner who can act');
    await remove('quinn');
    await announce();
    assert.equal(await announcements(team), 1);
    await save('quinn');
    await close('quinn');
    await announce();
    assert.equal(await announcements(team), 2);
  });

  it('are not reported as missing when the team gets another owner first, or is deleted', async () => {
    await save('rosa');
    const [kept, deleted] = [await teamOf('Kept', 'rosa'), await teamOf('Deleted', 'rosa')];
    await close('rosa');
    await service.world.suite.teams.addMembers(TENANT, kept, [{ userId: 'olga-id', role: 'owner' }]);
    await service.world.suite.teams.delete(TENANT, deleted);
    await announce();
    assert.deepEqual([await announcements(kept), await announcements(deleted)], [0, 0]);
  });

  it('are reported as missing in one notification when several teams lose their owners at once', async () => {
    await save('sven');
    const teams = await Promise.all(['One', 'Two', 'Three'].map((name) => teamOf(name, 'sven')));
    const before = (await notified()).length;
    await close('sven');
    await announce();
    for (const team of teams) assert.equal(await announcements(team), 1);
    const [newest, ...older] = await notified();
    assert.deepEqual([newest?.subject, older.length], ['3 teams have no owner who can act', before]);
  });
});

describe('GET /leavers', () => {
  it('requires credentials, and GLOBAL_ADMIN', async () => {
    assertRejected(await call('nobody', 'GET', '/leavers'), 401, 'Unauthenticated');
    for (const caller of ['olga', 'ada', 'ivan', 'app'] as const) {
      assertRejected(await call(caller, 'GET', '/leavers'), 403, 'Forbidden');
    }
  });

  it('lists disabled, deleted and unknown people who still have holdings, by name, in pages', async () => {
    for (const id of ['tom', 'ursula', 'vera', 'idle']) await save(id);
    const team = await teamOf('Of Tom and Ursula', 'tom', 'ursula');
    await call('ida', 'PUT', '/roles/vera/GOVERNANCE_MANAGER');
    const manifest = JSON.stringify({
      manifestVersion: '1.0',
      templateConfiguration: {
        id: 'with-strangers',
        name: 'With strangers',
        enabled: true,
        permanentMembership: {
          owners: [{ id: 'was@never.example', name: 'Never Here' }],
          members: [{ id: 'tom', name: 'Tom' }],
        },
      },
      newTeam: {},
    });
    const applied = await call('ida', 'POST', '/catalog/templates', { manifest, format: 'json' });
    assert.equal(applied.status, 200, JSON.stringify(applied.body));
    await close('tom');
    await close('vera');
    await close('idle');
    await remove('ursula');
    const found = await leavers();
    const of = (id: string) => found.find((leaver) => leaver.id === id);
    assert.deepEqual(of('tom'), {
      id: 'tom',
      displayName: 'Person tom',
      state: 'closed',
      counts: { ...NOTHING, team: 1, onlyOwner: 1, template: 1 },
    });
    assert.deepEqual(of('ursula'), {
      id: 'ursula',
      state: 'gone',
      counts: { ...NOTHING, team: 1, onlyOwner: 1 },
    });
    assert.deepEqual(of('vera')?.counts, { ...NOTHING, role: 1 });
    assert.deepEqual(of('was@never.example'), {
      id: 'was@never.example',
      displayName: 'Never Here',
      state: 'gone',
      counts: { ...NOTHING, template: 1 },
    });
    assert.equal(of('idle'), undefined);
    assert.equal(of('olga-id'), undefined);
    const names = found.map(({ id, displayName }) => (displayName ?? id).toLowerCase());
    assert.deepEqual(names, names.toSorted());
    assert.equal(new Set(found.map(({ id }) => id)).size, found.length);
    assert.deepEqual((await impactOf('ursula')).holdings, [
      { kind: 'team', id: team, displayName: 'Of Tom and Ursula', relations: ['onlyOwner'] },
    ]);
  });
});
