import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { callerOf, checkRoles, type RoleCaller } from '../../../test/role-tables.ts';
import type { Scope } from '../../engine/principal.ts';
import { hasCode } from '../../kernel/errors.ts';
import { assertCanAddSecret, assertCanChangeApp, assertCanManageApps } from './access.ts';
import type { RegisteredApp } from './ports.ts';

describe('the right to manage apps', () =>
  checkRoles(assertCanManageApps, {
    person: false,
    'integration manager': true,
    'governance manager': false,
    'teams administrator': false,
    'global administrator': true,
    app: false,
  }));

const anApp = (scopes: Scope[] | null): RegisteredApp => ({ scopes }) as RegisteredApp;

const APPS: Record<string, { app: RegisteredApp; hasRoles: boolean }> = {
  'an app with scopes': { app: anApp(['teams.read', 'jobs.read']), hasRoles: false },
  'an app with scopes and a role': { app: anApp(['teams.read', 'jobs.read']), hasRoles: true },
  'an app without scopes': { app: anApp(null), hasRoles: false },
};

type Change = Parameters<typeof assertCanChangeApp>[3];

/** Changes to an app, and whether an integration manager may make them to each of `APPS`. */
const CHANGES: [name: string, change: Change, expected: string][] = [
  ['renaming', {}, 'yyy'],
  ['disabling', { enabled: false }, 'yyy'],
  ['enabling', { enabled: true }, 'ynn'],
  ['keeping the scopes of', { scopes: ['teams.read', 'jobs.read'] }, 'ynn'],
  ['removing a scope of', { scopes: ['teams.read'] }, 'ynn'],
  ['adding a scope to', { scopes: ['teams.read', 'jobs.read', 'teams.manage'] }, 'nnn'],
  ['removing the scope limit of', { scopes: null }, 'nnn'],
  ['enabling, with a further scope,', { enabled: true, scopes: ['teams.manage'] }, 'nnn'],
];

function check(caller: RoleCaller, what: string, isAllowed: boolean, act: () => void): void {
  it(`${isAllowed ? 'allows' : 'rejects'} ${what} by the caller ${caller}`, () => {
    if (isAllowed) act();
    else assert.throws(act, (error) => hasCode(error, 'Forbidden'));
  });
}

describe('the rule for changes of apps', () => {
  for (const [name, change, expected] of CHANGES) {
    Object.entries(APPS).forEach(([kind, { app, hasRoles }], index) => {
      for (const caller of ['integration manager', 'global administrator'] as const) {
        check(caller, `${name} ${kind}`, caller === 'global administrator' || expected[index] === 'y', () =>
          assertCanChangeApp(callerOf(caller), app, hasRoles, change),
        );
      }
    });
  }
});

describe('the rule for secrets of apps', () => {
  Object.entries(APPS).forEach(([kind, { app, hasRoles }], index) => {
    for (const caller of ['integration manager', 'global administrator'] as const) {
      check(
        caller,
        `a new secret for ${kind}`,
        caller === 'global administrator' || 'ynn'[index] === 'y',
        () => assertCanAddSecret(callerOf(caller), app, hasRoles),
      );
    }
  });
});
