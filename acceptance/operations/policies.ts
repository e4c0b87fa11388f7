import assert from 'node:assert/strict';
import type { CharterClient, Policy } from '@charter/sdk';
import { body, type OperationCase, query, tooLongId } from './operation-case.ts';

const WORDS = {
  name: 'Words',
  kind: 'naming' as const,
  scope: { type: 'teams' as const },
  settings: { blockedWords: ['secret', 'top secret'] },
};

const teamsOf = async (client: CharterClient, policy: string): Promise<string[]> => {
  const teams = [];
  for await (const { teamId } of client.policies.teams(policy)) teams.push(teamId);
  return teams;
};

export const POLICY_OPERATIONS: readonly OperationCase[] = [
  {
    operation: 'createPolicy',
    caller: 'admin',
    call: async (client) => {
      const made = await client.policies.createPolicy(WORDS);
      assert.deepEqual([made.kind, made.enabled, made.version], ['naming', true, 1]);
      assert.deepEqual(made.settings, WORDS.settings);
      await client.policies.deletePolicy(made.id);
    },
    forbidden: 'owner',
    foreign: 'separate',
    bad: [
      body('POST', () => '/policies')('an unknown field', { ...WORDS, colour: 'red' }, 'colour'),
      body('POST', () => '/policies')('an unknown kind', { ...WORDS, kind: 'colour' }, 'kind'),
      body('POST', () => '/policies')(
        'a setting of another kind',
        { ...WORDS, settings: { visibility: 'private' } },
        'settings.visibility',
      ),
    ],
  },
  {
    operation: 'getPolicies',
    caller: 'app',
    needs: ['policy'],
    call: async (client, { policy }) => {
      const found: Policy[] = [];
      for await (const item of client.policies.list({ kind: 'naming', $top: 1 })) found.push(item);
      assert.ok(found.some(({ id }) => id === policy));
    },
    forbidden: 'owner',
    foreign: 'separate',
    bad: [query('/policies', 'an unknown kind', 'kind=colour', 'kind')],
  },
  {
    operation: 'getPolicy',
    caller: 'admin',
    needs: ['policy'],
    call: async (client, { policy }) => {
      const { id, name } = await client.policies.getPolicy(policy);
      assert.deepEqual([id, name], [policy, 'Acceptance']);
    },
    forbidden: 'owner',
    foreign: 'hidden',
    bad: [tooLongId('GET', (id) => `/policies/${id}`, 'policyId')],
  },
  {
    operation: 'updatePolicy',
    caller: 'admin',
    needs: ['policy'],
    call: async (client, { policy }) => {
      const { version } = await client.policies.getPolicy(policy);
      const changes = { settings: { maxLength: 60 } };
      const changed = await client.policies.updatePolicy(policy, changes, { ifMatch: `"${version}"` });
      assert.deepEqual(changed.settings, { blockedWords: ['confidential'], maxLength: 60 });
    },
    forbidden: 'owner',
    foreign: 'hidden',
    bad: [
      body('PATCH', ({ policy }) => `/policies/${policy}`)('an unknown field', { colour: 'red' }, 'colour'),
      body('PATCH', ({ policy }) => `/policies/${policy}`)(
        'a change of the kind',
        { kind: 'privacy' },
        'kind',
      ),
    ],
  },
  {
    operation: 'deletePolicy',
    caller: 'admin',
    needs: ['policy'],
    call: async (client, { policy }) => {
      await client.policies.deletePolicy(policy);
      await assert.rejects(client.policies.getPolicy(policy), { code: 'NotFound' });
    },
    forbidden: 'owner',
    foreign: 'hidden',
    bad: [tooLongId('DELETE', (id) => `/policies/${id}`, 'policyId')],
  },
  {
    operation: 'attachPolicy',
    caller: 'admin',
    needs: ['team', 'policy'],
    call: async (client, { policy, team }) => {
      await client.policies.attachPolicy(policy, team);
      const rename = client.teams.updateTeam(team, { displayName: 'Confidential matters' });
      await assert.rejects(rename, { code: 'PolicyViolation' });
    },
    forbidden: 'owner',
    foreign: 'hidden',
    bad: [tooLongId('PUT', (id) => `/policies/${id}/teams/x`, 'policyId')],
  },
  {
    operation: 'detachPolicy',
    caller: 'admin',
    needs: ['team', 'policy'],
    call: async (client, { policy, team }) => {
      await client.policies.attachPolicy(policy, team);
      await client.policies.detachPolicy(policy, team);
      assert.deepEqual(await teamsOf(client, policy), []);
    },
    forbidden: 'owner',
    foreign: 'hidden',
    bad: [tooLongId('DELETE', (id) => `/policies/${id}/teams/x`, 'policyId')],
  },
  {
    operation: 'getPolicyReport',
    caller: 'admin',
    needs: ['team'],
    call: async (client, { team }) => {
      const { displayName } = await client.teams.getTeam(team);
      const settings = { reservedNames: [displayName ?? ''] };
      const { id } = await client.policies.createPolicy({ ...WORDS, mode: 'report', settings });
      await client.policies.attachPolicy(id, team);
      const report = await client.policies.getPolicyReport(id);
      assert.deepEqual([report.appliesToCount, report.affectedCount, report.teams[0]?.id], [1, 1, team]);
      await client.policies.deletePolicy(id);
    },
    forbidden: 'owner',
    foreign: 'hidden',
    bad: [tooLongId('GET', (id) => `/policies/${id}/report`, 'policyId')],
  },
  {
    operation: 'getPolicyTeams',
    caller: 'admin',
    needs: ['team', 'policy'],
    call: async (client, { policy, team }) => {
      await client.policies.attachPolicy(policy, team);
      assert.deepEqual(await teamsOf(client, policy), [team]);
      const { value } = await client.policies.getPolicyTeams(policy);
      assert.equal(value[0]?.displayName, (await client.teams.getTeam(team)).displayName);
    },
    forbidden: 'owner',
    foreign: 'hidden',
    bad: [tooLongId('GET', (id) => `/policies/${id}/teams`, 'policyId')],
  },
  {
    operation: 'checkPolicies',
    caller: 'admin',
    needs: ['team', 'policy'],
    call: async (client, { policy, team }) => {
      await client.policies.attachPolicy(policy, team);
      const check = (name: string) => client.policies.checkPolicies({ name, team: { id: team } });
      assert.equal((await check('A CONFIDENTIAL matter')).outcome, 'violated');
      assert.equal((await check('Confidentiality')).outcome, 'passed');
    },
    forbidden: 'owner',
    foreign: 'hidden',
    bad: [
      body('POST', () => '/policies/check')('a missing name', {}, 'name'),
      body('POST', () => '/policies/check')('an unknown field', { name: 'x', colour: 1 }, 'colour'),
    ],
  },
];
