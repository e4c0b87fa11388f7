import Type from 'typebox';
import { lookupUsers, MOST_MATCHES, MOST_REFERENCES } from '../../domain/directory/lookup-users.ts';
import { route } from '../route.ts';
import { Closed, Model, Resource } from '../schema.ts';
import { User } from './schemas.ts';

const UserLookupRequest = Model('UserLookupRequest', {
  references: Type.Array(Type.String({ minLength: 1, maxLength: 256 }), {
    minItems: 1,
    maxItems: MOST_REFERENCES,
    description: 'Ids, user principal names, mail addresses or display names',
    examples: [['ada@fabrikam.example', 'Bob Ray']],
  }),
});

const UserLookup = Resource('UserLookup', {
  value: Type.Array(
    Closed({
      reference: Type.String({ description: 'As it was sent' }),
      matches: Type.Array(User, {
        description: `The one person meant; several when the reference fits several, at most ${MOST_MATCHES}; none when it fits nobody`,
      }),
    }),
    { description: 'In the order of the references' },
  ),
});

export const lookupUsersRoute = route(
  {
    summary: 'Look up a list of people',
    errors: [502],
    body: UserLookupRequest,
    response: UserLookup,
    description:
      'Finds the people whom a list names, in one call. An id or a user principal name counts before a mail address, and a mail address before a display name. Case counts only in ids. Names also match in the form "Last, First". Changes nothing.',
  },
  async (deps, { principal, body }) => ({ value: await lookupUsers(deps, principal, body.references) }),
);
