/** Events of people (docs/specification.md, sections 11 and 12). */
import Type from 'typebox';
import { securityTrail } from '../../engine/audit/rejected-calls.ts';
import { defineEvent, type PayloadOf } from '../../engine/events/define-event.ts';
import { Maybe } from '../../engine/events/model.ts';
import { ROLES } from '../../engine/principal.ts';
import { DateTime, OneOf, Open } from '../../kernel/schema.ts';

export const userUpdated = defineEvent({
  code: 'user_updated',
  category: 'People',
  description:
    'A person changed: at their sign-in or by SCIM, as the provider has them now, or by an import.',
  payload: {
    user: Open({ id: Type.String(), displayName: Type.String() }),
    changes: Type.Partial(
      Open({
        displayName: Type.String(),
        givenName: Maybe(Type.String()),
        surname: Maybe(Type.String()),
        mail: Maybe(Type.String()),
        userPrincipalName: Type.String(),
        userType: OneOf(['Member', 'Guest']),
        accountEnabled: Type.Boolean({ description: 'False when the account was closed' }),
      }),
      { additionalProperties: true, description: 'What has another value now; absent when it has none' },
    ),
  },
  recipients: 'audience',
  subject: ({ user }) => user.id,
  trail: securityTrail,
  record: { principalId: ({ user }) => user.id, changes: ({ changes }) => changes },
  // Names of everything that changed.
  unpublished: ['attributes'],
  people: { changes: 'principalId' },
});

const role = {
  principal: Open({ id: Type.String(), displayName: Type.String() }, { description: 'A person or an app' }),
  role: OneOf(ROLES),
  expiresDateTime: Maybe(DateTime),
};
type OfRole = PayloadOf<typeof role>;

const ofRole = {
  category: 'Security',
  recipients: 'audience',
  subject: ({ principal }: OfRole) => principal.id,
  trail: securityTrail,
  payload: role,
  record: {
    principalId: ({ principal }: OfRole) => principal.id,
    role: ({ role }: OfRole) => role,
    expiresDateTime: ({ expiresDateTime }: OfRole) => expiresDateTime,
  },
} as const;

export const roleAssigned = defineEvent({
  ...ofRole,
  code: 'role_assigned',
  description: 'The service assigned a role, or the end of the role was changed.',
});
export const roleRevoked = defineEvent({
  ...ofRole,
  code: 'role_revoked',
  description: 'A role that the service had assigned was removed.',
});
export const roleExpired = defineEvent({
  ...ofRole,
  code: 'role_expired',
  description: 'A role has ended at the time that was set for it.',
});
