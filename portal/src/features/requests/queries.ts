/** Server state of requests: the plan of a form, and the request itself. */
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { isTransient, retryDelay, shouldRetryWithNewToken, useClient } from '../../base/client.ts';
import { type Draft, toRequest } from './draft.ts';

/** The plan of the form. A newer call cancels the previous one. */
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

/** Sends the form. Retries have the same idempotency key. */
export function useSendRequest(templateId: string) {
  const client = useClient();
  return useMutation({
    mutationFn: (draft: Draft) =>
      client.teams.createTeamProvisioningJob(toRequest(templateId, draft), { idempotencyKey: draft.key }),
    retry: (tries, error) => isTransient(error) || shouldRetryWithNewToken(tries, error),
    retryDelay: retryDelay,
  });
}
