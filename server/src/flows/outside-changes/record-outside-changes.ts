/**
 * Records what others have changed in the suite, as Charter records its own changes: an event, which webhooks and the
 * audit trail get, and a comparison with the policies. The id of an event follows from what it tells, so that a change
 * that is compared twice is recorded once.
 */
import { createHash } from 'node:crypto';
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
import { withRemovedAsEmpty } from '../../domain/teams/patch.ts';
import type { Deps } from '../../engine/deps.ts';
import type { DomainEvent, Happening } from '../../engine/events/model.ts';
import type { UnitOfWork } from '../../engine/store.ts';
import { idFrom, newId } from '../../kernel/ids.ts';
import type { OutsideChange, OutsideChanges, OutsideFact } from './ports.ts';

export interface RecordOutsideDeps extends Pick<Deps, 'store' | 'clock'> {
  outside: OutsideChanges;
}

const MEMBER_EVENTS = {
  memberAdded: teamMemberAdded,
  memberUpdated: teamMemberUpdated,
  memberRemoved: teamMemberRemoved,
} as const;

function happeningOf(team: OutsideChange['team'], fact: OutsideFact): Happening {
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
    default: {
      const { id, displayName } = fact.member;
      const member = { type: 'member', id, displayName };
      return MEMBER_EVENTS[fact.kind].happened({ target: member, payload: { team, member: fact.member } });
    }
  }
}

function eventsOf(change: OutsideChange, actor: DomainEvent['actor'], requestId: string): DomainEvent[] {
  return change.facts.map((fact) => {
    const happening = happeningOf(change.team, fact);
    const digest = createHash('sha256')
      .update(`${change.id}\0${happening.type}\0${JSON.stringify(happening.payload)}`)
      .digest('hex');
    return { ...happening, id: idFrom(digest), actor, requestId };
  });
}

/**
 * Whether Charter has recorded the same change of a member since it was noticed: an addition whose first answer was
 * lost finds the person in the team, and can't know who added them.
 */
async function isOwn(
  { audit }: Pick<UnitOfWork, 'audit'>,
  { noticedAt: since }: OutsideChange,
  { type, target, record: { trail, fields } }: DomainEvent,
): Promise<boolean> {
  const { teamId, memberId, memberRole } = fields;
  if (memberId === undefined) return false;
  const facts = { teamId, memberId, memberRole };
  return audit.isRecorded({ trail, type, targetId: target.id, fields: facts, since });
}

/** Records one batch of changes. Returns the number of events. */
async function recordBatch(
  { store, clock, outside }: RecordOutsideDeps,
  tenantId: string,
  changes: readonly OutsideChange[],
): Promise<number> {
  // In the order of the teams, whose records are locked.
  const telling = changes
    .filter(({ facts }) => facts.length > 0)
    .toSorted((one, other) => (one.team.id < other.team.id ? -1 : 1));
  if (telling.length === 0) return 0;
  const requestId = newId();
  const isDeleted = ({ facts }: OutsideChange): boolean => facts.some(({ kind }) => kind === 'deleted');
  const present = telling.filter((change) => !isDeleted(change)).map(({ team }) => team.id);
  return store.transaction(tenantId, async (unit) => {
    const at = clock.now();
    const events: DomainEvent[] = [];
    for (const change of telling) {
      for (const event of eventsOf(change, outside.actor, requestId)) {
        if (!(await isOwn(unit, change, event))) events.push(event);
      }
    }
    if (events.length === 0) return 0;
    await unit.events.append(events, at);
    await unit.policies.govern([...new Set(present)], at);
    return events.length;
  });
}

/**
 * Records all changes that are due. Returns the number of events. Changes of teams that Charter is changing at the
 * moment wait: its own changes must not be taken for those of others.
 * @param stopping when aborted, no further batch begins
 * @throws ServiceUnavailable when the suite can't be asked
 */
export async function recordOutsideChanges(
  deps: RecordOutsideDeps,
  tenantId: string,
  stopping?: AbortSignal,
): Promise<number> {
  const { store, outside } = deps;
  let count = 0;
  while (!stopping?.aborted) {
    const taken = await outside.take(tenantId);
    if (taken.length === 0) break;
    // After the suite was read: a change by Charter that began later is not in what was read.
    const busy = new Set(await store.in(tenantId).teamFacts.underChange(taken.map(({ team }) => team.id)));
    const idle = taken.filter(({ team }) => !busy.has(team.id));
    const changes = await outside.current(tenantId, idle);
    count += await recordBatch(deps, tenantId, changes);
    await outside.settle(tenantId, changes);
  }
  return count;
}
