/**
 * The lifecycle of teams (docs/lifecycle.md): `active → inactive → expired`. A team becomes inactive after the time
 * that its rules set. Its owners are asked, and without activity or a renewal it expires at the end of the grace
 * period. Charter then archives it, deletes it, or only announces the expiry.
 */
import Type, { type Static } from 'typebox';
import type { CatalogTemplateLifecycle } from '../../domain/catalog/model.ts';
import { EXPIRY_ACTIONS, LIFECYCLE_STATES, type LifecycleState } from '../../domain/teams/model.ts';
import { DAY_MILLISECONDS } from '../../kernel/clock.ts';
import { OneOf } from '../../kernel/schema.ts';

export { LIFECYCLE_STATES, type LifecycleState };

/** Action at the end of the grace period. */
export type LifecycleAction = CatalogTemplateLifecycle['action'];

export const LifecycleRules = Type.Object({
  inactivityDays: Type.Integer({ description: 'Days without activity after which a team is inactive' }),
  graceDays: Type.Integer({ description: 'Days that owners of an inactive team have to renew it' }),
  action: OneOf(EXPIRY_ACTIONS, { description: 'Action after the grace period' }),
  source: Type.Object({ type: OneOf(['policy', 'template']), id: Type.String(), name: Type.String() }),
});
export type LifecycleRules = Static<typeof LifecycleRules>;

export interface LifecycleTeamFacts {
  displayName: string;
  isArchived: boolean;
  lastActivityAt: Date;
  /** Ids of the people to ask: the owners, or administrators if there are none; can be empty. */
  addresseeIds: readonly string[];
}

/** State of the job that archives the team, or of the intent to delete it. */
export type OperationStatus = 'pending' | 'completed' | 'failed';

/** Stored lifecycle of a team. A team without a record is active. */
export interface LifecycleRecord {
  state: LifecycleState;
  revision: number;
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
