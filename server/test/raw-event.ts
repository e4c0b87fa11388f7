/** Events for tests that ignore payloads and records. */
import type { DomainEvent } from '../src/engine/events/model.ts';
import { EVENTS } from '../src/flows/definitions.ts';
import { newId } from '../src/kernel/ids.ts';

/** Returns an event of the team `team-1`, with the given fields. Its record contains the team only. */
export function rawEvent(
  change: Partial<DomainEvent> & Pick<DomainEvent, 'type'>,
): DomainEvent & { id: string } {
  const { trail } = EVENTS.find(({ code }) => code === change.type)!;
  const { payload = { team: { id: 'team-1' } } } = change;
  const { team } = payload as { team?: { id: string | null } };
  const teamId = team?.id ?? undefined;
  return {
    id: newId(),
    actor: { id: 'ada', kind: 'user', displayName: 'Ada' },
    target: { type: 'team', id: 'team-1', displayName: 'North' },
    payload,
    requestId: 'request',
    ...(teamId !== undefined && { subjectId: teamId }),
    record: { trail: trail.code, outcome: 'success', fields: { teamId } },
    ...change,
  };
}
