/** Events of requests to join teams (docs/specification.md, sections 11 and 12). */
import Type, { type TProperties } from 'typebox';
import { Named, teamSubject, teamsTrail } from '../../domain/teams/events.ts';
import { OF_ACTOR } from '../../engine/audit/personal-texts.ts';
import { defineEvent } from '../../engine/events/define-event.ts';
import { Maybe } from '../../engine/events/model.ts';
import { DateTime, OneOf, Open } from '../../kernel/schema.ts';
import { type JoinRequest, WITHDRAWAL_REASONS } from './model.ts';

const payloadWith = <P extends TProperties>(request: P) => ({
  team: Named,
  person: Open({ id: Type.String(), displayName: Type.String(), mail: Maybe(Type.String()) }),
  request: Open({ id: Type.String(), expiresDateTime: DateTime, ...request }),
});

interface OfRequest {
  team: { id: string; displayName: string };
  person: { id: string; displayName: string };
  request: { id: string };
}

const record = {
  ...teamSubject.record,
  personId: ({ person }: OfRequest) => person.id,
  personName: ({ person }: OfRequest) => person.displayName,
  joinRequestId: ({ request }: OfRequest) => request.id,
};

const common = { category: 'Teams', subject: teamSubject.subject, trail: teamsTrail } as const;
const people = { personName: 'personId' } as const;

export const teamJoinRequested = defineEvent({
  ...common,
  code: 'team_join_requested',
  description: 'A person asked to join a team.',
  payload: payloadWith({
    message: Maybe(Type.String({ description: 'What the person wrote to the owners' })),
  }),
  record: { ...record, message: ({ request }) => request.message },
  people: { ...people, message: 'personId' },
});

const decided = payloadWith({
  message: Maybe(Type.String({ description: 'What the decider wrote to the person' })),
});

export const teamJoinRequestAccepted = defineEvent({
  ...common,
  code: 'team_join_request_accepted',
  description: 'A request to join a team was accepted, and the person is a member.',
  payload: decided,
  record: { ...record, message: ({ request }) => request.message },
  people: { ...people, message: OF_ACTOR },
});

export const teamJoinRequestDeclined = defineEvent({
  ...common,
  code: 'team_join_request_declined',
  description: 'A request to join a team was declined.',
  payload: decided,
  record: { ...record, message: ({ request }) => request.message },
  people: { ...people, message: OF_ACTOR },
});

export const teamJoinRequestExpired = defineEvent({
  ...common,
  code: 'team_join_request_expired',
  description: 'Nobody decided about a request to join a team in time.',
  payload: payloadWith({}),
  record,
  people,
});

export const teamJoinRequestWithdrawn = defineEvent({
  ...common,
  code: 'team_join_request_withdrawn',
  description: 'A request to join a team was withdrawn: by the person, or because it had become pointless.',
  payload: payloadWith({
    reason: OneOf(WITHDRAWAL_REASONS, {
      description:
        '`requester`: by the person. `joined`: the person is in the team. `left`: the person left the directory, or the account is closed. `teamClosed`: the team was archived or deleted',
    }),
  }),
  record: { ...record, reason: ({ request }) => request.reason },
  people,
});

/** Returns the target and the common payload of an event about a request. */
export const joinRequestPayload = ({
  id,
  teamId,
  teamName,
  personId,
  personName,
  mail,
  expiresAt,
}: JoinRequest) => ({
  target: { type: 'team', id: teamId, displayName: teamName } as const,
  team: { id: teamId, displayName: teamName },
  person: { id: personId, displayName: personName, mail },
  request: { id, expiresDateTime: expiresAt.toISOString() },
});
