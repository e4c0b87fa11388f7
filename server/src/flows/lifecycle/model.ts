/**
 * The lifecycle of teams (docs/lifecycle.md): `active → inactive → expired`. A team without activity for the
 * time that its rules give is inactive; its owners are asked, and when their time (the grace) is over nobody
 * having renewed it or worked in it, it expires: it is archived, deleted, or only told of.
 */
import type { CatalogTemplateLifecycle } from '../../domain/catalog/model.ts';

export const LIFECYCLE_STATES = ['active', 'inactive', 'expired'] as const;
export type LifecycleState = (typeof LIFECYCLE_STATES)[number];

/** What is done when the grace is over. */
export type LifecycleAction = CatalogTemplateLifecycle['action'];

/** What says so: an attached policy, or one for the template or the tenant, or the template itself. */
export interface LifecycleSource {
  type: 'policy' | 'template';
  id: string;
  name: string;
}

/** The rules a team's lifecycle goes by. */
export interface LifecycleRules {
  /** Days without activity after which a team is inactive. */
  inactivityDays: number;
  /** Days that its owners have from then on. */
  graceDays: number;
  action: LifecycleAction;
  source: LifecycleSource;
}

/** What a lifecycle's decision needs to know of the team. */
export interface TeamFacts {
  displayName: string;
  isArchived: boolean;
  lastActivityAt: Date;
  /** Who is asked: its owners, else administrators. Empty: nobody can be. */
  addresseeIds: readonly string[];
}

/** What became of the job that archives the team, or of the intent to delete it. */
export type OperationStatus = 'pending' | 'completed' | 'failed';

/** Where a team is in its lifecycle, as it is kept. A team without a record is active since ever. */
export interface LifecycleRecord {
  state: LifecycleState;
  /** Counts the writes; a write names the one it read. */
  revision: number;
  /** The last activity that was known when people were asked; null while active. */
  lastActivityAt: Date | null;
  askedAt: Date | null;
  /** End of the grace, as it was announced. */
  expiresAt: Date | null;
  /** What was announced for then; of an expired team, what was done. */
  action: LifecycleAction | null;
  /** When somebody renewed the team last, or it was brought back; inactivity counts from there at the earliest. */
  renewedAt: Date | null;
  expiredAt: Date | null;
  operationId: string | null;
  operation: OperationStatus | null;
}

/** What a decision writes; the rest of a record follows from it. */
export type LifecycleChange = Omit<LifecycleRecord, 'revision' | 'operation'>;

export const RUN_STATUSES = ['waiting', 'active', 'completed', 'failed'] as const;
export type RunStatus = (typeof RUN_STATUSES)[number];

export const DAY_MILLISECONDS = 24 * 60 * 60 * 1000;

export const addDays = (time: Date, days: number): Date => new Date(time.getTime() + days * DAY_MILLISECONDS);

export const latest = (...times: (Date | null | undefined)[]): Date =>
  new Date(Math.max(...times.map((time) => time?.getTime() ?? Number.NEGATIVE_INFINITY)));
