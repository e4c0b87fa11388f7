/** Accepts, declines and withdraws requests to join teams. */
import type { AdmissionDeps, StayInput } from '../../domain/teams/admission.ts';
import { addTeamMember } from '../../domain/teams/change-members.ts';
import type { CheckOwnersDeps } from '../../domain/teams/update-team.ts';
import type { Deps } from '../../engine/deps.ts';
import { isFinalRejection } from '../../engine/intents/perform.ts';
import { actorOf, causeOf, type Principal, type RequestContext } from '../../engine/principal.ts';
import { type CharterError, conflict } from '../../kernel/errors.ts';
import { say } from '../../kernel/messages.ts';
import { findOwnRequest, findRequestToDecide } from './access.ts';
import { endRequest } from './end-request.ts';
import { CLAIM_MILLISECONDS } from './model.ts';
import { describeRequest, type ShownJoinRequest } from './read-requests.ts';

interface DecisionInput {
  requestId: string;
  /** Text for the person who asked. */
  message?: string | undefined;
}

const isOver = (): CharterError =>
  conflict(
    say(
      'joinRequests.over',
      'This request has been decided, has expired, or was withdrawn. Read the list again.',
    ),
  );

const textOf = (message: string | undefined): string | undefined => message?.trim() || undefined;

/**
 * Adds the person to the team under the rules and policies of addTeamMember, and ends the request. Repeating the call
 * changes nothing. A rejected addition leaves the request pending.
 * @throws NotFound, Forbidden, TeamArchived, PolicyViolation; InvalidRequest at `endDateTime` or `sponsor.id`; Conflict
 * when the request is over
 */
export async function acceptJoinRequest(
  deps: Deps & CheckOwnersDeps & AdmissionDeps,
  principal: Principal,
  context: RequestContext,
  { requestId, message, ...stay }: DecisionInput & StayInput,
): Promise<ShownJoinRequest> {
  const { store, clock } = deps;
  const { tenantId } = principal;
  const { joinRequests } = store.in(tenantId);
  const request = await findRequestToDecide(deps, principal, requestId);
  if (request.status === 'accepted') return describeRequest(request);
  const at = clock.now();
  const decider = actorOf(principal);
  // An earlier call of the caller added the person, but did not record the decision.
  const isAdded = request.obstacle === 'joined' && request.decider?.id === decider.id;
  if (!isAdded) {
    const isDecidable = request.status === 'pending' && request.obstacle === null && request.expiresAt > at;
    if (!isDecidable || !(await joinRequests.claim(request.id, decider, at))) throw isOver();
    try {
      await addTeamMember(deps, principal, context, {
        teamId: request.teamId,
        user: { id: request.personId },
        role: 'member',
        ...stay,
      });
    } catch (error) {
      if (isFinalRejection(error)) await joinRequests.release(request.id, at);
      throw error;
    }
  }
  const resolution = { status: 'accepted', decider, answer: textOf(message), at: clock.now() } as const;
  const cause = causeOf(principal, context);
  // Another owner, or a worker, may have recorded the same addition.
  const ended =
    (await endRequest(deps, tenantId, request, resolution, { cause })) ??
    (await joinRequests.find(request.id));
  if (ended?.status !== 'accepted') throw isOver();
  return describeRequest(ended);
}

/**
 * Declines a request. Repeating the call changes nothing.
 * @throws NotFound, Forbidden, TeamArchived; Conflict when the request is over, or somebody is accepting it
 */
export async function declineJoinRequest(
  deps: Deps,
  principal: Principal,
  context: RequestContext,
  { requestId, message }: DecisionInput,
): Promise<ShownJoinRequest> {
  const { tenantId } = principal;
  const request = await findRequestToDecide(deps, principal, requestId);
  if (request.status === 'declined') return describeRequest(request);
  const at = deps.clock.now();
  if (request.status !== 'pending' || request.expiresAt <= at) throw isOver();
  const resolution = {
    status: 'declined',
    decider: actorOf(principal),
    answer: textOf(message),
    at,
  } as const;
  const ended = await endRequest(deps, tenantId, request, resolution, {
    cause: causeOf(principal, context),
    unclaimedSince: new Date(at.getTime() - CLAIM_MILLISECONDS),
  });
  if (ended === undefined) throw isOver();
  return describeRequest(ended);
}

/**
 * Withdraws the caller's own request. Repeating the call changes nothing.
 * @throws NotFound; Conflict when the request is over, or somebody is accepting it
 */
export async function withdrawJoinRequest(
  deps: Deps,
  principal: Principal,
  context: RequestContext,
  { requestId }: { requestId: string },
): Promise<ShownJoinRequest> {
  const { tenantId } = principal;
  const request = await findOwnRequest(deps, principal, requestId);
  if (request.status === 'withdrawn') return describeRequest(request);
  const at = deps.clock.now();
  const resolution = { status: 'withdrawn', reason: 'requester', at } as const;
  const ended = await endRequest(deps, tenantId, request, resolution, {
    cause: causeOf(principal, context),
    unclaimedSince: new Date(at.getTime() - CLAIM_MILLISECONDS),
  });
  if (ended === undefined) throw isOver();
  return describeRequest(ended);
}
