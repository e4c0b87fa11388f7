/**
 * Records external changes in the suite like Charter's own changes: as events with audit records, followed by a check
 * of the policies. The id of an event is a digest of the change's id and the event's content, so a change that is
 * compared twice is recorded once.
 */
import type { Deps } from '../../engine/deps.ts';
import type { DomainEvent } from '../../engine/events/model.ts';
import type { UnitOfWork } from '../../engine/store.ts';
import { newId } from '../../kernel/ids.ts';
import { eventsOf } from './external-events.ts';
import type { ExternalChange, ExternalChanges } from './ports.ts';

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
