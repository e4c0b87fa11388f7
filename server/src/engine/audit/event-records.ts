/** The audit record of each domain event; an event type that is missing here does not compile. */
import type { DomainEvent, EventType } from '../events/model.ts';
import type { AuditOutcome, NewAuditRecord } from './model.ts';
import { TRAILS, type TrailCode } from './trails.ts';

type Payload = DomainEvent['payload'];

interface MappingOf<Code extends TrailCode> {
  trail: Code;
  /** Where in the event's payload (contract 11) a field's value is. */
  fields: { readonly [Field in (typeof TRAILS)[Code]['fields'][number]]?: string };
  outcome?: (payload: Payload) => AuditOutcome;
}
type Mapping = { [Code in TrailCode]: MappingOf<Code> }[TrailCode];

function valueAt(payload: Payload, path: string): unknown {
  let value: unknown = payload;
  for (const name of path.split('.')) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = (value as Readonly<Record<string, unknown>>)[name];
  }
  return value;
}

const TEAM = { teamId: 'team.id', teamName: 'team.displayName' } as const;
const MEMBER = {
  memberId: 'member.id',
  memberName: 'member.displayName',
  memberRole: 'member.role',
} as const;
const CHANNEL = { channelId: 'channel.id', channelName: 'channel.displayName' } as const;

const teams = (fields: MappingOf<'teams'>['fields'] = {}): Mapping => ({
  trail: 'teams',
  fields: { ...TEAM, ...fields },
});

const approvals = (fields: MappingOf<'approvals'>['fields'] = {}): Mapping => ({
  trail: 'approvals',
  fields: {
    approvalId: 'approval.id',
    templateId: 'template.id',
    templateName: 'template.name',
    teamName: 'request.team.name',
    requesterId: 'requester.id',
    requesterName: 'requester.displayName',
    ...fields,
  },
});

const DECISION = { approverId: 'approval.approver.id', message: 'approval.approver.message' } as const;

const MAPPINGS: Record<EventType, Mapping> = {
  team_created: teams(),
  team_updated: teams({ changes: 'changes' }),
  team_archived: teams(),
  team_unarchived: teams(),
  team_deleted: teams(),
  team_member_added: teams(MEMBER),
  team_channel_created: teams({ ...CHANNEL, membershipType: 'channel.membershipType' }),
  team_channel_tab_created: teams({ ...CHANNEL, tabId: 'tab.id', tabName: 'tab.displayName' }),
  permanent_membership_restored: {
    trail: 'policies',
    fields: { ...TEAM, owners: 'owners', members: 'members' },
  },
  team_inactive: teams(),
  team_expired: teams(),
  team_provisioning_completed: {
    trail: 'provisioning',
    fields: {
      ...TEAM,
      jobId: 'provisioning.id',
      templateId: 'template.id',
      templateName: 'template.name',
      requesterId: 'requester.id',
      requesterName: 'requester.displayName',
      status: 'provisioning.status',
    },
    outcome: (payload) => (valueAt(payload, 'provisioning.status') === 'completed' ? 'success' : 'failure'),
  },
  team_creation_approval_requested: approvals(),
  team_creation_approved: approvals({ ...DECISION, jobId: 'provisioning.id' }),
  team_creation_rejected: approvals(DECISION),
  team_creation_approval_expired: approvals(),
  team_creation_approval_cancelled: approvals(DECISION),
};

/** The record of the event, under the event's own id. Its target names what the payload does not. */
export function recordOfEvent(event: DomainEvent & { id: string }): NewAuditRecord {
  const { id, type, actor, target, payload, requestId } = event;
  const { trail, fields, outcome } = MAPPINGS[type];
  const values = Object.entries(fields).map(([field, path]) => [field, valueAt(payload, path)] as const);
  const named =
    target.type === 'team' && 'teamId' in fields ? { teamId: target.id, teamName: target.displayName } : {};
  const found = Object.fromEntries(values.filter(([, value]) => value !== undefined && value !== null));
  const known: readonly string[] = TRAILS[trail].fields;
  const besides = Object.entries(event.audit ?? {}).filter(([field]) => known.includes(field));
  return {
    id,
    trail,
    type,
    actor,
    target,
    requestId,
    outcome: outcome?.(payload) ?? 'success',
    // Mappings are checked against their trail's fields where they are written.
    fields: { ...named, ...found, ...Object.fromEntries(besides) },
  } as NewAuditRecord;
}
