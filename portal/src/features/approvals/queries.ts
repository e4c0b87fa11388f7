/** Server state of approvals: keys, loading and invalidation. */
import type { Approval, ApprovalsQuery, ApprovedApprovalResponsePayload } from '@charter/sdk';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { refreshAfter, useClient } from '../../base/client.ts';
import { useSession } from '../../sign-in/session-context.ts';
import { hasApproved } from './decision-rights.ts';
import type { ApprovalView } from './views.ts';

const KEY = 'approvals';
/** Polling interval of the lists, because other people decide too. */
const REFRESH_MILLISECONDS = 15_000;
/** Polling interval of the page of a pending request. */
const OPEN_PAGE_REFRESH_MILLISECONDS = 5_000;
const MAX_SHOWN = 200;

/** The lists of requests that concern the person. */
export type PersonalView = Exclude<ApprovalView, 'all'>;

const queryOf = (view: PersonalView, personId: string): ApprovalsQuery =>
  ({
    waiting: { waitingFor: personId },
    mine: { role: 'requester' },
    decided: { role: 'approver' },
  })[view] as ApprovalsQuery;

export function useApprovals(view: PersonalView) {
  const client = useClient();
  const { person } = useSession();
  return useQuery({
    queryKey: [KEY, 'list', view],
    queryFn: ({ signal }) =>
      client.approvals.getApprovals({ ...queryOf(view, person.id), $top: MAX_SHOWN }, { signal }),
    refetchInterval: REFRESH_MILLISECONDS,
    select: (page) =>
      view === 'decided' ? { ...page, value: page.value.filter((one) => isDecided(one, person.id)) } : page,
  });
}

/** Returns whether the request is decided, or the person's part in it is done. */
const isDecided = (approval: Approval, personId: string): boolean =>
  approval.status !== 'pending' || hasApproved(approval, personId);

/** Requests whose current stage waits for the person. */
export const useWaitingApprovals = () => useApprovals('waiting');

export function useApproval(approvalId: string) {
  const client = useClient();
  return useQuery({
    queryKey: [KEY, 'one', approvalId],
    queryFn: ({ signal }) => client.approvals.getApproval(approvalId, { signal }),
    refetchInterval: ({ state }) =>
      state.data === undefined || state.data.status === 'pending' ? OPEN_PAGE_REFRESH_MILLISECONDS : false,
  });
}

export type Updates = NonNullable<ApprovedApprovalResponsePayload['updates']>;

/** The plan of the request with these updates. A newer call cancels the previous one. */
export function useApprovalPlan({ id, stage, request }: Approval, updates: Updates, enabled: boolean) {
  const { approvals } = useClient();
  return useQuery({
    // The texts are in the key, because an approver may change them within a stage.
    queryKey: ['requests', 'plan', id, stage, request.team, updates],
    queryFn: ({ signal }) => approvals.planApproval(id, { stage, updates }, { signal }),
    enabled,
    placeholderData: keepPreviousData,
  });
}

/** The plan of the requested channel with these updates. A newer call cancels the previous one. */
export function useChannelApprovalPlan({ id, stage, request }: Approval, updates: Updates, enabled: boolean) {
  const { approvals } = useClient();
  return useQuery({
    queryKey: ['channel-requests', 'plan', id, stage, request.channel, updates],
    queryFn: ({ signal }) => approvals.planChannelApproval(id, { stage, updates }, { signal }),
    enabled,
    placeholderData: keepPreviousData,
  });
}

/** The stored plan of a requested channel, with the approvers' changes so far; null for a team. */
export function useChannelPlanOf({ job, stage, request }: Approval) {
  const { jobs } = useClient();
  return useQuery({
    queryKey: ['requests', 'stored-channel-plan', job.id, stage, request.channel],
    queryFn: async ({ signal }) => (await jobs.getJob(job.id, { signal })).data.channelPlan ?? null,
    enabled: request.channel !== undefined,
    placeholderData: keepPreviousData,
  });
}

/** The stored plan of the request, with the approvers' changes so far. */
export function useRequestPlan({ job, stage, request }: Approval) {
  const { jobs } = useClient();
  return useQuery({
    queryKey: ['requests', 'stored-plan', job.id, stage, request.team],
    queryFn: async ({ signal }) => (await jobs.getJob(job.id, { signal })).data.plan ?? null,
    placeholderData: keepPreviousData,
  });
}

export type Decision =
  | { kind: 'approve'; message?: string; updates?: Updates; stage: number }
  | { kind: 'reject'; message: string }
  | { kind: 'delegate'; deputy: string; message?: string }
  | { kind: 'cancel' | 'withdraw'; message?: string }
  | { kind: RemarkKind; message: string };

/** Remarks of people, which decide nothing. */
export type RemarkKind = 'ask' | 'answer' | 'comment';

/** Sends a decision or a remark, then refreshes the approval and the lists, even when another person was faster. */
export function useDecide({ id }: Approval) {
  const { approvals } = useClient();
  const queries = useQueryClient();
  return useMutation({
    async mutationFn(decision: Decision) {
      const { kind, ...body } = decision;
      if (kind === 'approve') return approvals.approveTeamCreation(id, body);
      if (kind === 'reject') return approvals.rejectTeamCreation(id, body);
      if (kind === 'cancel') return approvals.cancelApproval(id, body);
      if (kind === 'withdraw') return approvals.withdrawQuestion(id, body);
      if (kind === 'ask') return approvals.askRequester(id, body as RemarkBody);
      if (kind === 'answer') return approvals.answerQuestion(id, body as RemarkBody);
      if (kind === 'comment') return approvals.commentOnApproval(id, body as RemarkBody);
      const { deputy, ...rest } = decision as Extract<Decision, { kind: 'delegate' }>;
      return approvals.delegateApproval(id, { ...withoutKind(rest), deputy: { id: deputy } });
    },
    onSettled: refreshAfter(queries, [KEY]),
  });
}

interface BatchDecision {
  kind: 'approve' | 'reject';
  approvals: readonly Approval[];
  message: string;
}

/**
 * Decides requests one after the other, and continues after one that the service rejects. Returns the result of each,
 * with its error. Each is approved in the stage that the person has seen.
 */
export function useDecideSeveral() {
  const { approvals: client } = useClient();
  const queries = useQueryClient();
  return useMutation({
    async mutationFn({ kind, approvals, message }: BatchDecision) {
      const results: { approval: Approval; error?: unknown }[] = [];
      for (const approval of approvals) {
        const { id, stage } = approval;
        const body = message.trim() === '' ? {} : { message };
        const options = { idempotencyKey: true };
        try {
          if (kind === 'approve') await client.approveTeamCreation(id, { ...body, stage }, options);
          else await client.rejectTeamCreation(id, body, options);
          results.push({ approval });
        } catch (error) {
          results.push({ approval, error });
        }
      }
      return results;
    },
    onSettled: refreshAfter(queries, [KEY]),
  });
}

type RemarkBody = { message: string };

const withoutKind = <T extends { kind: string }>({ kind: _, ...rest }: T): Omit<T, 'kind'> => rest;
