/** Server state of requests: the plan of a form, and the request itself. */
import type { TeamProvisioningAnswers } from '@charter/sdk';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { isTransient, retryDelay, shouldRetryWithNewToken, useClient } from '../../base/client.ts';
import { type Draft, toAnswersDraft, toRequest } from './draft.ts';

/** The plan of the form. A newer call cancels the previous one. */
export function usePlan(
  templateId: string,
  draft: Draft,
  checked: TeamProvisioningAnswers | undefined,
  isAnswered: boolean,
) {
  const client = useClient();
  const request = toRequest(templateId, draft, checked);
  return useQuery({
    queryKey: ['requests', 'plan', request],
    queryFn: ({ signal }) => client.teams.planTeamProvisioning(request, { signal }),
    enabled: request.team.name !== '' && isAnswered,
    placeholderData: keepPreviousData,
  });
}

/**
 * Sends the form, without answers to questions that are not asked any more. Retries have the same idempotency key.
 */
export function useSendRequest(templateId: string, hasQuestions: boolean) {
  const client = useClient();
  return useMutation({
    mutationFn: async (draft: Draft) => {
      const checked = hasQuestions
        ? await client.teams.checkAnswers(toAnswersDraft(templateId, draft))
        : undefined;
      const request = toRequest(templateId, draft, checked);
      return client.teams.createTeamProvisioningJob(request, { idempotencyKey: draft.key });
    },
    retry: (tries, error) => isTransient(error) || shouldRetryWithNewToken(tries, error),
    retryDelay: retryDelay,
  });
}
