import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { callerOf, type RoleCaller } from '../../../test/role-tables.ts';
import type { Role } from '../../engine/principal.ts';
import { hasCode } from '../../kernel/errors.ts';
import { canManageHooks, canRedeliver, currentScope, findHook, roleSourceOf, scopeFor } from './access.ts';
import type { CreatorState, HookRecord, HookScope, SubscribedHook } from './model.ts';

/** The rights of each caller: managing all webhooks, the scope of new ones, resending the tenant's events. */
const TABLE: Record<RoleCaller, [manages: boolean, scope: HookScope, resends: boolean]> = {
  person: [false, 'personal', false],
  'integration manager': [true, 'tenant', true],
  'governance manager': [false, 'tenant', true],
  'teams administrator': [true, 'tenant', true],
  'global administrator': [true, 'tenant', true],
  app: [false, 'tenant', true],
};

describe('the access to webhooks', () => {
  for (const [caller, [manages, scope, resends]] of Object.entries(TABLE) as [
    RoleCaller,
    (typeof TABLE)[RoleCaller],
  ][]) {
    it(`gives new webhooks of the caller ${caller} the scope ${scope}, and ${resends ? 'allows' : 'forbids'} redeliveries of the tenant's events`, () => {
      const principal = callerOf(caller);
      assert.equal(canManageHooks(principal), manages);
      assert.equal(scopeFor(principal), scope);
      assert.equal(canRedeliver(principal, { scope: 'tenant' }), resends);
      assert.equal(canRedeliver(principal, { scope: 'personal' }), true);
    });

    it(`allows the caller ${caller} to read ${manages ? 'all webhooks' : 'only their own webhooks'}`, async () => {
      const principal = callerOf(caller);
      const find = (creatorId: string | undefined) => {
        const hook = creatorId === undefined ? undefined : { creator: { id: creatorId } };
        return findHook({ hooks: { find: async () => hook } as never }, principal, 'hook');
      };
      assert.equal((await find(principal.id)).creator.id, principal.id);
      const other = find('somebody else');
      if (manages) assert.equal((await other).creator.id, 'somebody else');
      else await assert.rejects(other, (error) => hasCode(error, 'NotFound'));
      await assert.rejects(find(undefined), (error) => hasCode(error, 'NotFound'));
    });
  }

  it('is derived from an assigned role, or else from a role in the token, or else from no role', () => {
    const source = (caller: RoleCaller, ...assigned: Role[]) => roleSourceOf(callerOf(caller), assigned);
    assert.equal(source('person'), null);
    assert.equal(source('person', 'GLOBAL_ADMIN'), null);
    assert.equal(source('governance manager'), 'token');
    assert.equal(source('governance manager', 'AUTHENTICATED_USER'), 'token');
    assert.equal(source('governance manager', 'INTEGRATION_MANAGER'), 'assignment');
  });
});

describe('the current scope of a webhook', () => {
  type Row = [
    what: string,
    hook: {
      kind?: 'user' | 'app';
      scope?: HookScope;
      standing?: Partial<CreatorState>;
      assignedRoles?: Role[];
      appEnabled?: boolean | null;
    },
    account: { accountEnabled: boolean } | undefined,
    expected: HookScope | 'nothing',
  ];
  const active = { accountEnabled: true };
  const rows: Row[] = [
    ['of an active person', {}, active, 'tenant'],
    ['of an active person whose webhook is personal', { scope: 'personal' }, active, 'personal'],
    ['of a disabled person', {}, { accountEnabled: false }, 'nothing'],
    ['of a person who has left the directory', { standing: { inDirectory: true } }, undefined, 'nothing'],
    ['of a person who was never in the directory', { standing: { inDirectory: false } }, undefined, 'tenant'],
    [
      'of a person with an assigned role',
      { standing: { roleFrom: 'assignment' }, assignedRoles: ['GLOBAL_ADMIN'] },
      active,
      'tenant',
    ],
    [
      'of a person who has lost the assigned role',
      { standing: { roleFrom: 'assignment' }, assignedRoles: [] },
      active,
      'personal',
    ],
    [
      'of a person with a role that does not give the scope',
      { standing: { roleFrom: 'assignment' }, assignedRoles: ['AUTHENTICATED_USER'] },
      active,
      'personal',
    ],
    [
      'of a person whose role was in the token',
      { standing: { roleFrom: 'token' }, assignedRoles: [] },
      active,
      'tenant',
    ],
    ['of an enabled app', { kind: 'app', appEnabled: true }, undefined, 'tenant'],
    ['of a disabled app', { kind: 'app', appEnabled: false }, undefined, 'nothing'],
    ['of an app without a registration', { kind: 'app', appEnabled: null }, undefined, 'tenant'],
  ];
  for (const [what, hook, account, expected] of rows) {
    it(`${what} is ${expected === 'nothing' ? 'empty' : expected}`, () => {
      const subscribed = {
        creator: { id: 'ada', kind: hook.kind ?? 'user', displayName: 'Ada' } as HookRecord['creator'],
        scope: hook.scope ?? 'tenant',
        standing: { roleFrom: 'token', inDirectory: true, ...hook.standing },
        assignedRoles: hook.assignedRoles ?? [],
        appEnabled: hook.appEnabled ?? null,
      } as SubscribedHook;
      assert.equal(currentScope(subscribed, account), expected);
    });
  }
});
