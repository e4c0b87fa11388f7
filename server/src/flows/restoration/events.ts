/** Events and audit records of restoring teams to what policies ask for (docs/specification.md, sections 11 and 12). */
import Type from 'typebox';
import { policiesTrail } from '../../domain/policies/policy-records.ts';
import { Named, ofTeam } from '../../domain/teams/events.ts';
import { defineRecord } from '../../engine/audit/define-record.ts';
import { defineEvent } from '../../engine/events/define-event.ts';

export const permanentMembershipRestored = defineEvent({
  code: 'permanent_membership_restored',
  category: 'Lifecycle',
  description: 'A permanent member who had been removed from a team was put back.',
  payload: {
    team: Named,
    owners: Type.Array(Named, { description: 'Who was made an owner again' }),
    members: Type.Array(Named, { description: 'Who was made a member again' }),
  },
  subject: ofTeam.subject,
  trail: policiesTrail,
  record: { ...ofTeam.record, owners: ({ owners }) => owners, members: ({ members }) => members },
});

/** A governed team that the suite has no longer. */
export const teamGovernanceEnded = defineRecord(policiesTrail, 'team_governance_ended', ['teamId']);
