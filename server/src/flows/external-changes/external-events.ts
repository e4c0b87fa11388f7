/** Builds the events of changes made outside Charter. They have the same types as those of Charter's own changes. */
import { createHash } from 'node:crypto';
import { teamChannelCreated, teamChannelDeleted, teamChannelUpdated } from '../../domain/channels/events.ts';
import {
  teamArchived,
  teamCreated,
  teamDeleted,
  teamMemberAdded,
  teamMemberRemoved,
  teamMemberUpdated,
  teamUnarchived,
  teamUpdated,
} from '../../domain/teams/events.ts';
import { withRemovedAsEmpty } from '../../domain/teams/update-team.ts';
import type { DomainEvent, NewEvent } from '../../engine/events/model.ts';
import { idFromDigest } from '../../kernel/ids.ts';
import type { ExternalChange, ExternalFact } from './ports.ts';

type ChannelFact = Extract<ExternalFact, { channel: object }>;

const MEMBER_EVENTS = {
  memberAdded: teamMemberAdded,
  memberUpdated: teamMemberUpdated,
  memberRemoved: teamMemberRemoved,
} as const;

/** Returns the event of a change of a channel. */
function channelHappening(team: ExternalChange['team'], fact: ChannelFact): NewEvent {
  const { channel } = fact;
  const target = { type: 'channel', id: channel.id, displayName: channel.displayName };
  if (fact.kind === 'channelDeleted') {
    return teamChannelDeleted.happened({ target, payload: { team, channel }, audience: fact.owners });
  }
  if (fact.kind === 'channelCreated') {
    return teamChannelCreated.happened({ target, payload: { team, channel } });
  }
  const changes = withRemovedAsEmpty(fact.changes);
  return teamChannelUpdated.happened({ target, payload: { team, channel, changes } });
}

function happeningOf(team: ExternalChange['team'], fact: ExternalFact): NewEvent {
  const target = { type: 'team', ...team };
  switch (fact.kind) {
    case 'created':
      return teamCreated.happened({ target, payload: { team: { id: team.id } } });
    case 'updated': {
      const { sensitivityLabelId, ...patch } = fact.changes;
      const label = sensitivityLabelId === undefined ? {} : { sensitivityLabelId: sensitivityLabelId ?? '' };
      return teamUpdated.happened({
        target,
        payload: { team, changes: { ...withRemovedAsEmpty(patch), ...label } },
      });
    }
    case 'archived':
      return teamArchived.happened({ target, payload: { team } });
    case 'unarchived':
      return teamUnarchived.happened({ target, payload: { team } });
    case 'deleted':
      return teamDeleted.happened({ target, payload: { team }, audience: fact.owners });
    case 'channelCreated':
    case 'channelUpdated':
    case 'channelDeleted':
      return channelHappening(team, fact);
    default: {
      const { id, displayName } = fact.member;
      const member = { type: 'member', id, displayName };
      return MEMBER_EVENTS[fact.kind].happened({ target: member, payload: { team, member: fact.member } });
    }
  }
}

/** Returns the events of a change. Each event id is derived from the change's id and the event's content. */
export function eventsOf(
  change: ExternalChange,
  actor: DomainEvent['actor'],
  requestId: string,
): DomainEvent[] {
  return change.facts.map((fact) => {
    const happening = happeningOf(change.team, fact);
    const digest = createHash('sha256')
      .update(`${change.id}\0${happening.type}\0${JSON.stringify(happening.payload)}`)
      .digest('hex');
    return { ...happening, id: idFromDigest(digest), actor, requestId };
  });
}
