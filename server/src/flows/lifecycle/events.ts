/** Events and audit records of lifecycles (docs/specification.md, sections 11 and 12). */
import { policiesTrail } from '../../domain/policies/policy-records.ts';
import { Named, teamSubject, teamsTrail } from '../../domain/teams/events.ts';
import { LIFECYCLE_CAUSES } from '../../domain/teams/model.ts';
import { defineRecords } from '../../engine/audit/define-record.ts';
import { defineEvent, type PayloadOf } from '../../engine/events/define-event.ts';
import { Maybe } from '../../engine/events/model.ts';
import { DateTime, OneOf, Open } from '../../kernel/schema.ts';

const payload = {
  team: Named,
  lifecycle: Open({
    action: OneOf(['None', 'Archive', 'Delete'], {
      description: 'Action at the end of the grace period',
    }),
    cause: OneOf(LIFECYCLE_CAUSES, {
      description:
        '`end`: the team reaches its end; `renewal`: a renewal is due; `inactivity`: nobody uses it',
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
  subject: teamSubject.subject,
  record: {
    ...teamSubject.record,
    action: ({ lifecycle }: Payload) => lifecycle.action,
    cause: ({ lifecycle }: Payload) => lifecycle.cause,
    lastActivityDateTime: ({ lifecycle }: Payload) => lifecycle.lastActivityDateTime,
    expiresDateTime: ({ lifecycle }: Payload) => lifecycle.expiresDateTime,
  },
  unpublished: ['reason', 'runId'],
} as const;

export const teamInactive = defineEvent({
  ...common,
  code: 'team_inactive',
  description: 'A team reaches its end, needs a renewal, or had no activity for the time that its rules set.',
});

export const teamExpired = defineEvent({
  ...common,
  code: 'team_expired',
  description: 'The grace period of an inactive team has ended.',
});

const ofTeamAlone = defineRecords<{ id: string; displayName: string }>(teamsTrail, {
  target: ({ id, displayName }) => ({ type: 'team', id, displayName }),
  fields: { teamId: ({ id }) => id, teamName: ({ displayName }) => displayName },
});
/** Written when a run resets a team: after activity, archiving or unarchiving, or a change of its rules. */
export const teamLifecycleReset = ofTeamAlone('team_lifecycle_reset', [
  'reason',
  'lastActivityDateTime',
  'runId',
]);
export const teamLifecycleRenewed = ofTeamAlone('team_lifecycle_renewed');

const ofRun = defineRecords<{ id: string }>(policiesTrail, {
  target: ({ id }) => ({ type: 'run', id, displayName: 'Lifecycle run' }),
  fields: { runId: ({ id }) => id },
});
export const runRequested = ofRun('lifecycle_run_requested', ['scheduledDateTime', 'governedTeams', 'cap']);
export const runCompleted = ofRun('lifecycle_run_completed', ['cap', 'counts']);
export const runFailed = ofRun('lifecycle_run_failed', ['errorMessage'], 'failure');
export const runCapped = ofRun('lifecycle_run_capped', ['cap', 'counts']);
