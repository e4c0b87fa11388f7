/** People in request bodies, in the format of the published interface or of Microsoft Graph. */

import Type, { type Static } from 'typebox';
import { type ErrorDetail, invalidField, invalidRequest } from '../kernel/errors.ts';
import { say } from '../kernel/messages.ts';
import { Closed, Model, Omissible, OneOf, readOnlyFields } from './schema.ts';

const USER_MAX_LENGTH = 256;
const BIND_MAX_LENGTH = 2048;
const BIND = 'user@odata.bind';

const UserReference = (name: string) =>
  Model(name, {
    id: Type.String({
      minLength: 1,
      maxLength: USER_MAX_LENGTH,
      description: 'Id, user principal name or mail',
      examples: ['ada@fabrikam.example'],
    }),
  });

export const MemberUserIdentifier = UserReference('MemberUserIdentifier');
export const OwnerUserIdentifier = UserReference('OwnerUserIdentifier');

/** Returns a schema that requires `field` unless `other` is present. */
const unless = (other: string, field: string) => ({
  if: { not: { required: [other] } },
  // biome-ignore lint/suspicious/noThenProperty: the keyword of JSON Schema
  then: { required: [field] },
});

const Roles = Omissible(
  Type.Array(OneOf(['member', 'owner', 'guest']), {
    maxItems: 3,
    description: 'The role as Microsoft Graph writes it, instead of role; empty for a member',
  }),
);

/** The stay of a guest, in a payload. */
export const StayFields = {
  endDateTime: Omissible(
    Type.String({
      format: 'date-time',
      description: 'End of the stay of a guest, who is removed then',
      examples: ['2027-03-31T00:00:00Z'],
    }),
  ),
  sponsor: Omissible(
    Closed(
      {
        id: Type.String({
          minLength: 1,
          maxLength: USER_MAX_LENGTH,
          description: 'Id, user principal name or mail',
        }),
        ...readOnlyFields('displayName'),
      },
      { description: 'The person of the organisation who is responsible for a guest' },
    ),
  ),
};

export const TeamMembershipPayload = Model(
  'TeamMembershipPayload',
  {
    user: Omissible(MemberUserIdentifier),
    [BIND]: Omissible(
      Type.String({
        maxLength: BIND_MAX_LENGTH,
        description: 'The person as Microsoft Graph writes it, instead of user',
        examples: ["https://graph.microsoft.com/v1.0/users('ada@fabrikam.example')"],
      }),
    ),
    role: Omissible(OneOf(['member', 'owner'])),
    roles: Roles,
    ...StayFields,
  },
  {
    description: 'Requires a person, by `user` or `user@odata.bind`, and a role, by `role` or `roles`.',
    allOf: [unless(BIND, 'user'), unless('roles', 'role')],
    examples: [{ user: { id: 'ada@fabrikam.example' }, role: 'owner' }],
  },
);

export const TeamMemberUpdate = Model(
  'TeamMemberUpdate',
  {
    role: Omissible(OneOf(['member', 'owner', 'guest'])),
    roles: Roles,
    ...StayFields,
    ...readOnlyFields(
      'id',
      'userId',
      'displayName',
      'email',
      'tenantId',
      'permanent',
      'visibleHistoryStartDateTime',
    ),
  },
  {
    description:
      'The role, by `role` or `roles`; or the stay of a guest, by `endDateTime` and `sponsor`, where null removes one. A guest stays a guest.',
    examples: [{ role: 'owner' }],
  },
);

/** Returns the role that an update requests. @throws InvalidRequest at `role` */
export function readNewRole({ role, roles }: Static<typeof TeamMemberUpdate>): 'owner' | 'member' | 'guest' {
  if (role) return role;
  if (!roles)
    throw invalidField(
      'role',
      say('members.roleRequired', 'Give the role, by role or by roles.'),
      'Required',
    );
  return roles.includes('owner') ? 'owner' : roles.includes('guest') ? 'guest' : 'member';
}

/**
 * Returns the id at the end of a binding: `…/users('<id>')` or `…/users/<id>` (OData 4.01 URL Conventions, 4.3);
 * undefined for any other form.
 */
export function readBinding(collection: string, url: string): string | undefined {
  const [, quoted, segment] =
    new RegExp(`(?:^|/)${collection}(?:\\('((?:[^']|'')+)'\\)|/([^/?#]+))$`).exec(url) ?? [];
  if (segment === undefined) return quoted?.replaceAll("''", "'");
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}

/** Returns the changes that an update makes to a guest's stay; undefined when it makes none. */
export function readStayUpdate({ endDateTime, sponsor }: Static<typeof TeamMemberUpdate>) {
  if (endDateTime === undefined && sponsor === undefined) return undefined;
  return { endDateTime, sponsor: sponsor && { id: sponsor.id } };
}

export interface MemberInput {
  user: { id: string };
  role: 'member' | 'owner';
  endDateTime?: string;
  sponsor?: { id: string };
}

/** @throws InvalidRequest that names each invalid field */
export function readMember(sent: Static<typeof TeamMembershipPayload>): MemberInput {
  return readMembers([sent], () => '')[0] as MemberInput;
}

/**
 * @param prefixOf returns the path of a member in the body
 * @throws InvalidRequest that names each invalid field
 */
export function readMembers(
  sent: readonly Static<typeof TeamMembershipPayload>[],
  prefixOf = (index: number): string => `members[${index}].`,
): MemberInput[] {
  const details: ErrorDetail[] = [];
  const members = sent.map((member, index) => {
    const faultAt = (field: string, code: string, message: string) => {
      details.push({ target: prefixOf(index) + field, code, message });
    };
    const { endDateTime, sponsor } = member;
    return {
      user: { id: readUser(member, faultAt) },
      role: readRole(member, faultAt),
      ...(endDateTime && { endDateTime }),
      ...(sponsor && { sponsor: { id: sponsor.id } }),
    };
  });
  if (details.length > 0)
    throw invalidRequest(say('members.unreadable', 'The people cannot be read. See details.'), details);
  return members;
}

type FaultAt = (field: string, code: string, message: string) => void;

function readUser(member: Static<typeof TeamMembershipPayload>, faultAt: FaultAt): string {
  const { user, [BIND]: bind } = member;
  if (user && bind) faultAt(BIND, 'InvalidValue', `Name the person once: by user or by ${BIND}.`);
  if (user) return user.id;
  if (!bind) {
    faultAt('user', 'Required', `Name the person, by user or by ${BIND}.`);
    return '';
  }
  const id = readBinding('users', bind);
  if (id === undefined || id.length > USER_MAX_LENGTH) {
    faultAt(BIND, 'InvalidValue', "The address must end with /users('<id>') or /users/<id>.");
  }
  return id ?? '';
}

function readRole(
  { role, roles }: Static<typeof TeamMembershipPayload>,
  faultAt: FaultAt,
): MemberInput['role'] {
  if (role) return role;
  if (!roles) faultAt('role', 'Required', 'Give the role, by role or by roles.');
  return roles?.includes('owner') ? 'owner' : 'member';
}
