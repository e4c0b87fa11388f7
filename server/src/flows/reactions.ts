/**
 * The reactions to an event in its transaction. The statement that writes the events performs them
 * (persistence/events.ts); nothing else reacts inside that transaction.
 */
import { teamMetadataUpdated } from '../domain/answers/events.ts';
import { teamChannelCreated } from '../domain/channels/events.ts';
import {
  guestStayUpdated,
  teamCreated,
  teamDeleted,
  teamMemberAdded,
  teamMemberRemoved,
  teamMemberUpdated,
  teamUnarchived,
  teamUpdated,
} from '../domain/teams/events.ts';
import { EVENTS } from './definitions.ts';

interface Reaction {
  when: readonly { code: string }[];
}

export const REACTIONS = {
  record: { when: EVENTS },
  /** Queue the event's fan-out to webhooks. */
  handOn: { when: EVENTS },
  /** Govern the team. Its first check by the policies is due after 15 minutes. */
  govern: { when: [teamCreated] },
  /** Store the answers of the request that created the team. */
  storeMetadata: { when: [teamCreated] },
  endGoverning: { when: [teamDeleted] },
  /** Store the stay that the event carries: of a guest who was added, or whose stay has changed. */
  beginStay: { when: [teamMemberAdded, guestStayUpdated] },
  /** Delete the stay of the person, if any. */
  endStay: { when: [teamMemberRemoved] },
  /** Check the team's policies at once. */
  makeDue: {
    when: [
      teamUpdated,
      teamMetadataUpdated,
      teamUnarchived,
      teamMemberAdded,
      teamMemberUpdated,
      teamMemberRemoved,
      teamChannelCreated,
    ],
  },
} as const satisfies Record<string, Reaction>;

export type ReactionName = keyof typeof REACTIONS;

const BY_TYPE = new Map<string, ReactionName[]>();
for (const [name, { when }] of Object.entries(REACTIONS) as [ReactionName, Reaction][]) {
  for (const { code } of when) BY_TYPE.set(code, [...(BY_TYPE.get(code) ?? []), name]);
}

export const reactionsTo = (type: string): readonly ReactionName[] => BY_TYPE.get(type) ?? [];
