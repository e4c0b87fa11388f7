/** Events and audit records of lifecycles (docs/specification.md, sections 11 and 12). */
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
      description: 'Action at the end of the grace period',
    }),
    lastActivityDateTime: Maybe(DateTime),
    expiresDateTime: Maybe(DateTime),
  }),
};
type Payload = PayloadOf<typeof payload>;

const common = {
  category: 'Lifecycle',
  payload,
  recipients: 'audience',
  trail: teamsTrail,
  subject: ofTeam.subject,
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
  description: 'A team had no activity for the time that its rules set.',
});

export const teamExpired = defineEvent({
  ...common,
  code: 'team_expired',
  description: 'The grace period of an inactive team has ended.',
});

/** Recorded when a run resets a team: after activity, archiving or unarchiving, or a change of its rules. */
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
export const runCapped = defineRecord(policiesTrail, 'lifecycle_run_capped', ['runId', 'cap', 'counts']);
