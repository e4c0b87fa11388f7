import Type from 'typebox';
import { admitPeople } from '../../domain/guests/admit-people.ts';
import { changeGuest } from '../../domain/guests/change-guest.ts';
import { findStays } from '../../domain/guests/describe-stays.ts';
import { checkNewOwners } from '../../domain/policies/check-team.ts';
import { findPermanentMembers as findPermanent } from '../../domain/policies/find-permanent-members.ts';
import { addTeamMembers, MAX_NEW_MEMBERS } from '../../domain/teams/add-team-members.ts';
import { addTeamMember, removeTeamMember, updateTeamMember } from '../../domain/teams/change-members.ts';
import { listTeamMembers } from '../../domain/teams/read-team.ts';
import { noticesOf } from '../notices.ts';
import {
  readMember,
  readMembers,
  readNewRole,
  readStayUpdate,
  TeamMembershipPayload,
  TeamMemberUpdate,
} from '../people.ts';
import { route } from '../route.ts';
import { Closed, MessageFields, Model, Resource } from '../schema.ts';
import { readMembersQuery } from './query.ts';
import { MemberParams, TeamMember, TeamMembers, TeamMembersQuery, TeamParams } from './schemas.ts';

export const getTeamMembersRoute = route(
  {
    summary: 'List the members of a team',
    errors: [502],
    params: TeamParams,
    querystring: TeamMembersQuery,
    collection: TeamMembers,
    description: 'Owners, then members, then guests, each by name. For everybody who may read the channels.',
  },
  async (deps, { principal, params, query }) => {
    const input = { ...params, ...readMembersQuery(query) };
    const { members, next, count } = await listTeamMembers(
      { ...deps, findPermanent, findStays },
      principal,
      input,
    );
    return { items: members, next, count, notices: await noticesOf(deps, principal) };
  },
);

export const addTeamMemberRoute = route(
  {
    summary: 'Add a member or an owner to a team',
    errors: [502],
    params: TeamParams,
    body: TeamMembershipPayload,
    response: TeamMember,
    description:
      'For owners of the team and administrators. A higher role promotes an existing member; no role demotes one. Guests stay guests. Returns the resulting membership. A guest whom the team’s policy does not allow is a 400 `PolicyViolation`.',
  },
  (deps, { principal, context, params, body }) =>
    addTeamMember({ ...deps, admitPeople, checkNewOwners }, principal, context, {
      ...params,
      ...readMember(body),
    }),
);

const TeamMembersPayload = Model('TeamMembersPayload', {
  values: Type.Array(TeamMembershipPayload, { minItems: 1, maxItems: MAX_NEW_MEMBERS }),
});

const AddedTeamMembers = Resource('AddedTeamMembers', {
  value: Type.Array(
    Closed({
      userId: Type.String(),
      member: Type.Optional(TeamMember),
      error: Type.Optional(
        Closed({ code: Type.String(), ...MessageFields }, { description: 'Why the person was not added' }),
      ),
    }),
    { description: 'In the order of the people: the membership, or the error' },
  ),
});

export const addTeamMembersRoute = route(
  {
    summary: 'Add a list of people to a team',
    errors: [502],
    params: TeamParams,
    body: TeamMembersPayload,
    response: AddedTeamMembers,
    description:
      'For owners of the team and administrators. As for one member: a higher role promotes, no role demotes, guests stay guests. An unknown person is a 400 that names them, and nobody is added. When the suite rejects some people, the others are added.',
  },
  async (deps, { principal, context, params, body }) => ({
    value: await addTeamMembers({ ...deps, admitPeople, checkNewOwners }, principal, context, {
      ...params,
      people: readMembers(body.values, (index) => `values[${index}].`),
    }),
  }),
);

export const updateTeamMemberRoute = route(
  {
    summary: 'Change the role of a member, or the stay of a guest',
    errors: [409, 502],
    params: MemberParams,
    body: TeamMemberUpdate,
    response: TeamMember,
    description:
      'For owners of the team and administrators. A team keeps its last owner, and a permanent owner stays one: both are a 409. Guests stay guests. A change of a guest’s sponsor or of the end of the stay has no other properties than these and the role `guest`.',
  },
  async (deps, { principal, context, params, body }) => {
    const stay = readStayUpdate(body);
    if (stay !== undefined) {
      const role = (body.role ?? body.roles) ? readNewRole(body) : undefined;
      return changeGuest(deps, principal, context, { ...params, ...stay, role });
    }
    const role = readNewRole(body);
    return updateTeamMember({ ...deps, findPermanent, checkNewOwners }, principal, context, {
      ...params,
      role,
    });
  },
);

export const removeTeamMemberRoute = route(
  {
    summary: 'Remove a member from a team',
    errors: [409, 502],
    params: MemberParams,
    description:
      'For owners of the team and administrators; everybody may leave. The person leaves its private channels too. The last owner and a permanent member stay: both are a 409.',
  },
  (deps, { principal, context, params }) =>
    removeTeamMember({ ...deps, findPermanent }, principal, context, params),
);
