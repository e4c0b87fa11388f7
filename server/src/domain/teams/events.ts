/** Events and audit records of teams (docs/specification.md, sections 11 and 12). */
import Type, { type TProperties } from 'typebox';
import { defineRecords } from '../../engine/audit/define-record.ts';
import type { NewAuditRecord } from '../../engine/audit/model.ts';
import { OF_ACTOR } from '../../engine/audit/personal-texts.ts';
import type { Trail } from '../../engine/audit/trails.ts';
import { defineEvent, type PayloadOf } from '../../engine/events/define-event.ts';
import { Maybe } from '../../engine/events/model.ts';
import type { Abandonment } from '../../engine/intents/perform.ts';
import { DateTime, OneOf, Open } from '../../kernel/schema.ts';
import { MEMBER_ROLES, partialSettingGroups, settableFields } from './fields.ts';

export const teamsTrail: Trail = { code: 'teams', category: 'Teams' };

export const Named = Open({ id: Type.String(), displayName: Type.String() });

interface TeamSubject {
  team: { id: string; displayName: string };
}

export const teamSubject = {
  subject: ({ team }: TeamSubject): string => team.id,
  record: {
    teamId: ({ team }: TeamSubject) => team.id,
    teamName: ({ team }: TeamSubject) => team.displayName,
  },
};

const AnyOf = <P extends TProperties>(properties: P, options: object = {}) =>
  Type.Partial(Open(properties), { additionalProperties: true, ...options });

export const teamCreated = defineEvent({
  code: 'team_created',
  category: 'Teams',
  description: 'A team was created. Its contents may still be on their way.',
  payload: { team: Open({ id: Type.String() }) },
  subject: ({ team }) => team.id,
  trail: teamsTrail,
  record: { teamId: ({ team }) => team.id, teamName: (_, target) => target.displayName },
});

export const teamUpdated = defineEvent({
  code: 'team_updated',
  category: 'Teams',
  description: 'Settings of a team were changed.',
  payload: {
    team: Named,
    changes: AnyOf(
      {
        ...settableFields,
        ...partialSettingGroups({ additionalProperties: true }),
        sensitivityLabelId: Type.String(),
      },
      { description: 'What has another value now' },
    ),
  },
  subject: teamSubject.subject,
  trail: teamsTrail,
  record: { ...teamSubject.record, changes: ({ changes }) => changes },
});

/** Fields that the definitions of events about the team alone have in common. */
const ofTeamAlone = { category: 'Teams', payload: { team: Named }, trail: teamsTrail, ...teamSubject };

export const teamArchived = defineEvent({
  ...ofTeamAlone,
  code: 'team_archived',
  description: 'A team was archived.',
});

export const teamUnarchived = defineEvent({
  ...ofTeamAlone,
  code: 'team_unarchived',
  description: 'An archived team was unarchived.',
});

export const teamDeleted = defineEvent({
  ...ofTeamAlone,
  code: 'team_deleted',
  description: 'A team was deleted.',
  recipients: 'audience',
});

export const teamOwnerless = defineEvent({
  ...ofTeamAlone,
  code: 'team_ownerless',
  description:
    'A team has no owner any more who can act: the last one was removed, closed or left the directory.',
  recipients: 'audience',
});

const memberFields = (roleDescription: string) => ({
  id: Type.String(),
  displayName: Type.String(),
  mail: Maybe(Type.String()),
  role: OneOf(MEMBER_ROLES, { description: roleDescription }),
});

/** Returns the fields shared by the definitions of the events about a member of a team. */
const ofMember = (roleDescription: string) => ({
  category: 'Teams',
  payload: { team: Named, member: Open(memberFields(roleDescription)) },
  subject: teamSubject.subject,
  trail: teamsTrail,
  record: {
    ...teamSubject.record,
    memberId: ({ member }: OfMember) => member.id,
    memberName: ({ member }: OfMember) => member.displayName,
    memberRole: ({ member }: OfMember) => member.role,
  },
  people: { memberName: 'memberId' },
});

interface OfMember extends TeamSubject {
  member: { id: string; displayName: string; role: string };
}

const stayFields = {
  endDateTime: Maybe(DateTime),
  sponsor: Maybe(Named),
};

/** The fields of an audit record about a guest's stay, in addition to those about the guest. */
export const STAY_RECORD_FIELDS = ['endDateTime', 'sponsorId'] as const;

interface Stay {
  endDateTime?: string | null;
  sponsor?: { id: string; displayName: string } | null;
}

const stayRecord = <Payload>(stayOf: (payload: Payload) => Stay) => ({
  endDateTime: (payload: Payload) => stayOf(payload).endDateTime,
  sponsorId: (payload: Payload) => stayOf(payload).sponsor?.id,
  sponsorName: (payload: Payload) => stayOf(payload).sponsor?.displayName,
});

const STAY_PEOPLE = { memberName: 'memberId', sponsorName: 'sponsorId' };

const ADDED_ROLE = 'As it is now: added, or promoted';

export const teamMemberAdded = defineEvent({
  ...ofMember(ADDED_ROLE),
  code: 'team_member_added',
  description:
    'A member was added to a team, or promoted. For a guest: with the end of the stay and the sponsor.',
  payload: { team: Named, member: Open({ ...memberFields(ADDED_ROLE), ...stayFields }) },
  record: {
    ...ofMember(ADDED_ROLE).record,
    ...stayRecord(({ member }: { member: Stay }) => member),
  },
  people: STAY_PEOPLE,
});

export const teamMemberUpdated = defineEvent({
  ...ofMember('As it is now'),
  code: 'team_member_updated',
  description: 'The role of a member was changed.',
});

export const teamMemberRemoved = defineEvent({
  ...ofMember('As it was'),
  code: 'team_member_removed',
  description: 'A member was removed from a team, or left it.',
  unpublished: ['reason', 'policyId', 'reviewId'],
});

const guestStay = {
  team: Named,
  guest: Open({ id: Type.String(), displayName: Type.String(), ...stayFields }),
  reason: Maybe(
    OneOf(['guestPolicy', 'guestInactive', 'guestActive', 'review'], {
      description:
        '`guestPolicy`: a policy began or limited the stay, or no longer ends it. `guestInactive`: the guest has not signed in for too long. `guestActive`: the inactive guest has signed in. `review`: a review confirmed the guest, or the confirmation was revoked. Absent when an owner or administrator set it.',
    }),
  ),
};
type GuestStayPayload = PayloadOf<typeof guestStay>;

export const guestStayUpdated = defineEvent({
  code: 'guest_stay_updated',
  category: 'Teams',
  description: 'The end of a guest’s stay in a team, or the guest’s sponsor, was set or changed.',
  payload: guestStay,
  trail: teamsTrail,
  subject: teamSubject.subject,
  record: {
    ...teamSubject.record,
    memberId: ({ guest }: GuestStayPayload) => guest.id,
    memberName: ({ guest }: GuestStayPayload) => guest.displayName,
    ...stayRecord(({ guest }: GuestStayPayload) => guest),
    reason: ({ reason }: GuestStayPayload) => reason,
  },
  unpublished: ['policyId', 'reviewId'],
  people: STAY_PEOPLE,
});

/** Audit records of the jobs that archive and unarchive teams. */
const ofJob = defineRecords<TeamSubject & { id: string }>(teamsTrail, {
  target: ({ team: { id, displayName } }) => ({ type: 'team', id, displayName }),
  fields: { jobId: ({ id }) => id, ...teamSubject.record },
  people: { errorMessage: OF_ACTOR },
});
const FAILURE = ['errorCode', 'errorMessage', 'errorStep'] as const;

export const teamArchiveRequested = ofJob('team_archive_requested', ['siteReadOnly']);
export const teamArchiveSkipped = ofJob('team_archive_skipped');
export const teamArchiveFailed = ofJob('team_archive_failed', FAILURE, 'failure');
export const teamUnarchiveRequested = ofJob('team_unarchive_requested', ['siteReadOnly']);
export const teamUnarchiveSkipped = ofJob('team_unarchive_skipped');
export const teamUnarchiveFailed = ofJob('team_unarchive_failed', FAILURE, 'failure');
export const teamArchiveCancelled = ofJob('team_archive_cancelled', ['remove']);
export const teamArchiveRetried = ofJob('team_archive_retried', ['errorStep']);
export const teamUnarchiveCancelled = ofJob('team_unarchive_cancelled', ['remove']);
export const teamUnarchiveRetried = ofJob('team_unarchive_retried', ['errorStep']);

/** The record of an operation whose outcome is unknown (engine/intents/perform.ts). */
export const teamOperationAbandoned = defineRecords<Pick<Abandonment, 'target'> & { teamId: string }>(
  teamsTrail,
  {
    target: ({ target }) => target,
    fields: { teamId: ({ teamId }) => teamId },
    people: { errorMessage: OF_ACTOR },
  },
)('team_operation_abandoned', ['operation', 'errorCode', 'errorMessage'], 'failure');

/** Returns the `abandoned` function of an operation on the team that `teamIdOf` finds in its input. */
export const teamAbandonedRecord =
  <Input>(teamIdOf: (input: Input) => string) =>
  (input: Input, { target, cause, fields }: Abandonment): NewAuditRecord =>
    teamOperationAbandoned.record({ target, teamId: teamIdOf(input) }, cause, fields);
