/** Server state of requests: the plan of a form, the request itself, and its job. */
import type { Job } from '@charter/sdk';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { isRenewed, isTransient, useClient, waitBefore } from '../../app/client.ts';
import { type Draft, toRequest } from './draft.ts';

const JOB_REFRESH_MILLISECONDS = 1_500;
const PAUSED_REFRESH_MILLISECONDS = 10_000;

/** What the service would make of the form. A newer form cancels the call. */
export function usePlan(templateId: string, draft: Draft) {
  const client = useClient();
  const request = toRequest(templateId, draft);
  return useQuery({
    queryKey: ['requests', 'plan', request],
    queryFn: ({ signal }) => client.teams.planTeamProvisioning(request, { signal }),
    enabled: request.team.name !== '',
    placeholderData: keepPreviousData,
  });
}

/** Sends the form. Retries send the same idempotency key. */
export function useSendRequest(templateId: string) {
  const client = useClient();
  return useMutation({
    mutationFn: (draft: Draft) =>
      client.teams.createTeamProvisioningJob(toRequest(templateId, draft), { idempotencyKey: draft.key }),
    retry: (tries, error) => isTransient(error) || isRenewed(tries, error),
    retryDelay: waitBefore,
  });
}

const hasEnded = ({ status }: Job): boolean => status === 'completed' || status === 'failed';

export function useJob(jobId: string) {
  const client = useClient();
  return useQuery({
    queryKey: ['jobs', jobId],
    queryFn: ({ signal }) => client.jobs.getJob(jobId, { signal }),
    refetchInterval: ({ state: { data } }) => {
      if (data !== undefined && hasEnded(data)) return false;
      return data?.status === 'paused' ? PAUSED_REFRESH_MILLISECONDS : JOB_REFRESH_MILLISECONDS;
    },
  });
}
