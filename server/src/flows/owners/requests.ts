/** Builds requests to own a team, and the contents of their events and notifications. */
import type { NewNotification } from '../../domain/notifications/kinds.ts';
import { DAY_MILLISECONDS } from '../../kernel/clock.ts';
import { newId } from '../../kernel/ids.ts';
import type { Candidate, OwnerRequest, OwnerSearch } from './model.ts';

interface Team {
  id: string;
  displayName: string;
}

/** The payload of an event about a request, with its target. */
export const requestFact = (team: Team, { id, personId, source, expiresAt }: OwnerRequest, name: string) => {
  const person = { id: personId, displayName: name };
  return {
    target: { type: 'user', ...person },
    payload: { team, person, request: { id, source, expiresDateTime: expiresAt.toISOString() } },
  } as const;
};

/** Returns the notification that asks the person, or reminds them. */
export const ownerRequestNotification = (
  kind: 'owner_requested' | 'owner_request_reminder',
  { displayName: teamName, id: teamId }: Team,
  { id, personId, expiresAt }: OwnerRequest,
): NewNotification => ({
  id: newId(),
  addresseeId: personId,
  kind,
  facts: { ownerRequestId: id, teamId, teamName, expiresDateTime: expiresAt.toISOString() },
});

/** Returns the request to a candidate. */
export const newOwnerRequest = (
  { teamId, id: searchId }: OwnerSearch,
  { id: personId, source }: Candidate,
  { at, answerDays }: { at: Date; answerDays: number },
): OwnerRequest => ({
  id: newId(),
  teamId,
  searchId,
  personId,
  source,
  status: source === 'fallbackGroup' ? 'accepted' : 'pending',
  createdAt: at,
  expiresAt: new Date(at.getTime() + answerDays * DAY_MILLISECONDS),
  remindedAt: null,
  resolvedAt: source === 'fallbackGroup' ? at : null,
});
