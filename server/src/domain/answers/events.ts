import Type from 'typebox';
import { OF_ACTOR } from '../../engine/audit/personal-texts.ts';
import { defineEvent } from '../../engine/events/define-event.ts';
import { Open } from '../../kernel/schema.ts';
import { Named, teamSubject, teamsTrail } from '../teams/events.ts';

export const teamMetadataUpdated = defineEvent({
  code: 'team_metadata_updated',
  category: 'Teams',
  description: 'Answers to the questions of a team’s template were changed.',
  payload: {
    team: Named,
    changed: Type.Array(Type.String(), { description: 'Ids of the answers that were changed or removed' }),
    metadata: Open({}, { description: 'The answers now, by the ids of their questions' }),
  },
  subject: teamSubject.subject,
  trail: teamsTrail,
  record: {
    ...teamSubject.record,
    changed: ({ changed }) => changed,
    answers: ({ metadata, changed }) =>
      Object.fromEntries(Object.entries(metadata).filter(([id]) => changed.includes(id))),
  },
  people: { answers: OF_ACTOR },
});
