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
    default:
      return MEMBER_EVENTS[fact.kind].happened({ target, payload: { team, member: fact.member } });
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

/** Records one batch of changes. */
async function recordBatch(
  { store, clock, outside }: RecordOutsideDeps,
  tenantId: string,
  changes: readonly OutsideChange[],
): Promise<number> {
  const requestId = newId();
  const events = changes.flatMap((change) => eventsOf(change, outside.actor, requestId));
  if (events.length === 0) return 0;
  const isDeleted = ({ facts }: OutsideChange): boolean => facts.some(({ kind }) => kind === 'deleted');
  const present = changes.filter((change) => change.facts.length > 0 && !isDeleted(change));
  await store.transaction(tenantId, async (unit) => {
    const at = clock.now();
    await unit.events.append(events, at);
    await unit.policies.govern([...new Set(present.map(({ team }) => team.id))], at);
  });
  return events.length;
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
