import type { JobSummary } from '@charter/sdk';
import { useMessages } from '../../base/messages.ts';

/** Returns a function that names a job by its team, and a bulk job by its action and its number of teams. */
export function useJobName(): (job: Pick<JobSummary, 'id' | 'type' | 'team' | 'bulk'>) => string {
  const text = useMessages();
  return ({ id, type, team, bulk }) => {
    if (type === 'RoleChange') return text('jobs.type.RoleChange');
    return bulk === undefined
      ? (team.displayName ?? id)
      : text(`jobs.bulk.${bulk.action}`, { count: bulk.count });
  };
}
