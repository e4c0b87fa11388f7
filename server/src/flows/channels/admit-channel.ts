/** Judges channels that callers create in Charter by the policy of the team (docs/channels.md). */
import { CHANNEL_MEMBERSHIP_TYPES, type ChannelMembershipType } from '../../domain/channels/model.ts';
import type { NewChannel } from '../../domain/channels/suite.ts';
import { channelRulesOf } from '../../domain/policies/kinds/channels.ts';
import { labelledPolicyFor } from '../../domain/policies/labelled-policy.ts';
import { policiesFor, reportedFor } from '../../domain/policies/model.ts';
import { reportRecords } from '../../domain/policies/policy-records.ts';
import { rejectionOf } from '../../domain/policies/rejection.ts';
import type { Hold } from '../../domain/teams/admission.ts';
import type { SuiteTeam } from '../../domain/teams/model.ts';
import type { TeamAccess } from '../../domain/teams/suite.ts';
import type { Deps } from '../../engine/deps.ts';
import { type Cause, causeOf, isAdmin, type Principal, type RequestContext } from '../../engine/principal.ts';
import type { Message } from '../../kernel/messages.ts';
import { type ChannelPolicy, type Creator, creationFault } from './rules.ts';

interface ApplicablePolicies {
  /** The policy in force, and the one that only reports; undefined if there is none. */
  policy: ChannelPolicy | undefined;
  reporting: ChannelPolicy | undefined;
  creator: Creator;
}

const creatorOf = (principal: Principal, { role }: TeamAccess): Creator =>
  isAdmin(principal) ? 'administrator' : role === 'owner' ? 'owner' : 'member';

async function findPolicies(
  { store }: Pick<Deps, 'store'>,
  tenantId: string,
  { team, sensitivityLabelId }: SuiteTeam,
  creator: Creator,
): Promise<ApplicablePolicies> {
  const found = await store.in(tenantId).policies.findGoverning(team.id);
  return {
    policy: labelledPolicyFor(policiesFor(found.policies, found.governed), 'channels', sensitivityLabelId),
    reporting: labelledPolicyFor(reportedFor(found.policies, found.governed), 'channels', sensitivityLabelId),
    creator,
  };
}

const keyOf = (name: string): string => name.toLowerCase();

const rejection = (fault: Message) => rejectionOf([{ policy: 'channels', outcome: 'violated', ...fault }]);

const hasMost = (policy: ChannelPolicy | undefined, type: ChannelMembershipType): boolean =>
  policy !== undefined && channelRulesOf(policy.settings).most[type] !== undefined;

/**
 * Judges a channel that the caller creates. A policy in the mode `report` rejects nothing, but its violations are
 * recorded. Concurrent calls can't exceed the maximum of the policy. A channel of the same name does not count, because
 * an earlier attempt of the call may have created it.
 * @throws PolicyViolation that names the policy
 */
export async function admitChannel(
  deps: Deps,
  principal: Principal,
  context: RequestContext,
  access: TeamAccess,
  channel: Pick<NewChannel, 'displayName' | 'membershipType'>,
): Promise<Hold | undefined> {
  const creator = creatorOf(principal, access);
  const { fault, hold } = await judgeChannel(
    deps,
    principal.tenantId,
    causeOf(principal, context),
    access.suiteTeam,
    channel,
    creator,
  );
  if (fault !== undefined) throw rejection(fault);
  return hold;
}

interface ChannelJudgement {
  /** Why the policy does not permit the channel. */
  fault: Message | undefined;
  /** Writes of the transaction that records the intent or queues the job. Throws PolicyViolation. */
  hold: Hold | undefined;
}

/** Judges a channel as admitChannel does, but returns the fault instead of throwing it. */
export async function judgeChannel(
  deps: Deps,
  tenantId: string,
  cause: Cause,
  suiteTeam: SuiteTeam,
  { displayName, membershipType: type }: Pick<NewChannel, 'displayName' | 'membershipType'>,
  creator: Creator,
): Promise<ChannelJudgement> {
  const { policy, reporting } = await findPolicies(deps, tenantId, suiteTeam, creator);
  if (policy === undefined && reporting === undefined) return { fault: undefined, hold: undefined };
  const { id, displayName: teamName } = suiteTeam.team;
  const since = deps.clock.now();
  const isCounted = hasMost(policy, type) || hasMost(reporting, type);
  const channels = isCounted ? await deps.suite.channels.list(tenantId, id) : [];
  const names = new Set(
    channels
      .filter(({ membershipType }) => membershipType === type)
      .map((channel) => keyOf(channel.displayName)),
  );
  names.delete(keyOf(displayName));
  const faultOf = (judging: ChannelPolicy | undefined): Message | undefined =>
    judging && creationFault(judging, type, creator, names.size);
  const assertAllowed = (): void => {
    const fault = faultOf(policy);
    if (fault !== undefined) throw rejection(fault);
  };
  const found = faultOf(policy);
  if (found !== undefined || (!isCounted && faultOf(reporting) === undefined))
    return { fault: found, hold: undefined };
  const hold: Hold = async ({ channelViolations, audit }, exceptId) => {
    if (isCounted) {
      await channelViolations.lockCreations(id);
      const concurrent = await channelViolations.creations(id, type, { since, exceptId });
      for (const name of concurrent) names.add(keyOf(name));
      names.delete(keyOf(displayName));
      assertAllowed();
    }
    const fault = faultOf(reporting);
    if (reporting === undefined || fault === undefined) return;
    const report = {
      policy: 'channels' as const,
      source: { id: reporting.id, name: reporting.name },
      ...fault,
    };
    await audit.append(reportRecords(cause, { id, displayName: teamName }, [report]), since);
  };
  return { fault: undefined, hold };
}

/** Returns the types of channels that the policy in force lets the caller create. Does not count channels. */
export async function permittedTypes(
  deps: Pick<Deps, 'store'>,
  principal: Principal,
  access: TeamAccess,
): Promise<ChannelMembershipType[]> {
  const { policy, creator } = await findPolicies(
    deps,
    principal.tenantId,
    access.suiteTeam,
    creatorOf(principal, access),
  );
  return CHANNEL_MEMBERSHIP_TYPES.filter(
    (type) => policy === undefined || creationFault(policy, type, creator, undefined) === undefined,
  );
}
