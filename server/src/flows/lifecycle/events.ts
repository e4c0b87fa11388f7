/** Events and audit records of lifecycles (docs/specification.md, 11 and 12). */
import { policiesTrail } from '../../domain/policies/policy-records.ts';
import { Named, ofTeam, teamsTrail } from '../../domain/teams/events.ts';
import { defineRecord } from '../../engine/audit/define-record.ts';
import { defineEvent, type PayloadOf } from '../../engine/events/define-event.ts';
import { Maybe } from '../../engine/events/payload.ts';
import { DateTime, OneOf, Open } from '../../kernel/schema.ts';

const payload = {
  team: Named,
  lifecycle: Open({
    action: OneOf(['None', 'Archive', 'Delete'], {
      description: 'What is done with it when the grace is over',
    }),
    lastActivityDateTime: Maybe(DateTime),
    expiresDateTime: Maybe(DateTime),
  }),
};
type Payload = PayloadOf<typeof payload>;

/** What the two events have in common. */
const common = {
  category: 'Lifecycle',
  payload,
  recipients: 'audience',
  trail: teamsTrail,
  team: ofTeam.team,
  record: {
    ...ofTeam.record,
    action: ({ lifecycle }: Payload) => lifecycle.action,
    lastActivityDateTime: ({ lifecycle }: Payload) => lifecycle.lastActivityDateTime,
    expiresDateTime: ({ lifecycle }: Payload) => lifecycle.expiresDateTime,
  },
  unpublished: ['reason', 'runId'],
} as const;

export const teamInactive = defineEvent({
  ...common,
  code: 'team_inactive',
  description: 'A team has been without activity for its template’s time.',
});

export const teamExpired = defineEvent({
  ...common,
  code: 'team_expired',
  description: 'The grace of an inactive team has run out.',
});

/** A team is active again without anybody having renewed it. */
export const teamLifecycleReset = defineRecord(teamsTrail, 'team_lifecycle_reset', [
  'teamId',
  'teamName',
  'reason',
  'lastActivityDateTime',
  'runId',
]);
export const teamLifecycleRenewed = defineRecord(teamsTrail, 'team_lifecycle_renewed', [
  'teamId',
  'teamName',
]);

export const runRequested = defineRecord(policiesTrail, 'lifecycle_run_requested', [
  'runId',
  'scheduledDateTime',
  'governedTeams',
  'cap',
]);
export const runCompleted = defineRecord(policiesTrail, 'lifecycle_run_completed', [
  'runId',
  'cap',
  'counts',
]);
export const runFailed = defineRecord(
  policiesTrail,
  'lifecycle_run_failed',
  ['runId', 'errorMessage'],
  'failure',
);
/** The run stopped at its cap. */
export const runCapped = defineRecord(policiesTrail, 'lifecycle_run_capped', ['runId', 'cap', 'counts']);
