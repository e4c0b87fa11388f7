/**
 * Builds the events, audit records and notifications of lifecycle decisions. The caller writes them in the transaction
 * of the decision.
 */

import { type NewNotification, notificationsTo } from '../../domain/notifications/kinds.ts';
import type { NewAuditRecord } from '../../engine/audit/model.ts';
import type { DomainEvent } from '../../engine/events/model.ts';
import { SYSTEM_ACTOR } from '../../engine/principal.ts';
import { newId } from '../../kernel/ids.ts';
import type { LifecycleDecision } from './decide.ts';
import { teamExpired, teamInactive, teamLifecycleReset } from './events.ts';
import { causeOf, type NewRun, type PlannedDecision } from './runs.ts';

/** The run that made a decision; the events and records of the decision carry its request id. */
type Run = Pick<NewRun, 'id' | 'requestId'>;

export const displayNameOf = ({ teamId, situation: { team } }: PlannedDecision): string =>
  typeof team === 'string' ? teamId : team.displayName;

const targetOf = (planned: PlannedDecision) =>
  ({ type: 'team', id: planned.teamId, displayName: displayNameOf(planned) }) as const;

const lastActivityOf = ({ situation: { team } }: PlannedDecision): string | null =>
  typeof team === 'string' ? null : team.lastActivityAt.toISOString();

/** Returns the end of the announced or finished grace period, RFC 3339. */
const expiresOf = ({ decision, situation: { record } }: PlannedDecision): string | null =>
  (decision.kind === 'ask' ? decision.expiresAt : record?.expiresAt)?.toISOString() ?? null;

export type AnnouncedTeam = PlannedDecision & {
  decision: Extract<LifecycleDecision, { kind: 'ask' | 'expire' }>;
};

export const addresseesOf = ({ situation: { team } }: PlannedDecision): readonly string[] =>
  typeof team === 'string' ? [] : team.addresseeIds;

/** Builds `team_inactive` or `team_expired`. Personal webhooks of the people who were asked receive it. */
export function lifecycleEvent(
  planned: AnnouncedTeam,
  { id: runId, requestId }: Run,
  id: string = newId(),
): DomainEvent {
  const { decision, teamId } = planned;
  const lifecycle = {
    action: decision.action,
    cause: causeOf(decision, planned.situation.record) ?? 'inactivity',
    lastActivityDateTime: lastActivityOf(planned),
    expiresDateTime: expiresOf(planned),
  };
  const definition = decision.kind === 'ask' ? teamInactive : teamExpired;
  const happening = definition.happened({
    id,
    target: targetOf(planned),
    payload: { team: { id: teamId, displayName: displayNameOf(planned) }, lifecycle },
    audience: addresseesOf(planned),
    unpublished: { reason: decision.reason, runId },
  });
  return { ...happening, actor: SYSTEM_ACTOR, requestId };
}

export const lifecycleResetRecord = (
  planned: PlannedDecision,
  { id: runId, requestId }: Run,
): NewAuditRecord =>
  teamLifecycleReset.record(
    { id: planned.teamId, displayName: displayNameOf(planned) },
    { actor: SYSTEM_ACTOR, requestId },
    { reason: planned.decision.reason, lastActivityDateTime: lastActivityOf(planned), runId },
  );

export function notifyPeople(planned: AnnouncedTeam): NewNotification[] {
  const facts = {
    teamId: planned.teamId,
    teamName: displayNameOf(planned),
    action: planned.decision.action,
    cause: causeOf(planned.decision, planned.situation.record) ?? 'inactivity',
    lastActivityDateTime: lastActivityOf(planned) ?? '',
    expiresDateTime: expiresOf(planned) ?? '',
  };
  const kind = planned.decision.kind === 'ask' ? 'team_inactive' : 'team_expired';
  return notificationsTo(addresseesOf(planned), { kind, facts });
}

/** Builds the notifications to administrators about a run that stopped at its cap. */
export const notifyOfCap = (
  administratorIds: readonly string[],
  facts: { runId: string; actedCount: number; leftCount: number },
): NewNotification[] => notificationsTo(administratorIds, { kind: 'lifecycle_run_capped', facts });
