import { type JobSummary, summarizeJob } from '../../engine/jobs/describe-job.ts';
import type { JobPosition, JobQuery } from '../../engine/jobs/ports.ts';
import { isAdmin, type Principal } from '../../engine/principal.ts';
import type { Store } from '../../engine/store.ts';
import { type Page, toPage } from '../../kernel/page.ts';

/** Returns a page of jobs, newest first: the caller's own, or for administrators those of the tenant. */
export async function listJobs(
  { store }: { store: Store },
  principal: Principal,
  { conditions, ...query }: JobQuery,
): Promise<Page<JobSummary, JobPosition>> {
  const own = { field: 'requesterId', operator: 'eq', value: principal.id } as const;
  const jobs = await store.in(principal.tenantId).jobs.list({
    ...query,
    conditions: isAdmin(principal) ? conditions : [own, ...conditions],
  });
  const { items, next } = toPage(jobs, query.top, ({ id, createdAt }): JobPosition => ({ id, createdAt }));
  return { items: items.map(summarizeJob), next };
}
