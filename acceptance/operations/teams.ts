import assert from 'node:assert/strict';
import type { CharterClient } from '@charter/sdk';
import { CALLERS, FOREIGN_PERSON, NEWCOMER, RUN_ID, TEMPLATE } from '../callers.ts';
import { rejection } from '../stage.ts';
import { body, type OperationCase, query, tooLongId } from './operation-case.ts';

const members = body('POST', ({ team }) => `/teams/${team}/members`);
const memberList = body('POST', ({ team }) => `/teams/${team}/members/add`);
const archive = body('POST', ({ team }) => `/teams/${team}/archive`);
const answers = body('POST', () => '/teams/provisioning/answers');
const provisioning = body('POST', () => '/teams/provisioning');
const bulk = body('POST', () => '/teams/bulk');
const update = body('PATCH', ({ team }) => `/teams/${team}`);

const teamMetadata = body('PATCH', ({ team }) => `/teams/${team}/metadata`);

const describeOwn = body('PATCH', ({ team }) => `/me/teams/${team}`);

const memberChange = body('PATCH', ({ team }) => `/teams/${team}/members/made-up`);

/** Returns the membership of the caller 'member', or a made-up id when `client` can't list it. */
async function membership(client: CharterClient, team: string): Promise<{ id: string }> {
  const { value } = await client.teams.getTeamMembers(team).catch(() => ({ value: [] }));
  return value.find(({ email }) => email === CALLERS.member.name) ?? { id: 'made-up' };
}

/** Invalid query options of both lists of teams. */
const badQueries = (path: string) => [
  query(path, 'a page size of 0', '$top=0', '$top'),
  query(path, 'a forged page token', '$skiptoken=made-up', '$skiptoken'),
  query(path, 'an unknown order', '$orderby=ownerCount asc', '$orderby'),
  query(path, 'an empty search', '$search=', '$search'),
  query(path, 'a filter with the operator or', '$filter=isArchived eq true or ownerCount eq 1', '$filter'),
  query(path, 'a filter over an unknown field', "$filter=colour eq 'red'", '$filter'),
  query(path, 'a filter that compares a number with text', "$filter=ownerCount lt 'two'", '$filter'),
  query(path, 'an unknown option', '$expand=members', '$expand'),
];

const OWNER = { owners: [{ id: NEWCOMER }] };

export const TEAM_OPERATIONS: readonly OperationCase[] = [
  {
    operation: 'addTeamMember',
    caller: 'owner',
    needs: ['team'],
    call: async (client, { team }) => {
      const member = await client.teams.addTeamMember(team, { user: { id: NEWCOMER }, role: 'member' });
      assert.equal(member.email, NEWCOMER);
      assert.deepEqual(member.roles, []);
      const promoted = await client.teams.addTeamMember(team, { user: { id: member.userId }, role: 'owner' });
      assert.deepEqual(promoted.roles, ['owner']);
    },
    forbidden: 'member',
    foreign: 'hidden',
    bad: [
      members('a missing role', { user: { id: NEWCOMER } }, 'role'),
      members('an unknown role', { user: { id: NEWCOMER }, role: 'emperor' }, 'role'),
      members('a user of the wrong type', { user: NEWCOMER, role: 'member' }, 'user'),
      members('an unknown user', { user: { id: 'nobody@meridian.example' }, role: 'member' }, 'user.id'),
      members('a user of another tenant', { user: { id: FOREIGN_PERSON }, role: 'member' }, 'user.id'),
      members('an unknown field', { user: { id: NEWCOMER }, role: 'member', until: 'tomorrow' }, 'until'),
    ],
  },
  {
    operation: 'addTeamMembers',
    caller: 'owner',
    needs: ['team'],
    call: async (client, { team }) => {
      const values = [CALLERS.member.name, NEWCOMER].map((id) => ({ user: { id }, role: 'member' as const }));
      const { value } = await client.teams.addTeamMembers(team, { values });
      assert.deepEqual(
        value.map(({ member }) => member?.email),
        [CALLERS.member.name, NEWCOMER],
      );
    },
    forbidden: 'member',
    foreign: 'hidden',
    bad: [
      memberList('an empty list of members', { values: [] }, 'values'),
      memberList('a missing role', { values: [{ user: { id: NEWCOMER } }] }, 'values[0].role'),
      memberList(
        'an unknown user',
        { values: [{ user: { id: 'nobody@meridian.example' }, role: 'member' }] },
        'values[0].user.id',
      ),
    ],
  },
  {
    operation: 'getTeam',
    caller: 'integrator',
    needs: ['team'],
    call: async (client, { team }) => {
      const found = await client.teams.getTeam(team);
      assert.equal(found.id, team);
      assert.equal(found.visibility, 'public');
      assert.equal(found.isArchived, false);
      assert.ok(found['@odata.context']?.endsWith('/v1.0/$metadata#teams/$entity'));
    },
    forbidden: 'owner',
    foreign: 'hidden',
    bad: [tooLongId('GET', (id) => `/teams/${id}`, 'teamId')],
  },
  {
    operation: 'getTeamMembers',
    caller: 'member',
    needs: ['team'],
    call: async (client, { team }) => {
      const members = [];
      for await (const member of client.teams.members(team, { $top: 1 })) members.push(member);
      assert.deepEqual(
        members.slice(0, 2).map(({ email, roles }) => [email, roles]),
        [
          [CALLERS.owner.name, ['owner']],
          [CALLERS.member.name, []],
        ],
      );
      const { value } = await client.teams.getTeamMembers(team, { $search: CALLERS.member.name });
      assert.equal(value.length, 1);
    },
    forbidden: null,
    foreign: 'hidden',
    bad: [
      query('/teams/t/members', 'a page size of 0', '$top=0', '$top'),
      query('/teams/t/members', 'a forged page token', '$skiptoken=made-up', '$skiptoken'),
      query('/teams/t/members', 'an unknown option', "$filter=roles eq 'owner'", '$filter'),
    ],
  },
  {
    operation: 'updateTeamMember',
    caller: 'owner',
    needs: ['team'],
    call: async (client, { team }) => {
      const { id } = await membership(client, team);
      const promoted = await client.teams.updateTeamMember(team, id, { role: 'owner' });
      assert.deepEqual([promoted.id, promoted.roles], [id, ['owner']]);
      const demoted = await client.teams.updateTeamMember(team, id, { roles: [] });
      assert.deepEqual(demoted.roles, []);
    },
    forbidden: 'stranger',
    foreign: 'hidden',
    bad: [
      memberChange('a missing role', {}, 'role'),
      memberChange('an unknown role', { role: 'emperor' }, 'role'),
      memberChange('roles of the wrong type', { roles: 'owner' }, 'roles'),
      memberChange('an unknown field', { role: 'owner', until: 'tomorrow' }, 'until'),
    ],
  },
  {
    operation: 'removeTeamMember',
    caller: 'owner',
    needs: ['team'],
    call: async (client, { team }) => {
      const { id } = await membership(client, team);
      await client.teams.removeTeamMember(team, id);
      const { value } = await client.teams.getTeamMembers(team);
      assert.ok(value.length > 0 && value.every((member) => member.id !== id));
      const [last] = value;
      const rejected = await rejection(client.teams.removeTeamMember(team, last?.id ?? ''));
      assert.deepEqual([rejected.status, rejected.code], [409, 'Conflict']);
    },
    forbidden: 'stranger',
    foreign: 'hidden',
    bad: [
      {
        what: 'an id of 2000 characters',
        request: ({ team }) => ({
          method: 'DELETE',
          path: `/v1.0/teams/${team}/members/${'x'.repeat(2000)}`,
        }),
        target: 'membershipId',
      },
    ],
  },
  {
    operation: 'getTeamPermissions',
    caller: 'member',
    needs: ['team'],
    call: async (client, { team }) => {
      const { role, operations } = await client.teams.getTeamPermissions(team);
      assert.equal(role, 'member');
      assert.deepEqual(
        ['getTeamMembers', 'addTeamMember'].map((operation) => operations.includes(operation)),
        [true, false],
      );
    },
    forbidden: null,
    foreign: 'hidden',
    bad: [tooLongId('GET', (id) => `/teams/${id}/permissions`, 'teamId')],
  },
  {
    operation: 'getTeamHistory',
    caller: 'owner',
    needs: ['team'],
    call: async (client, { team }) => {
      const records = [];
      for await (const record of client.teams.history(team, { $top: 2 })) records.push(record);
      const types = records.map(({ type }) => type);
      assert.deepEqual([types[0], types.includes('team_created')], ['team_updated', true]);
      assert.ok(records.every(({ trail, teamId }) => trail !== undefined && teamId === team));
    },
    forbidden: 'member',
    foreign: 'hidden',
    bad: [
      query('/teams/t/history', 'a page size of 0', '$top=0', '$top'),
      query('/teams/t/history', 'a forged page token', '$skiptoken=made-up', '$skiptoken'),
      query('/teams/t/history', 'an unknown option', '$filter=time ge 2026-01-01', '$filter'),
    ],
  },
  {
    operation: 'getTeamMetadata',
    caller: 'owner',
    needs: ['team'],
    call: async (client, { team }) => {
      const { team: named, questions } = await client.teams.getTeamMetadata(team);
      assert.deepEqual([named.id, questions], [team, []]);
    },
    forbidden: 'member',
    foreign: 'hidden',
    bad: [tooLongId('GET', (id) => `/teams/${id}/metadata`, 'teamId')],
  },
  {
    operation: 'updateTeamMetadata',
    caller: 'owner',
    needs: ['team'],
    call: async (client, { team }) => {
      const { metadata } = await client.teams.updateTeamMetadata(team, { ticket: 4712, stage: null });
      assert.equal(metadata.ticket, 4712);
      assert.ok(!('stage' in metadata));
    },
    forbidden: 'member',
    foreign: 'hidden',
    bad: [teamMetadata('a JSON array', [], 'body')],
  },
  {
    operation: 'getTeams',
    caller: 'integrator',
    needs: ['team'],
    call: async (client, { team }) => {
      const listed = [];
      for await (const item of client.teams.list({ $search: RUN_ID, $top: 2 })) listed.push(item);
      const found = listed.find(({ id }) => id === team);
      assert.equal(found?.template?.id, TEMPLATE);
      assert.deepEqual([found?.isGoverned, found?.visibility, found?.role], [true, 'public', undefined]);
      const filter = `isGoverned eq true and ownerCount lt 2 and template/id eq '${TEMPLATE}'`;
      const page = await client.teams.getTeams({ $filter: filter, $count: true, $top: 1 });
      assert.ok(page['@odata.count'] >= page.value.length);
    },
    forbidden: 'owner',
    foreign: 'separate',
    bad: badQueries('/teams'),
  },
  {
    operation: 'getMyTeams',
    caller: 'owner',
    needs: ['team'],
    call: async (client, { team }) => {
      const mine = [];
      for await (const item of client.teams.mine({ $orderby: 'lastActivityDateTime desc' })) mine.push(item);
      assert.equal(mine.find(({ id }) => id === team)?.role, 'owner');
    },
    forbidden: 'app',
    foreign: 'separate',
    bad: badQueries('/me/teams'),
  },
  {
    operation: 'updateTeam',
    caller: 'admin',
    needs: ['team'],
    call: async (client, { team }) => {
      await client.teams.updateTeam(team, {
        description: 'Changed',
        funSettings: { allowGiphy: false },
      });
      const found = await client.teams.getTeam(team);
      assert.equal(found.description, 'Changed');
      assert.equal(found.funSettings.allowGiphy, false);
      assert.equal(found.funSettings.allowCustomMemes, true);
      await client.teams.updateTeam(team, found);
    },
    forbidden: 'owner',
    foreign: 'hidden',
    bad: [
      update('a name of the wrong type', { displayName: 7 }, 'displayName'),
      update('a name with forbidden characters', { displayName: 'a/b' }, 'displayName'),
      update('a name that is too long', { displayName: 'n'.repeat(300) }, 'displayName'),
      update('a read-only field that differs', { isArchived: true }, 'isArchived'),
      update('an unknown visibility', { visibility: 'secret' }, 'visibility'),
      update('an unknown field', { colour: 'red' }, 'colour'),
      update('an unknown setting', { funSettings: { allowFun: true } }, 'funSettings.allowFun'),
    ],
  },
  {
    operation: 'getMyTeam',
    caller: 'owner',
    needs: ['team'],
    call: async (client, { team }) => {
      const { id, memberSettings } = await client.teams.getMyTeam(team);
      assert.deepEqual([id, memberSettings.allowCreateUpdateChannels], [team, true]);
    },
    forbidden: 'member',
    foreign: 'hidden',
    bad: [tooLongId('GET', (id) => `/me/teams/${id}`, 'teamId')],
  },
  {
    operation: 'updateMyTeam',
    caller: 'owner',
    needs: ['team'],
    call: async (client, { team }) => {
      const { displayName = '' } = await client.teams.getMyTeam(team);
      await client.teams.updateMyTeam(team, { displayName: `${displayName} 2`, description: 'Ours' });
      const found = await client.teams.getMyTeam(team);
      assert.deepEqual([found.displayName, found.description], [`${displayName} 2`, 'Ours']);
      await client.teams.updateMyTeam(team, { displayName });
    },
    forbidden: 'admin',
    foreign: 'hidden',
    bad: [
      describeOwn('a name with forbidden characters', { displayName: 'a/b' }, 'displayName'),
      describeOwn('a field that only managers can change', { visibility: 'public' }, 'visibility'),
    ],
  },
  {
    operation: 'archiveTeam',
    caller: 'owner',
    needs: ['team'],
    call: async (client, { team }) => {
      const { jobId } = await client.teams.archiveTeam(team, { shouldSetSpoSiteReadOnlyForMembers: true });
      const job = await client.jobs.waitForJob(jobId);
      assert.equal(job.status, 'completed', JSON.stringify(job.data));
      assert.equal(job.type, 'TeamArchive');
      const writes = [
        client.channels.createTeamChannel(team, { displayName: 'Late' }),
        client.teams.addTeamMember(team, { user: { id: NEWCOMER }, role: 'member' }),
        client.teams.archiveTeam(team),
      ];
      for (const error of await Promise.all(writes.map(rejection))) {
        assert.deepEqual([error.status, error.code], [409, 'TeamArchived']);
      }
      assert.ok((await client.channels.getTeamChannels(team)).length > 0, 'it can be read');
    },
    forbidden: 'member',
    foreign: 'hidden',
    bad: [
      archive(
        'a boolean option of the wrong type',
        { shouldSetSpoSiteReadOnlyForMembers: 'yes' },
        'shouldSetSpoSiteReadOnlyForMembers',
      ),
      archive('an unknown field', { force: true }, 'force'),
    ],
  },
  {
    operation: 'unarchiveTeam',
    caller: 'owner',
    needs: ['team'],
    call: async (client, { team }) => {
      const { jobId: archiving } = await client.teams.archiveTeam(team);
      await client.jobs.waitForJob(archiving);
      const { jobId } = await client.teams.unarchiveTeam(team);
      const job = await client.jobs.waitForJob(jobId);
      assert.equal(job.status, 'completed', JSON.stringify(job.data));
      assert.equal(job.type, 'TeamUnarchive');
    },
    forbidden: 'member',
    foreign: 'hidden',
    bad: [tooLongId('POST', (id) => `/teams/${id}/unarchive`, 'teamId')],
  },
  {
    operation: 'deleteTeam',
    caller: 'owner',
    needs: ['team'],
    call: async (client, { team }) => {
      await client.teams.deleteTeam(team);
      await assert.rejects(client.channels.getTeamChannels(team), { status: 404 });
    },
    forbidden: 'member',
    foreign: 'hidden',
    bad: [tooLongId('DELETE', (id) => `/teams/${id}`, 'teamId')],
  },
  {
    operation: 'createTeamBulkJob',
    caller: 'admin',
    needs: ['team'],
    call: async (client, { team }) => {
      const request = { action: 'archive' as const, filter: `id eq '${team}'`, cap: 1 };
      const { id } = await client.teams.createTeamBulkJob(request);
      const job = await client.jobs.waitForJob(id);
      assert.deepEqual([job.type, job.status], ['TeamBulk', 'completed']);
      assert.deepEqual(job.bulk, { action: 'archive', count: 1, done: 1, skipped: 0, failed: 0 });
      const results = await Array.fromAsync(client.jobs.teams(id));
      assert.deepEqual(
        results.map(({ teamId, outcome }) => [teamId, outcome]),
        [[team, 'done']],
      );
      const preview = await client.teams.previewTeamBulkJob({ action: 'unarchive', ids: [team] });
      assert.deepEqual([preview.count, preview.affected, preview.teams[0]?.id], [1, 1, team]);
    },
    forbidden: 'owner',
    foreign: 'rejected',
    bad: [
      bulk('an unknown action', { action: 'explode', ids: ['t'] }, 'action'),
      bulk('missing ids and a missing filter', { action: 'archive' }, 'ids'),
      bulk('a filter without a cap', { action: 'archive', filter: 'isArchived eq false' }, 'cap'),
      bulk(
        'a filter with the operator or',
        { action: 'archive', filter: 'a eq 1 or b eq 2', cap: 1 },
        'filter',
      ),
      bulk('more teams than the cap', { action: 'archive', ids: ['a', 'b'], cap: 1 }, 'cap'),
      bulk('a missing policy', { action: 'attachPolicy', ids: ['t'] }, 'parameters.policyId'),
      bulk('an unknown field', { action: 'archive', ids: ['t'], force: true }, 'force'),
    ],
  },
  {
    operation: 'checkAnswers',
    caller: 'owner',
    call: async (client) => {
      const draft = { template: { id: TEMPLATE }, metadata: { anything: 'is taken without questions' } };
      const { questions, problems } = await client.teams.checkAnswers(draft);
      assert.deepEqual([questions, problems], [[], []]);
    },
    forbidden: null,
    foreign: 'rejected',
    bad: [
      answers('a missing template', { metadata: {} }, 'template'),
      answers('an unknown template', { template: { id: 'no-such' } }, 'template.id'),
      answers('answers that are an array', { template: { id: TEMPLATE }, metadata: [] }, 'metadata'),
    ],
  },
  {
    operation: 'createTeamProvisioningJob',
    caller: 'owner',
    needs: ['team'],
    call: async (client) => {
      const metadata = { ticket: 4711, nested: { list: [null, true, 'ü'] } };
      const job = await client.teams.createTeamProvisioningJob({
        template: { id: TEMPLATE },
        team: { name: `Happy ${RUN_ID}`, description: null, welcomeMessage: 'Hello', membership: OWNER },
        metadata,
      });
      assert.equal(job.type, 'TeamProvisioning');
      assert.deepEqual(job.data.request.metadata, metadata);
      const ended = await client.jobs.waitForJob(job.id);
      assert.equal(ended.status, 'completed', JSON.stringify(ended.data.error));
      assert.equal(ended.progress, 100);
    },
    forbidden: null,
    foreign: 'rejected',
    bad: [
      provisioning('a missing template', { team: { name: 'n' } }, 'template'),
      provisioning(
        'an unknown template',
        { template: { id: 'no-such' }, team: { name: 'n' } },
        'template.id',
      ),
      provisioning('a missing name', { template: { id: TEMPLATE }, team: {} }, 'team.name'),
      provisioning(
        'a name of the wrong type',
        { template: { id: TEMPLATE }, team: { name: ['n'] } },
        'team.name',
      ),
      provisioning(
        'a name of 129 characters',
        { template: { id: TEMPLATE }, team: { name: 'n'.repeat(129) } },
        'team.name',
      ),
      provisioning(
        'a description of 1025 characters',
        { template: { id: TEMPLATE }, team: { name: 'n', description: 'd'.repeat(1025) } },
        'team.description',
      ),
      provisioning(
        'a name with forbidden characters',
        { template: { id: TEMPLATE }, team: { name: 'what?', membership: OWNER } },
        'naming',
        'PolicyViolation',
      ),
      provisioning(
        'an unknown user',
        { template: { id: TEMPLATE }, team: { name: 'n', membership: { owners: [{ id: 'nobody' }] } } },
        'team.membership.owners[0].id',
      ),
      provisioning(
        'several unknown users',
        {
          template: { id: TEMPLATE },
          team: {
            name: 'n',
            membership: { owners: [{ id: 'nobody' }], members: [{ id: NEWCOMER }, { id: 'noone' }] },
          },
        },
        'team.membership.members[1].id',
      ),
      provisioning(
        'a user of another tenant',
        {
          template: { id: TEMPLATE },
          team: { name: 'n', membership: { ...OWNER, members: [{ id: FOREIGN_PERSON }] } },
        },
        'team.membership.members[0].id',
      ),
      provisioning(
        'twenty-one owners',
        {
          template: { id: TEMPLATE },
          team: { name: 'n', membership: { owners: Array(21).fill({ id: NEWCOMER }) } },
        },
        'team.membership.owners',
      ),
      provisioning(
        'metadata beyond 16 KiB',
        {
          template: { id: TEMPLATE },
          team: { name: 'n', membership: OWNER },
          metadata: { text: 'x'.repeat(17_000) },
        },
        'metadata',
      ),
      provisioning(
        'an unknown field',
        { template: { id: TEMPLATE }, team: { name: 'n', color: 'red' } },
        'team.color',
      ),
      provisioning(
        'a team without an owner',
        { template: { id: TEMPLATE }, team: { name: 'n' } },
        'teamOwner',
        'PolicyViolation',
      ),
    ],
  },
];
