/** Server state of requests for channels: templates of a team, answers, plan, and the request itself. */
import type { ChannelProvisioningRequest } from '@charter/sdk';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { isTransient, retryDelay, shouldRetryWithNewToken, useClient } from '../../base/client.ts';
import { type ChannelDraft, toAnswersDraft, toChannelRequest } from './draft.ts';

const FRESH_MILLISECONDS = 60_000;

/** The channel templates from which the person may request a channel in the team. */
export function useChannelTemplates(teamId: string) {
  const { channels } = useClient();
  return useQuery({
    queryKey: ['channel-requests', 'templates', teamId],
    queryFn: ({ signal }) => channels.getTeamChannelTemplates(teamId, { signal }),
    staleTime: FRESH_MILLISECONDS,
  });
}

/** The state of the template's questions given the answers so far. */
export function useCheckedChannelAnswers(
  teamId: string,
  templateId: string,
  draft: ChannelDraft,
  hasQuestions: boolean,
) {
  const { channels } = useClient();
  const sent = toAnswersDraft(templateId, draft);
  return useQuery({
    queryKey: ['channel-requests', 'answers', teamId, sent],
    queryFn: ({ signal }) => channels.checkChannelAnswers(teamId, sent, { signal }),
    enabled: hasQuestions,
    placeholderData: keepPreviousData,
  });
}

/** The plan of the form. A newer call cancels the previous one. */
export function useChannelPlan(teamId: string, request: ChannelProvisioningRequest, isAnswered: boolean) {
  const { channels } = useClient();
  return useQuery({
    queryKey: ['channel-requests', 'plan', teamId, request],
    queryFn: ({ signal }) => channels.planChannelRequest(teamId, request, { signal }),
    enabled: request.channel.name !== '' && isAnswered,
    placeholderData: keepPreviousData,
  });
}

/** Sends the form. Retries have the same idempotency key. */
export function useSendChannelRequest(teamId: string, templateId: string, hasQuestions: boolean) {
  const { channels } = useClient();
  return useMutation({
    mutationFn: async (draft: ChannelDraft) => {
      const checked = hasQuestions
        ? await channels.checkChannelAnswers(teamId, toAnswersDraft(templateId, draft))
        : undefined;
      const request = toChannelRequest(templateId, draft, checked);
      return channels.createTeamChannelRequest(teamId, request, { idempotencyKey: draft.key });
    },
    retry: (tries, error) => isTransient(error) || shouldRetryWithNewToken(tries, error),
    retryDelay,
  });
}
