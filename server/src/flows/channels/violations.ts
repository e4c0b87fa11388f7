/** The states of a channel that violates a policy, and the events and records of the transitions (docs/channels.md). */
import type { TeamChannel } from '../../domain/channels/model.ts';
import { notificationsTo } from '../../domain/notifications/kinds.ts';
import { channelRulesOf } from '../../domain/policies/kinds/channels.ts';
import { reportRecords } from '../../domain/policies/policy-records.ts';
import { ownerIdsOf } from '../../domain/teams/model.ts';
import type { Deps } from '../../engine/deps.ts';
import type { NewEvent } from '../../engine/events/model.ts';
import type { Cause } from '../../engine/principal.ts';
import type { UnitOfWork } from '../../engine/store.ts';
import { DAY_MILLISECONDS } from '../../kernel/clock.ts';
import { newId } from '../../kernel/ids.ts';
import type { Message } from '../../kernel/messages.ts';
import { channelViolationEnded, channelViolationFound, channelViolationUpdated } from './events.ts';
import type { ChannelViolation, EndReason, ViolationState } from './model.ts';
import type { ChannelPolicy } from './rules.ts';

/** Time between the reminder and the deletion. */
const REMINDER_MILLISECONDS = 3 * DAY_MILLISECONDS;
/** Pause before Charter retries a deletion that the suite has rejected. */
const RETRY_MILLISECONDS = DAY_MILLISECONDS;

/** The inputs that all writes of one team's check share. */
export interface Check {
  deps: Deps;
  tenantId: string;
  team: { id: string; displayName: string };
  ownerIds: readonly string[];
  cause: Cause;
  at: Date;
}

/** Why a channel violates a policy. */
export interface Judgement {
  policy: ChannelPolicy;
  reason: Message;
}

/** Returns the next state of a violation. @param before undefined for a channel that was found just now */
export function nextStateOf(
  before: ChannelViolation | undefined,
  { policy, reason }: Judgement,
  now: Date,
): ViolationState {
  const { externalChannels, deletionDays } = channelRulesOf(policy.settings);
  const found = { policyId: policy.id, policyName: policy.name, mode: policy.mode, reason };
  if (policy.mode === 'report' || externalChannels === 'report') {
    return { ...found, status: 'reported', deleteAt: null, isReminded: true };
  }
  const after = (milliseconds: number): Date => new Date(now.getTime() + milliseconds);
  if (before?.status === 'deleting') {
    // The suite has rejected the deletion: no check begins while a deletion is unfinished and its intent is open.
    return { ...found, status: 'scheduled', deleteAt: after(RETRY_MILLISECONDS), isReminded: true };
  }
  const planned = before?.status === 'scheduled' ? before : undefined;
  const deleteAt = planned?.deleteAt ?? after(deletionDays * DAY_MILLISECONDS);
  const isNear = deleteAt.getTime() - now.getTime() <= REMINDER_MILLISECONDS;
  return { ...found, status: 'scheduled', deleteAt, isReminded: isNear || (planned?.isReminded ?? false) };
}

const isSame = (one: ViolationState, other: ViolationState): boolean =>
  one.status === other.status &&
  one.mode === other.mode &&
  one.policyId === other.policyId &&
  one.reason.message === other.reason.message &&
  one.isReminded === other.isReminded &&
  one.deleteAt?.getTime() === other.deleteAt?.getTime();

type Subject = Pick<TeamChannel, 'id' | 'displayName' | 'membershipType'>;

const subjectOf = ({ channelId, channelName, membershipType }: ChannelViolation): Subject => ({
  id: channelId,
  displayName: channelName,
  membershipType,
});

/** Returns target and payload of an event about a channel. */
const about = (
  team: Check['team'],
  { id, displayName, membershipType }: Subject,
  { policyId, policyName }: Pick<ViolationState, 'policyId' | 'policyName'>,
) => ({
  target: { type: 'channel', id, displayName },
  payload: {
    team,
    channel: { id, displayName, membershipType },
    policy: { id: policyId, name: policyName },
  },
});

const append = (unit: UnitOfWork, { cause, at }: Check, event: NewEvent): Promise<void> =>
  unit.events.append([{ ...event, ...cause }], at);

export const endedEvent = (team: Check['team'], violation: ChannelViolation, reason: EndReason): NewEvent => {
  const { target, payload } = about(team, subjectOf(violation), violation);
  return channelViolationEnded.happened({ target, payload: { ...payload, reason } });
};

/** Returns the owners of the team. For a private or shared channel, also returns the owners of the channel. */
export async function addresseesOf(
  { deps, tenantId, team, ownerIds }: Check,
  { id, membershipType }: Subject,
): Promise<string[]> {
  if (membershipType === 'standard') return [...ownerIds];
  const members = await deps.suite.channels.listMembers(tenantId, team.id, id);
  return [...new Set([...ownerIds, ...ownerIdsOf(members)])];
}

/** Notifies the owners, and also the administrators unless it is a reminder. */
async function notify(
  unit: UnitOfWork,
  { team, at }: Check,
  channel: Subject,
  { policyName, deleteAt }: ViolationState,
  { addressees, isReminder }: { addressees: readonly string[]; isReminder: boolean },
): Promise<void> {
  const facts = {
    teamId: team.id,
    teamName: team.displayName,
    channelName: channel.displayName,
    policyName,
  };
  const notification =
    deleteAt === null
      ? { kind: 'channel_violation' as const, facts }
      : { kind: 'channel_deletion' as const, facts: { ...facts, expiresDateTime: deleteAt.toISOString() } };
  await unit.notifications.add(notificationsTo(addressees, notification), at);
  if (!isReminder) await unit.notifications.addForAdministrators(notification, at);
}

/** Records a new violation or the next state of one, and notifies the people whom it concerns. */
export async function recordState(
  check: Check,
  channel: Subject,
  before: ChannelViolation | undefined,
  next: ViolationState,
): Promise<void> {
  const { deps, tenantId, team, cause, at } = check;
  if (before !== undefined && isSame(before, next)) return;
  const wasEnforced = before?.mode === 'enforce';
  const isEnforced = next.mode === 'enforce';
  const isMoved = before?.deleteAt?.getTime() !== next.deleteAt?.getTime();
  const isReminder = wasEnforced && !isMoved && !before.isReminded && next.isReminded;
  const notifies = isEnforced && before?.status !== 'deleting' && (!wasEnforced || isMoved || isReminder);
  const addressees = notifies ? await addresseesOf(check, channel) : [];
  await deps.store.transaction(tenantId, async (unit) => {
    const isWritten =
      before === undefined
        ? await unit.channelViolations.add({
            ...next,
            id: newId(),
            teamId: team.id,
            channelId: channel.id,
            channelName: channel.displayName,
            membershipType: channel.membershipType,
            foundAt: at,
          })
        : await unit.channelViolations.change(before, next);
    if (!isWritten) return;
    const { policyId: id, policyName: name, reason, deleteAt } = next;
    const { target, payload } = about(team, channel, next);
    const found = {
      target,
      payload: { ...payload, ...(deleteAt !== null && { deleteDateTime: deleteAt.toISOString() }) },
    };
    if (!isEnforced) {
      if (wasEnforced) await append(unit, check, endedEvent(team, before, 'switchedOff'));
      const report = { policy: 'channels' as const, source: { id, name }, ...reason };
      await unit.audit.append(reportRecords(cause, team, [report]), at);
    } else if (!wasEnforced) await append(unit, check, channelViolationFound.happened(found));
    else if (isMoved) await append(unit, check, channelViolationUpdated.happened(found));
    if (notifies) await notify(unit, check, channel, next, { addressees, isReminder });
  });
}

/**
 * Ends a violation. Publishes no event when its policy was in the mode `report`, because its start had none, and none
 * when an event was published already: the channel was allowed, or Charter deleted it.
 */
export async function endViolation(
  check: Check,
  violation: ChannelViolation,
  reason: EndReason,
): Promise<void> {
  const { status, mode, teamId, channelId } = violation;
  const isSilent = mode === 'report' || status === 'allowed' || (status === 'deleting' && reason === 'gone');
  await check.deps.store.transaction(check.tenantId, async (unit) => {
    if (!(await unit.channelViolations.remove(violation))) return;
    if (reason !== 'gone') await unit.channelViolations.addKnown(teamId, [channelId]);
    if (!isSilent) await append(unit, check, endedEvent(check.team, violation, reason));
  });
}
