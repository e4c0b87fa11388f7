/** The store of an organisation's metrics, bound to one tenant. */

/** Outcome of a request for a team. */
export const REQUEST_OUTCOMES = ['completed', 'failed', 'rejected', 'withdrawn', 'open'] as const;
export type RequestOutcome = (typeof REQUEST_OUTCOMES)[number];

export interface WeekCount {
  /** Index of the week in the given starts. */
  week: number;
  outcome: RequestOutcome;
  count: number;
}

/** Median and 95th percentile, in seconds. */
export interface Percentiles {
  p50: number;
  p95: number;
}

export interface RequestMetrics {
  weeks: WeekCount[];
  /** Time from request to approval, without requests that were approved by rule; null if nobody approved a request. */
  approval: Percentiles | null;
  /** Time from request to completion; null without a completed request. */
  completion: Percentiles | null;
  /** Failed requests by the step that failed, the most frequent first. */
  failures: { step: string; count: number }[];
}

/** A person and the number of requests that wait for their decision. */
export interface DeciderBacklog {
  id: string;
  displayName: string;
  count: number;
  oldestAt: Date;
}

export interface PendingMetrics {
  approvals: number;
  /** The people with the most pending requests, at most 20. */
  approvers: DeciderBacklog[];
  /** Number of inactive teams whose owners, or else administrators, were asked to renew them. */
  renewals: number;
}

export interface OverviewStore {
  /**
   * Returns the metrics of requests for teams since the first start, by one statement over an index of the jobs.
   * @param starts of weeks, oldest first
   */
  ofRequests(starts: readonly Date[]): Promise<RequestMetrics>;
  ofWaiting(): Promise<PendingMetrics>;
}

declare module '../../engine/store.ts' {
  interface TenantStores {
    overview: OverviewStore;
  }
}
