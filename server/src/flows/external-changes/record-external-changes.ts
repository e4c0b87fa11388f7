/**
 * Records external changes in the suite like Charter's own changes: as events of the same types with audit records,
 * followed by a check of the policies. The id of an event is a digest of the change's id and the event's content, so a
 * change that is compared twice is recorded once.
 */
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
import type { Deps } from '../../engine/deps.ts';
import type { DomainEvent, NewEvent } from '../../engine/events/model.ts';
import type { UnitOfWork } from '../../engine/store.ts';
import { idFromDigest, newId } from '../../kernel/ids.ts';
import type { ExternalChange, ExternalChanges, ExternalFact } from './ports.ts';

type ChannelFact = Extract<ExternalFact, { channel: object }>;

const MEMBER_EVENTS = {
  memberAdded: teamMemberAdded,
  memberUpdated: teamMemberUpdated,
  memberRemoved: teamMemberRemoved,
} as const;

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

function eventsOf(change: ExternalChange, actor: DomainEvent['actor'], requestId: string): DomainEvent[] {
  return change.facts.map((fact) => {
    const happening = happeningOf(change.team, fact);
    const digest = createHash('sha256')
      .update(`${change.id}\0${happening.type}\0${JSON.stringify(happening.payload)}`)
      .digest('hex');
    return { ...happening, id: idFromDigest(digest), actor, requestId };
  });
}

export interface RecordExternalDeps extends Pick<Deps, 'store' | 'clock'> {
  externalChanges: ExternalChanges;
}

/**
 * Returns whether Charter itself has recorded the same change since it was detected. When Charter loses the suite's
 * response to an added member or a deleted channel, its retry records the change, and the notification then reports the
 * same change as an external one. For channels, compares only creations and deletions, because each of them happens
 * once.
 */
async function isOwn(
  { audit }: Pick<UnitOfWork, 'audit'>,
  { noticedAt: since }: ExternalChange,
  { type, target, record: { trail, fields } }: DomainEvent,
): Promise<boolean> {
  const { teamId, memberId, memberRole, channelId, changes } = fields;
  if (memberId === undefined && (channelId === undefined || changes !== undefined)) return false;
  const facts = { teamId, ...(memberId === undefined ? { channelId } : { memberId, memberRole }) };
  return audit.isRecorded({ trail, type, targetId: target.id, fields: facts, since });
}

/** Records a batch of changes. Returns the number of events. */
async function recordBatch(
  { store, clock, externalChanges }: RecordExternalDeps,
  tenantId: string,
  changes: readonly ExternalChange[],
): Promise<number> {
  // Sorts by team: the transaction locks the teams' rows, and a common order prevents deadlocks.
  const relevant = changes
    .filter(({ facts }) => facts.length > 0)
    .toSorted((one, other) => (one.team.id < other.team.id ? -1 : 1));
  if (relevant.length === 0) return 0;
  const requestId = newId();
  const isDeleted = ({ facts }: ExternalChange): boolean => facts.some(({ kind }) => kind === 'deleted');
  const present = relevant.filter((change) => !isDeleted(change)).map(({ team }) => team.id);
  return store.transaction(tenantId, async (unit) => {
    const at = clock.now();
    const events: DomainEvent[] = [];
    for (const change of relevant) {
      for (const event of eventsOf(change, externalChanges.actor, requestId)) {
        if (!(await isOwn(unit, change, event))) events.push(event);
      }
    }
    if (events.length === 0) return 0;
    await unit.events.append(events, at);
    await unit.governedTeams.govern([...new Set(present)], at);
    return events.length;
  });
}

/**
 * Records all due changes, and returns the number of events. Omits teams that Charter is changing now, so that its own
 * changes do not count as external changes.
 * @param stopping when aborted, no further batch begins
 * @throws ServiceUnavailable when the suite is unavailable
 */
export async function recordExternalChanges(
  deps: RecordExternalDeps,
  tenantId: string,
  stopping?: AbortSignal,
): Promise<number> {
  const { store, externalChanges } = deps;
  let count = 0;
  while (!stopping?.aborted) {
    const taken = await externalChanges.take(tenantId);
    if (taken.length === 0) break;
    // Reads this after `take`, because a change that Charter begins later can't be part of what `take` has read.
    const busy = new Set(await store.in(tenantId).teamFacts.underChange(taken.map(({ team }) => team.id)));
    const idle = taken.filter(({ team }) => !busy.has(team.id));
    const changes = await externalChanges.current(tenantId, idle);
    count += await recordBatch(deps, tenantId, changes);
    await externalChanges.settle(tenantId, changes);
  }
  return count;
}
