import type { Deps } from '../../engine/deps.ts';
import { causeOf, type Principal, type RequestContext } from '../../engine/principal.ts';
import { conflict, hidden } from '../../kernel/errors.ts';
import { type Message, say } from '../../kernel/messages.ts';
import { retryConflicts } from '../../kernel/retry.ts';
import { ownerRequestAccepted, ownerRequestDeclined } from './events.ts';
import type { RequestStatus } from './model.ts';
import type { OwnerRequestOfTeam } from './ports.ts';
import { describeRequest, type ShownRequest } from './read-owners.ts';
import { requestFact } from './requests.ts';

type Answer = 'accepted' | 'declined';

const MAX_COMMON: Message = say(
  'owners.over',
  'This request is over: there are enough owners, or the time to answer has passed.',
);

/** Returns the reason why a request in this status can no longer be answered. */
const closedMessage = (status: RequestStatus): Message =>
  status === 'pending' || status === 'expired' || status === 'withdrawn' || status === 'failed'
    ? MAX_COMMON
    : say('owners.answered', 'You have answered this request already.');

/**
 * Answers a request to own a team, as the person who is asked. Makes the search due, so that a worker appoints a person
 * who accepts. Repeating the same answer changes nothing.
 * @throws NotFound for a request to somebody else; Conflict after a different answer, or when the request is closed
 */
export async function answerOwnerRequest(
  { store, clock }: Pick<Deps, 'store' | 'clock'>,
  principal: Principal,
  context: RequestContext,
  { requestId, answer }: { requestId: string; answer: Answer },
): Promise<ShownRequest> {
  const { tenantId } = principal;
  const { ownerSearches } = store.in(tenantId);
  const find = async (): Promise<OwnerRequestOfTeam> => {
    const request = await ownerSearches.findRequest(requestId);
    if (request?.personId === principal.id) return request;
    throw hidden('owner request', requestId);
  };
  const write = async (): Promise<ShownRequest | undefined> => {
    const request = await find();
    const { status, teamId, teamName, searchId } = request;
    if (status === answer || (answer === 'accepted' && status === 'appointed')) {
      return describeRequest(request, principal.displayName);
    }
    const at = clock.now();
    const { search } = await ownerSearches.situationOf(teamId);
    const isOver = search?.id !== searchId || request.expiresAt <= at;
    if (status !== 'pending' || isOver) throw conflict(closedMessage(status));
    const event = (answer === 'accepted' ? ownerRequestAccepted : ownerRequestDeclined).happened(
      requestFact({ id: teamId, displayName: teamName }, request, principal.displayName),
    );
    const isWritten = await store.transaction(tenantId, async (unit) => {
      const { state } = search;
      if (!(await unit.ownerSearches.change(search, { state, dueAt: at }))) return false;
      const [answered] = await unit.ownerSearches.resolve([request.id], 'pending', answer, at);
      if (answered === undefined) throw conflict(MAX_COMMON);
      await unit.events.append([{ ...event, ...causeOf(principal, context) }], at);
      await unit.governedTeams.makeDue({ teamIds: [teamId] }, at);
      return true;
    });
    return isWritten
      ? describeRequest({ ...request, status: answer, resolvedAt: at }, principal.displayName)
      : undefined;
  };
  return retryConflicts(
    write,
    say('owners.busy', 'The search for owners changed at the same time. Try again.'),
  );
}
