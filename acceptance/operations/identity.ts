import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import type { CharterClient, UserErasure } from '@charter/sdk';
import { CALLERS, NEWCOMER, RUN_ID } from '../callers.ts';
import { body, type OperationCase, query, tooLongId } from './operation-case.ts';

const APP = CALLERS.app.name;
const apps = body('POST', () => '/apps');
const imports = body('POST', () => '/users/import');
const scimTokens = body('POST', () => '/scim-tokens');

/** Returns the id of a person of the tenant; a made-up id for callers of another tenant. */
async function personOf(client: CharterClient): Promise<string> {
  const { value } = await client.users.lookupUsers({ references: [NEWCOMER] });
  return value[0]?.matches[0]?.id ?? 'made-up';
}

/** Waits until the erasure of the person ends. A repeated request returns its state. */
export async function completedErasure(
  client: CharterClient,
  personId: string,
  milliseconds = 60_000,
): Promise<UserErasure> {
  const end = AbortSignal.timeout(milliseconds);
  for (;;) {
    const erasure = await client.users.eraseUser(personId, { idempotencyKey: false });
    if (erasure.status === 'completed') return erasure;
    await delay(200, undefined, { signal: end });
  }
}

/** Operations on groups, roles, apps and people. */
export const IDENTITY_OPERATIONS: readonly OperationCase[] = [
  {
    operation: 'getGroups',
    caller: 'admin',
    call: async (client) => {
      const { value } = await client.groups.getGroups({ $top: 1 });
      assert.equal(value.length, 1);
      const word = value[0]?.displayName.split(' ')[0] ?? '';
      const found = await client.groups.getGroups({ $search: word.toUpperCase().slice(0, 3) });
      assert.ok(found.value.some(({ id }) => id === value[0]?.id));
    },
    forbidden: 'integrator',
    foreign: 'separate',
    bad: [
      query('/groups', 'a page size of 0', '$top=0', '$top'),
      query('/groups', 'a search without words', '$search=%22%22', '$search'),
    ],
  },
  {
    operation: 'getMyGroups',
    caller: 'member',
    call: async (client) => {
      const { value } = await client.groups.getMyGroups();
      assert.ok(value.length > 0 && value.every(({ displayName }) => displayName !== ''));
    },
    forbidden: 'app',
    foreign: 'separate',
    bad: [query('/me/groups', 'an unknown option', '$top=1', '$top')],
  },
  {
    operation: 'getGroupMembers',
    caller: 'member',
    call: async (client) => {
      const [group] = (await client.groups.getMyGroups().catch(() => ({ value: [] }))).value;
      const { value } = await client.groups.getGroupMembers(group?.id ?? 'made-up');
      assert.ok(value.some(({ userPrincipalName }) => userPrincipalName === CALLERS.member.name));
    },
    forbidden: null,
    foreign: 'separate',
    bad: [tooLongId('GET', (id) => `/groups/${id}/members`, 'groupId')],
  },
  {
    operation: 'lookupUsers',
    caller: 'stranger',
    call: async (client) => {
      const { value } = await client.users.lookupUsers({ references: [CALLERS.owner.name, 'nobody'] });
      assert.deepEqual(
        value.map(({ matches }) => matches.map(({ userPrincipalName }) => userPrincipalName)),
        [[CALLERS.owner.name], []],
      );
    },
    forbidden: null,
    foreign: 'separate',
    bad: [
      body('POST', () => '/users/lookup')('an empty list of references', { references: [] }, 'references'),
      body('POST', () => '/users/lookup')('an empty text', { references: [''] }, 'references[0]'),
    ],
  },
  {
    operation: 'getUserImpact',
    caller: 'admin',
    call: async (client) => {
      const { state, counts } = await client.users.getUserImpact(CALLERS.owner.name);
      assert.equal(state, 'present');
      assert.ok(counts.team > 0);
    },
    forbidden: 'integrator',
    foreign: 'hidden',
    bad: [tooLongId('GET', (id) => `/users/${id}/impact`, 'userId')],
  },
  {
    operation: 'getLeavers',
    caller: 'admin',
    call: async (client) => {
      const { value } = await client.users.getLeavers({ $top: 1 });
      assert.ok(value.every(({ state }) => state === 'closed' || state === 'gone'));
    },
    forbidden: 'integrator',
    foreign: 'separate',
    bad: [query('/leavers', 'a page size of 0', '$top=0', '$top')],
  },
  {
    operation: 'getRoles',
    caller: 'admin',
    call: async (client) => {
      const { value } = await client.roles.getRoles();
      assert.ok(value.some(({ role }) => role === 'GLOBAL_ADMIN'));
    },
    forbidden: 'integrator',
    foreign: 'separate',
    bad: [query('/roles', 'a page size of 0', '$top=0', '$top')],
  },
  {
    operation: 'assignRole',
    caller: 'admin',
    call: async (client) => {
      const assigned = await client.roles.assignRole(APP, 'INTEGRATION_MANAGER');
      assert.ok('role' in assigned);
      assert.deepEqual([assigned.role, assigned.kind], ['INTEGRATION_MANAGER', 'app']);
    },
    forbidden: 'integrator',
    foreign: 'hidden',
    bad: [tooLongId('PUT', (id) => `/roles/${id}/GLOBAL_ADMIN`, 'principalId')],
  },
  {
    operation: 'removeRole',
    caller: 'admin',
    // The case of assignRole runs first.
    call: async (client) => {
      assert.equal(await client.roles.removeRole(APP, 'INTEGRATION_MANAGER'), undefined);
    },
    forbidden: 'integrator',
    foreign: 'hidden',
    bad: [tooLongId('DELETE', (id) => `/roles/${id}/GLOBAL_ADMIN`, 'principalId')],
  },
  {
    operation: 'createApp',
    caller: 'admin',
    call: async (client) => {
      const app = await client.apps.createApp({ displayName: 'Acceptance' });
      assert.ok(app.appId !== '' && app.secret.length >= 40);
    },
    forbidden: 'integrator',
    foreign: 'separate',
    bad: [apps('an empty name', { displayName: '' }, 'displayName')],
  },
  {
    operation: 'rotateAppSecret',
    caller: 'admin',
    call: async (client) => {
      const { appId, secret } = await client.apps.rotateAppSecret(APP);
      assert.ok(appId === APP && secret.length >= 40);
    },
    forbidden: 'integrator',
    foreign: 'hidden',
    bad: [tooLongId('POST', (id) => `/apps/${id}/rotate-secret`, 'appId')],
  },
  {
    operation: 'createScimToken',
    caller: 'admin',
    call: async (client) => {
      const { token, hint } = await client.scimTokens.createScimToken({ displayName: 'Acceptance' });
      assert.ok(token.length >= 40 && token.startsWith(hint));
    },
    forbidden: 'integrator',
    foreign: 'separate',
    bad: [scimTokens('an empty name', { displayName: '' }, 'displayName')],
  },
  {
    operation: 'getScimTokens',
    caller: 'admin',
    // The case of createScimToken runs first.
    call: async (client) => {
      const { value } = await client.scimTokens.getScimTokens();
      assert.ok(value.some(({ displayName }) => displayName === 'Acceptance'));
    },
    forbidden: 'member',
    foreign: 'separate',
    bad: [query('/scim-tokens', 'an unknown option', '$top=1', '$top')],
  },
  {
    operation: 'deleteScimToken',
    caller: 'admin',
    call: async (client) => {
      const { value } = await client.scimTokens.getScimTokens();
      const created = value.find(({ displayName }) => displayName === 'Acceptance');
      await client.scimTokens.deleteScimToken(created?.id ?? 'made-up');
    },
    forbidden: 'member',
    foreign: 'hidden',
    bad: [tooLongId('DELETE', (id) => `/scim-tokens/${id}`, 'tokenId')],
  },
  {
    operation: 'getApps',
    caller: 'integrator',
    call: async (client) => {
      const { value } = await client.apps.getApps({ $top: 999 });
      assert.ok(value.some(({ id }) => id === APP));
    },
    forbidden: 'member',
    foreign: 'separate',
    bad: [
      query('/apps', 'a page size of 0', '$top=0', '$top'),
      query('/apps', 'an unknown state', 'enabled=perhaps', 'enabled'),
    ],
  },
  {
    operation: 'getApp',
    caller: 'integrator',
    call: async (client) => {
      const { id, secrets } = await client.apps.getApp(APP);
      assert.ok(id === APP && secrets.length > 0);
    },
    forbidden: 'member',
    foreign: 'hidden',
    bad: [tooLongId('GET', (id) => `/apps/${id}`, 'appId')],
  },
  {
    operation: 'updateApp',
    caller: 'admin',
    call: async (client) => {
      const { displayName } = await client.apps.updateApp(APP, { displayName: 'Renamed' });
      assert.equal(displayName, 'Renamed');
    },
    forbidden: 'member',
    foreign: 'hidden',
    bad: [body('PATCH', () => `/apps/${APP}`)('an empty list of scopes', { scopes: [] }, 'scopes')],
  },
  {
    operation: 'addAppSecret',
    caller: 'admin',
    call: async (client) => {
      const { appId, secret } = await client.apps.addAppSecret(APP, { displayName: 'Second' });
      assert.ok(appId === APP && secret.length >= 40);
    },
    forbidden: 'member',
    foreign: 'hidden',
    bad: [
      body('POST', () => `/apps/${APP}/secrets`)(
        'an end in the past',
        { expiresDateTime: '2020-01-01T00:00:00Z' },
        'expiresDateTime',
      ),
      tooLongId('POST', (id) => `/apps/${id}/secrets`, 'appId'),
    ],
  },
  {
    operation: 'removeAppSecret',
    caller: 'admin',
    call: async (client) => {
      const { appId } = await client.apps.createApp({ displayName: 'Without secrets' });
      const { secretId } = await client.apps.addAppSecret(appId);
      await client.apps.removeAppSecret(appId, secretId);
      assert.equal((await client.apps.getApp(appId)).secrets.length, 1);
    },
    forbidden: 'member',
    foreign: 'separate',
    bad: [tooLongId('DELETE', (id) => `/apps/${APP}/secrets/${id}`, 'secretId')],
  },
  {
    operation: 'deleteApp',
    caller: 'admin',
    call: async (client) => {
      const { appId } = await client.apps.createApp({ displayName: 'Short-lived' });
      await client.apps.deleteApp(appId);
      const { value } = await client.apps.getApps({ $search: 'Short-lived' });
      assert.deepEqual(value, []);
    },
    forbidden: 'member',
    foreign: 'separate',
    bad: [tooLongId('DELETE', (id) => `/apps/${id}`, 'appId')],
  },
  {
    operation: 'exportUser',
    caller: 'admin',
    call: async (client) => {
      const { directory, userId, references } = await client.users.exportUser(await personOf(client));
      assert.deepEqual([directory?.user_id, directory?.user_principal_name], [userId, NEWCOMER]);
      assert.ok(
        references.some(({ name, rows }) => name === 'audit records about the person' && rows.length > 0),
      );
    },
    forbidden: 'integrator',
    foreign: 'hidden',
    bad: [tooLongId('GET', (id) => `/users/${id}/export`, 'id')],
  },
  {
    operation: 'placeUserHold',
    caller: 'admin',
    call: async (client) => {
      const { reason } = await client.users.placeUserHold(await personOf(client), { reason: 'Proceedings' });
      assert.equal(reason, 'Proceedings');
    },
    forbidden: 'integrator',
    foreign: 'hidden',
    bad: [body('PUT', () => '/users/x/hold')('an empty reason', { reason: '' }, 'reason')],
  },
  {
    operation: 'removeUserHold',
    caller: 'admin',
    call: async (client) => {
      const id = await personOf(client);
      await client.users.placeUserHold(id, { reason: 'Proceedings' });
      await client.users.removeUserHold(id);
    },
    forbidden: 'integrator',
    foreign: 'hidden',
    bad: [tooLongId('DELETE', (id) => `/users/${id}/hold`, 'id')],
  },
  {
    operation: 'eraseUser',
    caller: 'admin',
    call: async (client) => {
      const id = `acceptance-erased-${RUN_ID}`;
      const user = { id, displayName: 'Erased', userPrincipalName: `${id}@meridian.example` };
      await client.users.importUsers({ users: [user] });
      assert.equal((await client.users.previewUserErasure(id)).isHeld, false);
      const { userId, requestedDateTime } = await client.users.eraseUser(id);
      assert.equal(userId, id);
      // Waits for the end, so that the erasure changes nothing during the other cases.
      assert.equal((await completedErasure(client, id)).requestedDateTime, requestedDateTime);
    },
    forbidden: 'integrator',
    foreign: 'separate',
    bad: [query('/users/x/erase', 'an unknown option', 'dryrun=true', 'dryrun', 'POST')],
  },
  {
    operation: 'importUsers',
    caller: 'admin',
    call: async (client) => {
      const id = `acceptance-${RUN_ID}`;
      const user = { id, displayName: 'Imported', userPrincipalName: `${id}@meridian.example` };
      assert.equal((await client.users.importUsers({ users: [user] })).importedUsers, 1);
    },
    forbidden: 'integrator',
    foreign: 'separate',
    bad: [
      imports('an empty list of users', { users: [] }, 'users'),
      imports(
        'a person without a name',
        { users: [{ id: 'x', userPrincipalName: 'x@y.example' }] },
        'users[0].displayName',
      ),
    ],
  },
];
