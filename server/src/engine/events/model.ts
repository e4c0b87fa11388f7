import type { TrailField } from '../audit/trails.ts';
import type { Actor } from '../principal.ts';

/** What happened, as the service records it in the transaction that made it happen (contract 11). */
export const EVENT_TYPES = [
  'team_created',
  'team_provisioning_completed',
  'team_creation_approval_requested',
  'team_creation_approved',
  'team_creation_rejected',
  'team_updated',
  'team_archived',
  'team_unarchived',
  'team_deleted',
  'team_member_added',
  'team_channel_created',
  'team_channel_tab_created',
  'team_creation_approval_expired',
  'team_creation_approval_cancelled',
  'permanent_membership_restored',
  'team_inactive',
  'team_expired',
] as const;
export type EventType = (typeof EVENT_TYPES)[number];

/** What it was done to. */
export interface EventTarget {
  type: 'team' | 'channel' | 'tab' | 'member' | 'job' | 'template' | 'approval';
  id: string;
  displayName: string;
}

export interface DomainEvent {
  /** Chosen by what recorded it, where that may be repeated; the second record is ignored. Else a new id. */
  id?: string;
  type: EventType;
  actor: Actor;
  target: EventTarget;
  /** The published payload (contract 11), without `tenant`, which is added when it is recorded. */
  payload: Record<string, unknown>;
  requestId: string;
  /**
   * Ids of people whose webhooks may hear of it, for what the suite can't say any more when they are told.
   * Left out: those whom the suite calls owners of the payload's team.
   */
  audience?: readonly string[];
  /** Of `team_created`: the template that the team is made from. */
  templateId?: string;
  /** Fields of the event's audit record that the published payload has not; those its trail does not know are left out. */
  audit?: { readonly [Field in TrailField]?: unknown };
}
