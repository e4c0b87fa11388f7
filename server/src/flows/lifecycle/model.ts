/**
 * The lifecycle of teams (docs/lifecycle.md): `active → inactive → expired`. A team becomes inactive when nobody uses
 * it, when a renewal is due, or before its end. Its owners are asked, and without an answer it expires at the end of
 * the grace period. Charter then archives it, deletes it, or only announces the expiry.
 */
import Type, { type Static } from 'typebox';
import type { CatalogTemplateLifecycle } from '../../domain/catalog/model.ts';
import {
  EXPIRY_ACTIONS,
  LIFECYCLE_CAUSES,
  LIFECYCLE_STATES,
  type LifecycleCause,
  type LifecycleState,
} from '../../domain/teams/model.ts';
import { DAY_MILLISECONDS } from '../../kernel/clock.ts';
import { OneOf } from '../../kernel/schema.ts';

export { LIFECYCLE_CAUSES, LIFECYCLE_STATES, type LifecycleCause, type LifecycleState };

/** Action at the end of the grace period. */
export type LifecycleAction = CatalogTemplateLifecycle['action'];

export const LifecycleRules = Type.Object({
  inactivityDays: Type.Integer({ description: 'Days without activity after which a team is inactive' }),
  graceDays: Type.Integer({ description: 'Days that owners of an inactive team have to renew it' }),
  action: OneOf(EXPIRY_ACTIONS, { description: 'Action after the grace period' }),
  emptyDays: Type.Optional(
    Type.Integer({ description: 'Days without activity after which a team without contents is inactive' }),
  ),
  renewalMonths: Type.Optional(
    Type.Integer({ description: 'Months after which owners must renew the team, whatever its activity' }),
  ),
  endDateTime: Type.Optional(
    Type.String({
      format: 'date-time',
      description:
        'End of the team. A renewal does not move it; an owner can change the answer that sets it.',
    }),
  ),
  siteReadOnly: Type.Optional(
    Type.Boolean({ description: 'Whether archiving makes the site read-only too' }),
  ),
  source: Type.Object({ type: OneOf(['policy', 'template']), id: Type.String(), name: Type.String() }),
});
export type LifecycleRules = Static<typeof LifecycleRules>;

export interface LifecycleTeamFacts {
  displayName: string;
  isArchived: boolean;
  createdAt: Date;
  lastActivityAt: Date;
  /** Whether the team is known to have neither files nor plans. */
  isEmpty: boolean;
  /** Ids of the people to ask: the owners, or administrators if there are none; can be empty. */
  addresseeIds: readonly string[];
}

/** State of the job that archives the team, or of the intent to delete it. */
export type OperationStatus = 'pending' | 'completed' | 'failed';

/** Stored lifecycle of a team. A team without a record is active. */
export interface LifecycleRecord {
  state: LifecycleState;
  revision: number;
  /** Why the people were asked; null while active. */
  cause: LifecycleCause | null;
  /** Last activity known at the time of asking; null while active. */
  lastActivityAt: Date | null;
  askedAt: Date | null;
  /** Announced end of the grace period. */
  expiresAt: Date | null;
  /** The announced action, or the performed one for an expired team. */
  action: LifecycleAction | null;
  /** Time of the last renewal or unarchiving. Inactivity is counted from it at the earliest. */
  renewedAt: Date | null;
  expiredAt: Date | null;
  operationId: string | null;
  operation: OperationStatus | null;
}

export type LifecycleChange = Omit<LifecycleRecord, 'revision' | 'operation'>;

export const RUN_STATUSES = ['waiting', 'active', 'completed', 'failed'] as const;
export type RunStatus = (typeof RUN_STATUSES)[number];

export const addDays = (time: Date, days: number): Date => new Date(time.getTime() + days * DAY_MILLISECONDS);

export const latest = (...times: (Date | null | undefined)[]): Date =>
  new Date(Math.max(...times.map((time) => time?.getTime() ?? Number.NEGATIVE_INFINITY)));
