/** Events and audit records of restorations (docs/specification.md, sections 11 and 12). */
import Type from 'typebox';
import { policiesTrail } from '../../domain/policies/policy-records.ts';
import { Named, teamSubject } from '../../domain/teams/events.ts';
import { defineRecords } from '../../engine/audit/define-record.ts';
import { EACH_PERSON } from '../../engine/audit/personal-texts.ts';
import { defineEvent } from '../../engine/events/define-event.ts';

export const permanentMembershipRestored = defineEvent({
  code: 'permanent_membership_restored',
  category: 'Lifecycle',
  description: 'Permanent members who had been removed from a team were restored.',
  payload: {
    team: Named,
    owners: Type.Array(Named, { description: 'Restored owners' }),
    members: Type.Array(Named, { description: 'Restored members' }),
  },
  subject: teamSubject.subject,
  trail: policiesTrail,
  record: { ...teamSubject.record, owners: ({ owners }) => owners, members: ({ members }) => members },
  people: { owners: EACH_PERSON, members: EACH_PERSON },
});

/** Written when a governed team no longer exists in the suite. */
export const teamGovernanceEnded = defineRecords<{ teamId: string }>(policiesTrail, {
  target: ({ teamId: id }) => ({ type: 'team', id, displayName: id }),
  fields: { teamId: ({ teamId }) => teamId },
})('team_governance_ended');
