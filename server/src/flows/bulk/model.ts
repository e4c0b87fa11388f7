/** Bulk jobs: one action on many teams, with a result for each team (docs/bulk.md). */
import type { BulkProgress } from '../../engine/jobs/model.ts';
import type { Role } from '../../engine/principal.ts';
import type { Message } from '../../kernel/messages.ts';

export const BULK_ACTIONS = [
  'archive',
  'unarchive',
  'delete',
  'renew',
  'addOwner',
  'attachPolicy',
  'detachPolicy',
] as const;
export type BulkAction = (typeof BULK_ACTIONS)[number];

/** `waiting`: the job has not processed the team yet, or ended before it could. */
export const BULK_OUTCOMES = ['waiting', 'done', 'skipped', 'failed'] as const;
export type BulkOutcome = (typeof BULK_OUTCOMES)[number];

/** Why a team needed no change. */
export const SKIP_REASONS = [
  'AlreadyArchived',
  'NotArchived',
  'NoLifecycle',
  'AlreadyOwner',
  'AlreadyAttached',
  'NotAttached',
] as const;
export type SkipReason = (typeof SKIP_REASONS)[number];

/** Maximum number of teams of one job. */
export const MAX_TEAMS = 10_000;

/** Parameters of the actions, checked and resolved. */
export interface BulkParameters {
  /** Whether archiving makes the team's SharePoint site read-only for members. */
  siteReadOnly?: boolean;
  policyId?: string;
  /** Id of the person who becomes an owner. */
  userId?: string;
}

export interface BulkPlan {
  action: BulkAction;
  parameters: BulkParameters;
  /** Roles of the requester at the time of the request. The change of each team is authorised with these roles. */
  roles: readonly Role[];
}

export interface BulkTeam {
  teamId: string;
  /** Null when the name is unknown, for example because the requester can't see the team. */
  displayName: string | null;
}

/** A change to the suite that is in progress, with the data for a retry. */
export interface StartedChange {
  marker: string;
  /** Time just before the change, RFC 3339. */
  at: string;
  input: object;
}

/** A team without a result. */
export interface PendingTeam extends BulkTeam {
  begun: StartedChange | null;
  tries: number;
  dueAt: Date | null;
}

/** The result to store for one team. */
export interface TeamOutcome extends Partial<Message> {
  outcome: Exclude<BulkOutcome, 'waiting'>;
  /** Reason why the team was skipped, or code of its error. */
  code?: string;
}

/** The result for one team. */
export interface BulkResult extends BulkTeam {
  position: number;
  outcome: BulkOutcome;
  code: string | null;
  message: string | null;
  messageCode: string | null;
  messageParameters: Message['messageParameters'] | null;
  endedAt: Date | null;
}

export type BulkCounts = Record<BulkOutcome, number>;

export const progressOf = (
  action: BulkAction,
  { waiting, done, skipped, failed }: BulkCounts,
): BulkProgress => ({ action, count: waiting + done + skipped + failed, done, skipped, failed });
