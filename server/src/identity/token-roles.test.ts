import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { directoryRoleIds, rolesInToken } from './token-roles.ts';

const SOURCES = { audiences: ['charter'], roleClaims: [], roleMap: [], groups: [] };

describe('rolesInToken', () => {
  for (const [what, claims, roles] of [
    [
      'the roles of Entra',
      { roles: ['GLOBAL_ADMIN', 'GOVERNANCE_MANAGER'] },
      ['GLOBAL_ADMIN', 'GOVERNANCE_MANAGER'],
    ],
    [
      'roles in a string with spaces',
      { roles: 'GLOBAL_ADMIN INTEGRATION_MANAGER' },
      ['GLOBAL_ADMIN', 'INTEGRATION_MANAGER'],
    ],
    ["the roles of Keycloak's realm", { realm_access: { roles: ['GLOBAL_ADMIN'] } }, ['GLOBAL_ADMIN']],
    [
      'the roles of the client in Keycloak',
      { resource_access: { charter: { roles: ['GLOBAL_ADMIN'] } } },
      ['GLOBAL_ADMIN'],
    ],
    ['no roles of another client', { resource_access: { other: { roles: ['GLOBAL_ADMIN'] } } }, []],
    [
      'the directory role of a global administrator',
      { wids: ['62E90394-69f5-4237-9190-012177145e10'] },
      ['GLOBAL_ADMIN'],
    ],
    [
      'the directory role of a Teams administrator',
      { wids: ['69091246-20e8-4a56-aa4d-066075b2a7a8'] },
      ['TEAMS_SERVICE_ADMIN'],
    ],
    [
      'a role once from several claims',
      { roles: ['GLOBAL_ADMIN'], realm_access: { roles: ['GLOBAL_ADMIN'] } },
      ['GLOBAL_ADMIN'],
    ],
    [
      'no unknown names',
      { roles: ['global_admin', 'Owner', 7, null], wids: ['__proto__', 'constructor'] },
      [],
    ],
    ['no roles that the service assigns itself', { roles: ['AUTHORIZED_APP', 'AUTHENTICATED_USER'] }, []],
    [
      'no roles from claims of other types',
      { roles: { GLOBAL_ADMIN: true }, realm_access: 'GLOBAL_ADMIN', resource_access: [] },
      [],
    ],
    ['no roles from a token without claims', {}, []],
  ] as const) {
    it(`returns ${what}`, () => assert.deepEqual(rolesInToken(claims, SOURCES), roles));
  }

  it('reads configured claims, first by name and then by path', () => {
    const claims = {
      'https://charter.example/roles': ['GLOBAL_ADMIN'],
      groups: { charter: ['INTEGRATION_MANAGER'] },
      'a.b': ['GOVERNANCE_MANAGER'],
      a: { b: ['TEAMS_SERVICE_ADMIN'] },
    };
    const roleClaims = [
      'https://charter.example/roles',
      'groups.charter',
      'a.b',
      'not.there',
      '__proto__.roles',
    ];
    assert.deepEqual(rolesInToken(claims, { ...SOURCES, roleClaims }), [
      'GLOBAL_ADMIN',
      'INTEGRATION_MANAGER',
      'GOVERNANCE_MANAGER',
    ]);
  });

  it('maps groups and roles of the provider whose names match exactly', () => {
    const roleMap = [
      { name: 'Charter Admins', role: 'GLOBAL_ADMIN' },
      { name: '/governance', role: 'GOVERNANCE_MANAGER' },
      { name: 'Teams Owner', role: 'TEAMS_SERVICE_ADMIN' },
    ] as const;
    const roles = (claims: object, groups: string[]) =>
      rolesInToken({ ...claims }, { ...SOURCES, roleMap, groups });
    assert.deepEqual(roles({ roles: ['Teams Owner'] }, ['/governance']), [
      'GOVERNANCE_MANAGER',
      'TEAMS_SERVICE_ADMIN',
    ]);
    assert.deepEqual(roles({}, ['charter admins', 'Charter', 'Admins', 'GLOBAL_ADMIN']), []);
  });

  it('is reversed for directory roles by directoryRoleIds', () => {
    assert.deepEqual(directoryRoleIds(['TEAMS_SERVICE_ADMIN', 'GOVERNANCE_MANAGER']), [
      '69091246-20e8-4a56-aa4d-066075b2a7a8',
    ]);
  });
});
