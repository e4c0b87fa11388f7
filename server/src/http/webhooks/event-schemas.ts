/**
 * The published payload of each event (contract 11): what getHooksEvents answers and the OpenAPI document
 * describes. Fields may be added; none is removed or renamed.
 */
import Type, { type TObject, type TSchema } from 'typebox';
import { type DeliveredEvent, TEST_EVENT } from '../../domain/webhooks/model.ts';
import { EVENT_TYPES, type EventType } from '../../engine/events/model.ts';
import { DateTime, OneOf } from '../schema.ts';
import { changesOfTeam } from '../teams/schemas.ts';

const Open = (properties: Record<string, TSchema>, options: object = {}): TObject =>
  Type.Object(properties, { additionalProperties: true, ...options });

/** Of which any may be there. */
const AnyOf = (properties: Record<string, TSchema>, options: object = {}): TObject =>
  Open(
    Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, Type.Optional(schema)])),
    options,
  );

const Text = Type.String();
const Tenant = { id: Text };
const Named = Open({ id: Text, displayName: Text });
const Person = Open({ id: Text, displayName: Text, mail: Type.Optional(Text) });

const payload = (properties: Record<string, TSchema>): TObject =>
  Open({ tenant: Open(Tenant, { description: 'The tenant in which it happened' }), ...properties });

const References = Type.Array(Open({ id: Text, name: Type.Optional(Text) }));
const ApprovalTemplate = Open({
  id: Text,
  name: Text,
  approvers: Type.Array(Named, { description: 'Everybody who is asked, in any stage' }),
  permanentMembership: Open({ owners: References, members: References }),
});
const RequestedPeople = Type.Array(Open({ id: Text }), {
  description: 'As the request names them: id, user principal name or mail',
});
const Request = Open({
  team: Open({ name: Text, description: Type.Optional(Text), welcomeMessage: Type.Optional(Text) }),
  membership: Open({ owners: RequestedPeople, members: RequestedPeople }),
});
const approval = (extra: Record<string, TSchema> = {}, decided: Record<string, TSchema> = {}): TObject =>
  payload({
    requester: Person,
    approval: Open({ id: Text, ...decided }),
    template: ApprovalTemplate,
    request: Request,
    ...extra,
  });
const Decision = {
  approver: Open({ id: Text, message: Type.Optional(Text) }, { description: 'Who decided, or withdrew it' }),
};

const Channel = { id: Text, displayName: Text };
const ChannelType = OneOf(['standard', 'private', 'shared']);

const lifecycle = payload({
  team: Named,
  lifecycle: Open({
    action: OneOf(['None', 'Archive', 'Delete'], {
      description: 'What is done with it when the grace is over',
    }),
    lastActivityDateTime: Type.Optional(DateTime),
    expiresDateTime: Type.Optional(DateTime),
  }),
});

const SCHEMAS: Record<DeliveredEvent, TObject> = {
  team_created: payload({ team: Open({ id: Text }) }),
  team_provisioning_completed: payload({
    tenant: Open({ ...Tenant, initialDomainName: Text, defaultDomainName: Text }),
    team: Open(
      { id: Type.Optional(Text), displayName: Text },
      { description: 'Without an id when none was made' },
    ),
    requester: Named,
    template: Open({ id: Text, name: Text }),
    metadata: Open({}, { description: 'As the request had it' }),
    provisioning: Open({
      id: Type.String({ description: 'The job’s id' }),
      status: OneOf(['completed', 'failed']),
    }),
  }),
  team_creation_approval_requested: approval(),
  team_creation_approved: approval(
    { provisioning: Open({ id: Type.String({ description: 'The id of the job that builds the team' }) }) },
    Decision,
  ),
  team_creation_rejected: approval({}, Decision),
  team_creation_approval_expired: approval(),
  team_creation_approval_cancelled: approval({}, Decision),
  team_updated: payload({
    team: Named,
    changes: AnyOf(
      { ...changesOfTeam(AnyOf), sensitivityLabelId: Text },
      { description: 'What has another value now' },
    ),
  }),
  team_archived: payload({ team: Named }),
  team_unarchived: payload({ team: Named }),
  team_deleted: payload({ team: Named }),
  team_member_added: payload({
    team: Named,
    member: Open({
      id: Text,
      displayName: Text,
      mail: Type.Optional(Text),
      role: OneOf(['owner', 'member', 'guest'], { description: 'As it is now: added, or promoted' }),
    }),
  }),
  team_channel_created: payload({
    team: Named,
    channel: Open({ ...Channel, membershipType: ChannelType }),
  }),
  team_channel_tab_created: payload({
    team: Named,
    channel: Open({ ...Channel, membershipType: Type.Optional(ChannelType) }),
    tab: Open({ id: Text, displayName: Text, teamsApp: Open({ id: Text }) }),
  }),
  permanent_membership_restored: payload({
    team: Named,
    owners: Type.Array(Named, { description: 'Who was made an owner again' }),
    members: Type.Array(Named, { description: 'Who was made a member again' }),
  }),
  team_inactive: lifecycle,
  team_expired: lifecycle,
  [TEST_EVENT]: payload({ hook: Open({ id: Text, name: Text }) }),
};

/** A schema as plain JSON Schema: what TypeBox keeps beside it stays out. */
export const jsonSchemaOf = (event: DeliveredEvent): Record<string, unknown> =>
  JSON.parse(JSON.stringify(SCHEMAS[event])) as Record<string, unknown>;

/** Everything that may be in `X-Charter-Event`. */
export const DELIVERED_EVENTS: readonly DeliveredEvent[] = [...EVENT_TYPES, TEST_EVENT];

export const isEventType = (event: DeliveredEvent): event is EventType => event !== TEST_EVENT;
