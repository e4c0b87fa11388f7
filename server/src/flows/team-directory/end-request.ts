/** Ends requests to join: state, event with its audit record and notification in one transaction. */
import type { NewNotification } from '../../domain/notifications/kinds.ts';
import type { Deps } from '../../engine/deps.ts';
import { type Cause, SYSTEM_ACTOR } from '../../engine/principal.ts';
import { newId } from '../../kernel/ids.ts';
import {
  joinRequestPayload,
  teamJoinRequestAccepted,
  teamJoinRequestDeclined,
  teamJoinRequestExpired,
  teamJoinRequestWithdrawn,
} from './events.ts';
import type { JoinRequest, Resolution } from './model.ts';

type EndDeps = Pick<Deps, 'store'>;

function eventOf(request: JoinRequest, { status, reason, answer = '' }: Resolution) {
  const { target, request: basics, ...fact } = joinRequestPayload(request);
  const message = answer === '' ? null : answer;
  switch (status) {
    case 'accepted':
      return teamJoinRequestAccepted.happened({
        target,
        payload: { ...fact, request: { ...basics, message } },
      });
    case 'declined':
      return teamJoinRequestDeclined.happened({
        target,
        payload: { ...fact, request: { ...basics, message } },
      });
    case 'expired':
      return teamJoinRequestExpired.happened({ target, payload: { ...fact, request: basics } });
    case 'withdrawn':
      return teamJoinRequestWithdrawn.happened({
        target,
        payload: { ...fact, request: { ...basics, reason: reason ?? 'requester' } },
      });
  }
}

/**
 * Returns the notification of the person. A withdrawal has one only when the team was archived or deleted. In all other
 * cases, the person withdrew the request, is in the team, or has left the directory.
 */
function notificationOf(
  { id: joinRequestId, teamId, teamName, personId }: JoinRequest,
  { status, reason, answer = '' }: Resolution,
): NewNotification[] {
  if (status === 'withdrawn' && reason !== 'teamClosed') return [];
  const facts = {
    ...{ joinRequestId, teamId, teamName, outcome: status },
    ...(answer !== '' && { message: answer }),
  };
  return [{ id: newId(), addresseeId: personId, kind: 'join_request_decided', facts }];
}

/**
 * Ends a pending request, and returns its new state. Returns undefined, and writes nothing, when the request is not
 * pending any more.
 * @param unclaimedSince when given, a request that somebody began to accept after this time is not ended
 */
export function endRequest(
  { store }: EndDeps,
  tenantId: string,
  request: JoinRequest,
  resolution: Resolution,
  { cause, unclaimedSince }: { cause?: Cause; unclaimedSince?: Date } = {},
): Promise<JoinRequest | undefined> {
  const { status, reason = null, decider = null, answer = null, at } = resolution;
  const by = cause ?? { actor: decider ?? SYSTEM_ACTOR, requestId: newId() };
  return store.transaction(tenantId, async (unit) => {
    if (!(await unit.joinRequests.resolve(request.id, resolution, unclaimedSince))) return undefined;
    await unit.events.append([{ ...eventOf(request, resolution), ...by }], at);
    await unit.notifications.add(notificationOf(request, resolution), at);
    return { ...request, status, reason, decider, answer, resolvedAt: at, claimedAt: null, obstacle: null };
  });
}
