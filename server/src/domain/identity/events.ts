/** Events of people (docs/specification.md, sections 11 and 12). */
import Type from 'typebox';
import { securityTrail } from '../../engine/audit/rejected-calls.ts';
import { defineEvent } from '../../engine/events/define-event.ts';
import { OneOf, Open } from '../../kernel/schema.ts';

export const userUpdated = defineEvent({
  code: 'user_updated',
  category: 'People',
  description:
    'Names, mail address or kind of a person changed at the provider, and here with the next sign-in.',
  payload: {
    user: Open({ id: Type.String(), displayName: Type.String() }),
    changes: Type.Partial(
      Open({
        displayName: Type.String(),
        givenName: Type.String(),
        surname: Type.String(),
        mail: Type.String(),
        userPrincipalName: Type.String(),
        userType: OneOf(['Member', 'Guest']),
      }),
      { additionalProperties: true, description: 'What has another value now' },
    ),
  },
  recipients: 'audience',
  subject: ({ user }) => user.id,
  trail: securityTrail,
  record: { principalId: ({ user }) => user.id, changes: ({ changes }) => changes },
});
