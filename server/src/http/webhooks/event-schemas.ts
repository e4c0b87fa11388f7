/** The published payload of each event (contract 11). Fields may be added; none is removed or renamed. */
import Type, { type TObject, type TSchema } from 'typebox';
import type { EventType } from '../../domain/events/model.ts';
import { Nullable } from '../schema.ts';

const Open = (properties: Record<string, TSchema>, options: object = {}): TObject =>
  Type.Object(properties, { additionalProperties: true, ...options });

const Text = Type.String();
const Tenant = Open({ id: Text }, { description: 'The tenant in which it happened' });
const Named = Open({ id: Text, displayName: Text });
const Person = Open({ id: Text, displayName: Text, mail: Nullable(Text) });

const payload = (properties: Record<string, TSchema>): TObject => Open({ tenant: Tenant, ...properties });

const Reference = Open({ id: Text, name: Text });
const Approvers = Type.Array(Open({ id: Text }));
const ApprovalTemplate = Open({
  id: Text,
  name: Text,
  approvers: Approvers,
  permanentMembership: Type.Object({}, { additionalProperties: true }),
});
const Request = Open({
  team: Open({ name: Text, description: Nullable(Text), welcomeMessage: Nullable(Text) }),
  membership: Type.Object({}, { additionalProperties: true }),
});
const approval = (extra: Record<string, TSchema> = {}, decided: Record<string, TSchema> = {}): TObject =>
  payload({
    requester: Person,
    approval: Open({ id: Text, ...decided }),
    template: ApprovalTemplate,
    request: Request,
    ...extra,
  });
const Decision = { approver: Open({ id: Text, message: Nullable(Text) }) };

const Member = Open({ id: Text, displayName: Text, mail: Nullable(Text), role: Text });
const Channel = Open({ id: Text, displayName: Text });

export const EVENT_SCHEMAS: Record<EventType, TObject> = {
  team_created: payload({ team: Open({ id: Text }) }),
  team_provisioning_completed: payload({
    tenant: Open({ id: Text, initialDomainName: Text, defaultDomainName: Text }),
    team: Open(
      { id: Nullable(Text), displayName: Text },
      { description: 'Without an id when none was made' },
    ),
    requester: Named,
    template: Reference,
    metadata: Type.Object({}, { additionalProperties: true, description: 'As the request had it' }),
    provisioning: Open({ id: Text, status: Type.Union([Type.Literal('completed'), Type.Literal('failed')]) }),
  }),
  team_creation_approval_requested: approval(),
  team_creation_approved: approval({ provisioning: Open({ id: Text }) }, Decision),
  team_creation_rejected: approval({}, Decision),
  team_creation_approval_expired: approval(),
  team_creation_approval_cancelled: approval({}, Decision),
  team_updated: payload({ team: Named, changes: Type.Object({}, { additionalProperties: true }) }),
  team_archived: payload({ team: Named }),
  team_unarchived: payload({ team: Named }),
  team_deleted: payload({ team: Named }),
  team_member_added: payload({ team: Named, member: Member }),
  team_channel_created: payload({
    team: Named,
    channel: Open({ id: Text, displayName: Text, membershipType: Text }),
  }),
  team_channel_tab_created: payload({
    team: Named,
    channel: Channel,
    tab: Open({ id: Text, displayName: Text, teamsApp: Open({ id: Text }) }),
  }),
  permanent_membership_restored: payload({
    team: Named,
    owners: Type.Array(Named, { description: 'Who was made an owner again' }),
    members: Type.Array(Named, { description: 'Who was made a member again' }),
  }),
  team_inactive: payload({ team: Named }),
  team_expired: payload({ team: Named }),
};

/** A schema as plain JSON Schema: what TypeBox keeps beside it stays out. */
export const jsonSchemaOf = (type: EventType): Record<string, unknown> =>
  JSON.parse(JSON.stringify(EVENT_SCHEMAS[type])) as Record<string, unknown>;
