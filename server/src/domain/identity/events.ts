/** Events of people (docs/specification.md, sections 11 and 12). */
import Type from 'typebox';
import { securityTrail } from '../../engine/audit/rejected-calls.ts';
import { defineEvent } from '../../engine/events/define-event.ts';
import { Maybe } from '../../engine/events/model.ts';
import { OneOf, Open } from '../../kernel/schema.ts';

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
