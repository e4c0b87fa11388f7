/** The event of a changed stay (docs/specification.md, sections 11 and 12). */
import Type from 'typebox';
import { defineEvent, type PayloadOf } from '../../engine/events/define-event.ts';
import { Maybe } from '../../engine/events/model.ts';
import { DateTime, Open } from '../../kernel/schema.ts';
import { Named, teamSubject, teamsTrail } from '../teams/events.ts';

const payload = {
  team: Named,
  guest: Open({
    id: Type.String(),
    displayName: Type.String(),
    endDateTime: Maybe(DateTime),
    sponsor: Maybe(Named),
  }),
};
type Payload = PayloadOf<typeof payload>;

export const guestStayUpdated = defineEvent({
  code: 'guest_stay_updated',
  category: 'Teams',
  description: 'The end of a guest’s stay in a team, or the guest’s sponsor, was changed.',
  payload,
  trail: teamsTrail,
  subject: teamSubject.subject,
  record: {
    ...teamSubject.record,
    memberId: ({ guest }: Payload) => guest.id,
    memberName: ({ guest }: Payload) => guest.displayName,
    endDateTime: ({ guest }: Payload) => guest.endDateTime,
    sponsorId: ({ guest }: Payload) => guest.sponsor?.id,
    sponsorName: ({ guest }: Payload) => guest.sponsor?.displayName,
  },
  people: { memberName: 'memberId', sponsorName: 'sponsorId' },
});
