/**
 * Compares the channels of a governed team with its policy for channels (docs/channels.md). The check of the team calls
 * this module under the team's lease (flows/restoration). The first check of a team accepts its existing channels.
 * Later checks judge the channels that have been created outside Charter since the first one. Writes compare the status
 * of the violation, so that they do not overwrite the decision of an administrator or the write of another node.
 */
import { audienceOf, deleteChannelOperation } from '../../domain/channels/change-channels.ts';
import type { TeamChannel } from '../../domain/channels/model.ts';
import { notificationsTo } from '../../domain/notifications/kinds.ts';
import { channelRulesOf } from '../../domain/policies/kinds/channels.ts';
import { labelledPolicyFor } from '../../domain/policies/labelled-policy.ts';
import type { AppliedPolicy } from '../../domain/policies/model.ts';
import { ownerIdsOf, type SuiteTeam } from '../../domain/teams/model.ts';
import type { Deps } from '../../engine/deps.ts';
import { recordKeyedIntent } from '../../engine/intents/keyed-intent.ts';
import { executeIntent, isFinalRejection } from '../../engine/intents/perform.ts';
import { SYSTEM_ACTOR } from '../../engine/principal.ts';
import { newId } from '../../kernel/ids.ts';
import type { ChannelViolation } from './model.ts';
import { type ChannelPolicy, externalFault } from './rules.ts';
import {
  addresseesOf,
  type Check,
  endViolation,
  type Judgement,
  nextStateOf,
  recordState,
} from './violations.ts';

/** The policies for channels of a team, and whether its channels were checked before. */
export interface ChannelPolicies {
  enforced: readonly AppliedPolicy[];
  reported: readonly AppliedPolicy[];
  isChecked: boolean;
}

const isOfChannels = ({ kind }: AppliedPolicy): boolean => kind === 'channels';

export const channelPoliciesOf = (policies: ChannelPolicies): ChannelPolicies => ({
  ...policies,
  enforced: policies.enforced.filter(isOfChannels),
  reported: policies.reported.filter(isOfChannels),
});

export const concernsChannels = ({ enforced, reported, isChecked }: ChannelPolicies): boolean =>
  isChecked || enforced.length + reported.length > 0;

/** Maximum number of deletions in one check, so that it ends within its lease. */
const MAX_DELETED = 20;

/** Deletes the channel, after it has recorded the intent and the notifications. */
async function deleteExternal(
  check: Check,
  channel: TeamChannel,
  violation: ChannelViolation,
  judgement: Judgement,
): Promise<void> {
  const { deps, tenantId, team, at } = check;
  const { id, displayName, membershipType } = channel;
  const { policy } = judgement;
  const [audience, addressees] = await Promise.all([
    audienceOf(deps, tenantId, team.id, channel),
    addresseesOf(check, channel),
  ]);
  const intent = await deps.store.transaction(tenantId, async (unit) => {
    if (!(await unit.channelViolations.change(violation, { ...violation, status: 'deleting' })))
      return undefined;
    const facts = {
      teamId: team.id,
      teamName: team.displayName,
      channelName: displayName,
      policyName: policy.name,
    };
    const notification = { kind: 'channel_deleted' as const, facts };
    await unit.notifications.add(notificationsTo(addressees, notification), at);
    await unit.notifications.addForAdministrators(notification, at);
    const input = {
      team,
      channel: { id, displayName, membershipType },
      audience,
      because: { reason: 'channelPolicy' as const, policyId: policy.id, policyName: policy.name },
      eventId: newId(),
    };
    const stores = { clock: deps.clock, intents: unit.intents };
    return recordKeyedIntent(stores, tenantId, deleteChannelOperation, [team.id, id], input);
  });
  if (intent === undefined) return;
  const deleting = { ...violation, status: 'deleting' as const };
  try {
    await executeIntent(deps, deleteChannelOperation, intent);
  } catch (error) {
    if (isFinalRejection(error)) {
      await recordState(check, channel, deleting, nextStateOf(deleting, judgement, at));
    }
    throw error;
  }
  await deps.store.in(tenantId).channelViolations.remove(deleting);
}

/**
 * Returns a function that judges channels by one policy. Each channel that complies counts towards the policy's limits
 * when later channels are judged.
 */
function judgeByPolicy(policy: ChannelPolicy, accepted: readonly TeamChannel[]) {
  const counts = { standard: 0, private: 0, shared: 0 };
  for (const { membershipType } of accepted) counts[membershipType] += 1;
  const { creators } = channelRulesOf(policy.settings);
  return async (
    { membershipType: type, createdDateTime }: TeamChannel,
    before: ChannelViolation | undefined,
    readOwner: () => Promise<boolean>,
  ): Promise<Judgement | undefined> => {
    // A policy does not judge channels that are older than its last change, except those that it has found before.
    const isJudged =
      before?.policyId === policy.id || Date.parse(createdDateTime) >= policy.updatedAt.getTime();
    const asksOwners = isJudged && type !== 'standard' && creators[type] === 'owners';
    const hasTeamOwner = asksOwners ? await readOwner() : undefined;
    const reason = isJudged ? externalFault(policy, { type, hasTeamOwner, count: counts[type] }) : undefined;
    if (reason !== undefined) return { policy, reason };
    counts[type] += 1;
    return undefined;
  };
}

/**
 * Returns a function that judges channels one after the other, and returns the first violation. Each policy counts
 * separately: a channel that violates one policy, but not the other, counts towards the limits of the other.
 */
function judgeBy(
  { deps, tenantId, team, ownerIds }: Check,
  policies: readonly ChannelPolicy[],
  accepted: readonly TeamChannel[],
) {
  const judges = policies.map((policy) => judgeByPolicy(policy, accepted));
  return async (channel: TeamChannel, before?: ChannelViolation): Promise<Judgement | undefined> => {
    const readOwner = async (): Promise<boolean> => {
      const members = await deps.suite.channels.listMembers(tenantId, team.id, channel.id);
      return ownerIdsOf(members).some((userId) => ownerIds.includes(userId));
    };
    let hasOwner: Promise<boolean> | undefined;
    const judgements: (Judgement | undefined)[] = [];
    for (const judge of judges) {
      judgements.push(await judge(channel, before, () => (hasOwner ??= readOwner())));
    }
    return judgements.find((judgement) => judgement !== undefined);
  };
}

const byAge = (one: TeamChannel, other: TeamChannel): number =>
  one.createdDateTime < other.createdDateTime ||
  (one.createdDateTime === other.createdDateTime && one.id < other.id)
    ? -1
    : 1;

/**
 * Ends the violations of a team to which no policy for channels applies any more, and deletes the record of its known
 * channels.
 */
async function stop(check: Check): Promise<void> {
  const { channelViolations } = check.deps.store.in(check.tenantId);
  const { violations } = await channelViolations.judgedIn(check.team.id);
  for (const violation of violations) await endViolation(check, violation, 'switchedOff');
  await channelViolations.forget(check.team.id);
}

/**
 * Checks the channels of a team. Does nothing while Charter changes the team, because a channel that is being created
 * is not recorded yet.
 * @throws the suite's error when a deletion fails
 */
export async function checkChannels(
  deps: Deps,
  tenantId: string,
  { team: { id, displayName }, sensitivityLabelId }: SuiteTeam,
  { enforced, reported }: ChannelPolicies,
): Promise<void> {
  const { channelViolations, teamFacts, governedTeams } = deps.store.in(tenantId);
  const at = deps.clock.now();
  const team = { id, displayName };
  const cause = { actor: SYSTEM_ACTOR, requestId: newId() };
  const check: Check = { deps, tenantId, team, ownerIds: [], cause, at };
  const policies = [enforced, reported].flatMap(
    (some) => labelledPolicyFor(some, 'channels', sensitivityLabelId) ?? [],
  );
  if (policies.length === 0) return stop(check);
  const channels = await deps.suite.channels.list(tenantId, id);
  // Reads these after the list and in this order, so that a listed channel is either still being created or has a
  // record.
  if ((await teamFacts.underChange([id])).length > 0) return;
  const { knownIds, violations } = await channelViolations.judgedIn(id);
  if (knownIds === undefined) {
    return channelViolations.addKnown(
      id,
      channels.map((channel) => channel.id),
    );
  }
  const known = new Set([...knownIds, ...violations.map(({ channelId }) => channelId)]);
  const fresh = channels.filter((channel) => !known.has(channel.id)).map((channel) => channel.id);
  const own = fresh.length === 0 ? [] : await channelViolations.createdHere(id, fresh);
  const present = new Set(channels.map((channel) => channel.id));
  const byChannel = new Map(violations.map((violation) => [violation.channelId, violation]));
  for (const violation of violations) {
    if (!present.has(violation.channelId)) await endViolation(check, violation, 'gone');
  }
  const external = new Set(fresh.filter((channelId) => !own.includes(channelId)));
  const isOpen = (channelId: string): boolean => {
    const status = byChannel.get(channelId)?.status;
    return status !== undefined && status !== 'allowed';
  };
  const judged = channels.filter((channel) => external.has(channel.id) || isOpen(channel.id)).toSorted(byAge);
  if (judged.length === 0) return channelViolations.addKnown(id, own);
  const owned = { ...check, ownerIds: ownerIdsOf(await deps.suite.teams.listMembers(tenantId, id)) };
  const judge = judgeBy(
    owned,
    policies,
    channels.filter((channel) => !judged.includes(channel)),
  );
  const complying: string[] = [...own];
  let deleted = 0;
  for (const channel of judged) {
    const before = byChannel.get(channel.id);
    const judgement = await judge(channel, before);
    if (judgement === undefined) {
      if (before === undefined) complying.push(channel.id);
      else await endViolation(owned, before, 'complies');
      continue;
    }
    const next = nextStateOf(before, judgement, at);
    const isDue = before?.status === 'scheduled' && next.deleteAt !== null && next.deleteAt <= at;
    if (before === undefined || !isDue) await recordState(owned, channel, before, next);
    else if (deleted === MAX_DELETED) await governedTeams.makeDue({ teamIds: [id] }, at);
    else {
      deleted += 1;
      await deleteExternal(owned, channel, before, judgement);
    }
  }
  if (complying.length > 0) await channelViolations.addKnown(id, complying);
}
