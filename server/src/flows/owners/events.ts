/** Events of the search for owners (docs/specification.md, sections 11 and 12). */
import Type from 'typebox';
import { policiesTrail } from '../../domain/policies/policy-records.ts';
import { Named, teamSubject } from '../../domain/teams/events.ts';
import { defineEvent } from '../../engine/events/define-event.ts';
import { DateTime, OneOf, Open } from '../../kernel/schema.ts';
import { END_REASONS, REQUEST_SOURCES } from './model.ts';

const PolicyName = Open({ id: Type.String(), name: Type.String() });

interface OfPolicy {
  policy: { id: string; name: string };
}

const common = {
  category: 'Lifecycle',
  subject: teamSubject.subject,
  trail: policiesTrail,
} as const;

const ofPolicy = {
  ...teamSubject.record,
  policyId: ({ policy }: OfPolicy) => policy.id,
  policyName: ({ policy }: OfPolicy) => policy.name,
};

const Limited = {
  team: Named,
  policy: PolicyName,
  ownerCount: Type.Integer({ description: 'Number of owners' }),
  limit: Type.Integer({ description: 'What the policy asks for' }),
};

const limits = {
  ...ofPolicy,
  ownerCount: ({ ownerCount }: { ownerCount: number }) => ownerCount,
  limit: ({ limit }: { limit: number }) => limit,
};

export const ownerSearchStarted = defineEvent({
  ...common,
  code: 'owner_search_started',
  description: 'A team has fewer owners who can act than its policy asks for. A search for owners began.',
  payload: Limited,
  record: limits,
});

export const ownerSearchExhausted = defineEvent({
  ...common,
  code: 'owner_search_exhausted',
  description: 'A search for owners has nobody left to ask or appoint.',
  payload: Limited,
  record: limits,
});

export const ownerLimitExceeded = defineEvent({
  ...common,
  code: 'owner_limit_exceeded',
  description: 'A team has more owners than its policy allows, because others were added outside Charter.',
  payload: Limited,
  record: limits,
});

export const ownerSearchEnded = defineEvent({
  ...common,
  code: 'owner_search_ended',
  description: 'A search for owners ended, or a team no longer has more owners than its policy allows.',
  payload: {
    team: Named,
    reason: OneOf(END_REASONS, {
      description:
        '`resolved`: the number of owners complies. `archived`: the team was archived. `switchedOff`: no policy asks for it any more',
    }),
  },
  record: { ...teamSubject.record, reason: ({ reason }) => reason },
});

const Asked = {
  team: Named,
  person: Named,
  request: Open({ id: Type.String(), source: OneOf(REQUEST_SOURCES), expiresDateTime: DateTime }),
};

interface OfRequest {
  team: { id: string; displayName: string };
  person: { id: string; displayName: string };
  request: { id: string; source: string };
}

const ofRequest = {
  ...teamSubject.record,
  personId: ({ person }: OfRequest) => person.id,
  personName: ({ person }: OfRequest) => person.displayName,
  ownerRequestId: ({ request }: OfRequest) => request.id,
  source: ({ request }: OfRequest) => request.source,
};

const people = { personName: 'personId' };

export const ownerRequested = defineEvent({
  ...common,
  code: 'owner_requested',
  description: 'A person was asked to own a team.',
  payload: Asked,
  record: { ...ofRequest, expiresDateTime: ({ request }) => request.expiresDateTime },
  people,
});

/** Returns the definition of an event about a request that was answered or closed without an answer. */
const ofAnswer = (code: string, description: string) =>
  defineEvent({ ...common, code, description, payload: Asked, record: ofRequest, people });

export const ownerRequestAccepted = ofAnswer(
  'owner_request_accepted',
  'A person accepted to own a team. The appointment follows.',
);
export const ownerRequestDeclined = ofAnswer(
  'owner_request_declined',
  'A person declined to own a team. The search asks nobody twice.',
);
export const ownerRequestExpired = ofAnswer(
  'owner_request_expired',
  'A person did not answer in time whether they would own a team.',
);
export const ownerRequestWithdrawn = ofAnswer(
  'owner_request_withdrawn',
  'A person need not answer any more whether they would own a team, or can own teams no longer.',
);
export const ownerAppointmentFailed = ofAnswer(
  'owner_appointment_failed',
  'The suite rejected a person as owner of a team.',
);

export const ownerAppointed = defineEvent({
  ...common,
  code: 'owner_appointed',
  description:
    'A person became owner of a team: they accepted, or belong to the fallback group of the policy.',
  payload: { ...Asked, policy: PolicyName },
  record: { ...ofRequest, ...ofPolicy },
  people,
});
