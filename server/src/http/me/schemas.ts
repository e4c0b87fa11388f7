/** Schema of the description of the caller. */
import Type from 'typebox';
import type { Me as FoundMe } from '../../domain/identity/get-me.ts';
import { ROLES } from '../../engine/principal.ts';
import { Model, OneOf, Resource, SuiteNotice } from '../schema.ts';

const MeTenant = Model('MeTenant', {
  id: Type.String(),
  displayName: Type.Optional(Type.String()),
  defaultDomainName: Type.Optional(Type.String({ examples: ['fabrikam.example'] })),
});

export const Me = Resource('Me', {
  id: Type.String({ description: 'Id of the person in the directory, or of the app' }),
  kind: OneOf(['user', 'app']),
  displayName: Type.String({ examples: ['Ada Lovelace'] }),
  userPrincipalName: Type.Optional(Type.String({ description: 'Absent for an app' })),
  mail: Type.Optional(Type.String()),
  locale: Type.Optional(
    Type.String({ description: 'Preferred language of the person, from the directory', examples: ['en-US'] }),
  ),
  tenant: MeTenant,
  roles: Type.Array(OneOf(ROLES), { description: 'From the token, and assigned by the service' }),
  operations: Type.Array(Type.String(), {
    description:
      'The `operationId` of each operation that the roles allow. Access to a single object is decided by its call.',
    examples: [['getMe', 'getTeam']],
  }),
  notices: Type.Optional(
    Type.Array(SuiteNotice, { description: 'What everybody in the organisation should know now' }),
  ),
});

export const presentMe = ({ principal, user, organisation }: FoundMe, operations: string[]) => ({
  id: principal.id,
  kind: principal.kind,
  displayName: principal.displayName,
  userPrincipalName: user?.userPrincipalName,
  mail: user?.mail,
  locale: user?.preferredLanguage,
  tenant: {
    id: principal.tenantId,
    displayName: organisation?.displayName,
    defaultDomainName: organisation?.defaultDomainName,
  },
  roles: ROLES.filter((role) => principal.roles.has(role)),
  operations,
});
