/** Routes that show what depends on people, with their schemas. */
import Type from 'typebox';
import { HOLDING_KINDS, LEAVER_STATES, RELATIONS } from '../../flows/leavers/ports.ts';
import { getImpact, listLeavers, MAX_LISTED } from '../../flows/leavers/read-leavers.ts';
import { asText, readCursor } from '../cursors.ts';
import { Paged, readTop } from '../paging.ts';
import { route } from '../route.ts';
import { Closed, Collection, Model, OneOf, Resource } from '../schema.ts';

const Count = (description: string) => Type.Integer({ description });

const HoldingCounts = Model('HoldingCounts', {
  team: Count('Teams that the person owns'),
  onlyOwner: Count('Teams of these without another owner who can act'),
  approval: Count(
    'Pending approvals that the person can still decide, or that wait for the answer of the person to a question',
  ),
  template: Count('Templates that name the person'),
  policy: Count('Policies that name the person'),
  webhook: Count('Webhooks that the person made'),
  app: Count('Apps that the person registered'),
  renewal: Count('Unused teams whose renewal the person is asked for'),
  answer: Count('Teams with an answer that names the person'),
  sponsorship: Count('Teams with guests whose sponsor the person is'),
  ownerRequest: Count('Teams that ask the person to become an owner'),
  joinRequest: Count('Teams with requests to join that the person is asked to decide'),
  review: Count('Open reviews that the person is asked to decide'),
  role: Count('Roles that the service assigned to the person'),
});

const Holding = Model('Holding', {
  kind: OneOf(HOLDING_KINDS),
  id: Type.String({
    description:
      'For a renewal, an answer, a sponsorship, an owner request or a request to join, the id of the team; for a role, its name',
  }),
  displayName: Type.String(),
  relations: Type.Array(
    OneOf(RELATIONS, {
      description:
        '`onlyOwner`: no other owner of the team can act. In a template or a policy, `owner` and `member` are permanent ones. `onlyGroupMember`: the template or policy names a group in which nobody else can act. `named`: an answer of the team, an answer in the scope of the policy, or the default of a question of the template names the person. `requester`: an approval waits for the answer of the person. `candidate`: the person is asked to become an owner',
    }),
  ),
});

const UserImpact = Resource('UserImpact', {
  id: Type.String(),
  displayName: Type.Optional(Type.String()),
  state: OneOf(['present', ...LEAVER_STATES], {
    description: '`closed`: the account is disabled. `gone`: the directory does not have the person',
  }),
  counts: HoldingCounts,
  holdings: Type.Array(Holding, { description: `At most ${MAX_LISTED} of each kind` }),
});

const Leavers = Collection(
  'Leavers',
  Model('Leaver', {
    id: Type.String({
      description:
        'For somebody whom the directory never had, the reference by which a template or policy names them',
    }),
    displayName: Type.Optional(Type.String()),
    state: OneOf(LEAVER_STATES),
    counts: HoldingCounts,
  }),
);

export const getUserImpactRoute = route(
  {
    summary: 'Show what depends on a person',
    errors: [502],
    params: Closed({
      userId: Type.String({
        minLength: 1,
        maxLength: 256,
        description: 'Id, user principal name or mail address; also the id of a person who is gone',
      }),
    }),
    response: UserImpact,
    description:
      'Teams, pending approvals, templates, policies, webhooks, apps, renewals, answers of teams, sponsorships of guests, requests to become an owner, requests to join teams, reviews, and roles: what somebody else must take over before the account is closed.',
  },
  (deps, { principal, params }) => getImpact(deps, principal, { reference: params.userId }),
);

export const getLeaversRoute = route(
  {
    summary: 'List people who have left and still have teams, roles or other objects',
    querystring: Paged,
    collection: Leavers,
    description: 'People whose account is closed, and people who are not in the directory, by name.',
  },
  async (deps, { principal, query }) => {
    const { items, next } = await listLeavers(deps, principal, {
      top: readTop(query.$top),
      after: readCursor(query.$skiptoken, asText, asText),
    });
    return { items, next };
  },
);
