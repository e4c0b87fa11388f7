/**
 * What follows from an event in the transaction that records it. Persistence carries all of it out in the one
 * statement that writes the events (persistence/events.ts); nothing else reacts inside that transaction.
 */
import { teamChannelCreated } from '../domain/channels/events.ts';
import {
  teamCreated,
  teamDeleted,
  teamMemberAdded,
  teamUnarchived,
  teamUpdated,
} from '../domain/teams/events.ts';
import { EVENTS } from './definitions.ts';

interface Reaction {
  when: readonly { code: string }[];
}

/** When one of these happened, do what the key says. */
export const REACTIONS = {
  /** Write the event's audit record. */
  record: { when: EVENTS },
  /** Leave it for the webhooks that subscribe to it. */
  handOn: { when: EVENTS },
  /** Look after the event's team: compare it with its policies for the first time in 15 minutes. */
  govern: { when: [teamCreated] },
  /** Look after the event's team no longer. */
  endGoverning: { when: [teamDeleted] },
  /** Compare the event's team with its policies at once. */
  makeDue: { when: [teamUpdated, teamUnarchived, teamMemberAdded, teamChannelCreated] },
} as const satisfies Record<string, Reaction>;

export type ReactionName = keyof typeof REACTIONS;

const BY_TYPE = new Map<string, ReactionName[]>();
for (const [name, { when }] of Object.entries(REACTIONS) as [ReactionName, Reaction][]) {
  for (const { code } of when) BY_TYPE.set(code, [...(BY_TYPE.get(code) ?? []), name]);
}

/** The reactions to an event of this type. */
export const reactionsTo = (type: string): readonly ReactionName[] => BY_TYPE.get(type) ?? [];
