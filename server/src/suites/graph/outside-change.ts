/** A change by others, with the state that was read from Graph to find it. */
import type { TeamChannel } from '../../domain/channels/model.ts';
import type { SuiteTeam, TeamMember } from '../../domain/teams/model.ts';
import type { OutsideChange } from '../../flows/outside-changes/ports.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { NotedChange } from './noted-changes.ts';

/** Age at which a note is dropped if Graph still does not show its team. Graph shows a new team long before that. */
const WAIT_MILLISECONDS = 24 * 60 * 60_000;

export interface GraphChange extends OutsideChange {
  note: NotedChange;
  /** The team as read from Graph; undefined for a deleted team, for people and for channels. */
  read?: SuiteTeam;
  /** The people of a restored team as read from Graph. */
  people?: readonly TeamMember[];
  /** The channels of the team as read from Graph. */
  channels?: readonly TeamChannel[];
}

export const changeOf = (note: NotedChange, displayName: string) => ({
  id: note.changeId,
  team: { id: note.teamId, displayName },
  noticedAt: note.noticedAt,
  note,
});

/** Whether Graph has not shown the note's subject for so long that it does not exist. */
export const isAbandoned = ({ noticedAt }: NotedChange, clock: Clock): boolean =>
  clock.now().getTime() - noticedAt.getTime() > WAIT_MILLISECONDS;
