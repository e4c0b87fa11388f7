import Type from 'typebox';
import { getMe } from '../../domain/identity/get-me.ts';
import { ROLES } from '../../engine/principal.ts';
import { OrganizationBrandingSummary } from '../branding/routes.ts';
import { noticesOf } from '../notices.ts';
import { route } from '../route.ts';
import { Model, OneOf, Resource, SuiteNotice } from '../schema.ts';

const MeTenant = Model('MeTenant', {
  id: Type.String(),
  displayName: Type.Optional(Type.String()),
  defaultDomainName: Type.Optional(Type.String({ examples: ['fabrikam.example'] })),
  branding: OrganizationBrandingSummary,
});

const Me = Resource('Me', {
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
      'The `operationId` of each operation that the roles, and the scopes of an app, allow. Access to a single object is decided by its call.',
    examples: [['getMe', 'getTeam']],
  }),
  notices: Type.Optional(
    Type.Array(SuiteNotice, { description: 'What everybody in the organisation should know now' }),
  ),
});

export const getMeRoute = route(
  {
    summary: 'Describe the caller',
    errors: [502],
    response: Me,
    description:
      'Who calls, with which roles, and the operations that these roles allow. Also for apps. A role that is assigned or removed shows within 10 seconds.',
  },
  async (deps, { principal }) => ({
    ...(await getMe(deps, principal)),
    operations: deps.permittedOperations(principal),
    notices: await noticesOf(deps, principal),
  }),
);
