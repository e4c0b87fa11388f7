/** Tests over HTTP which objects depend on people who leave. */
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
  sponsorship: 0,
  ownerRequest: 0,
  joinRequest: 0,
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
      ...{
        team: 2,
        onlyOwner: 1,
        approval: 1,
        template: 1,
        policy: 1,
        webhook: 0,
        app: 0,
        renewal: 1,
        sponsorship: 0,
        ownerRequest: 0,
        joinRequest: 0,
        role: 1,
      },
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

  it('shows sponsored guests, requests to become an owner, requests to join, and questions that wait for an answer', async () => {
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
    ]);
    assert.deepEqual(counts, {
      ...NOTHING,
      ...{ team: 1, approval: 1, sponsorship: 1, ownerRequest: 1, joinRequest: 1 },
    });
    await close('nora');
    assert.ok((await leavers()).some(({ id }) => id === 'nora'));
    await owner.query('begin; set local session_replication_role = replica');
    for (const table of ['guest_stays', 'owner_requests', 'join_requests', 'approvals'])
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

  it('are reported as missing once, and again if the team had one in between', async () => {
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

  it('are not reported as missing when the team gets another one first, or is deleted', async () => {
    await save('rosa');
    const [kept, deleted] = [await teamOf('Kept', 'rosa'), await teamOf('Deleted', 'rosa')];
    await close('rosa');
    await service.world.suite.teams.addMembers(TENANT, kept, [{ userId: 'olga-id', role: 'owner' }]);
    await service.world.suite.teams.delete(TENANT, deleted);
    await announce();
    assert.deepEqual([await announcements(kept), await announcements(deleted)], [0, 0]);
  });

  it('are reported as missing in one notification when several teams lose them at once', async () => {
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
