/** The judgement of channels by a policy. Pure functions. */
import type { ChannelMembershipType } from '../../domain/channels/model.ts';
import { CHANNEL_CREATORS, channelRulesOf } from '../../domain/policies/kinds/channels.ts';
import type { AppliedPolicy } from '../../domain/policies/model.ts';
import { type Message, say } from '../../kernel/messages.ts';

export type ChannelPolicy = AppliedPolicy<'channels'>;

/**
 * The caller's relation to the team: a member, an owner, or an administrator of the organisation. `template`: the
 * channel is requested from a channel template, which defines who may request it (`requesters`). Then only the policy's
 * maximum applies.
 */
export type Creator = 'member' | 'owner' | 'administrator' | 'template';

const LEVEL_OF = { member: 'members', owner: 'owners', administrator: 'administrators' } as const;

/**
 * Returns why the policy does not let the caller create a channel; undefined when it does.
 * @param count number of channels of the type that the team has; undefined when the number is not judged
 */
export function creationFault(
  { name: policy, settings }: Pick<ChannelPolicy, 'name' | 'settings'>,
  type: ChannelMembershipType,
  creator: Creator,
  count: number | undefined,
): Message | undefined {
  const rules = channelRulesOf(settings);
  const allowed = creator === 'template' ? 'members' : rules.creators[type];
  if (allowed === 'nobody') {
    return say(
      'channels.policyNobody',
      "The policy '{policy}' lets nobody create {type} channels in this team. Ask an administrator to change the policy.",
      { policy, type },
    );
  }
  const level = creator === 'template' ? 'members' : LEVEL_OF[creator];
  if (CHANNEL_CREATORS.indexOf(level) < CHANNEL_CREATORS.indexOf(allowed)) {
    return say(
      'channels.policyCreators',
      "The policy '{policy}' lets only {allowed, select, owners {owners of the team and administrators} other {administrators of the organisation}} create {type} channels in this team. Ask one of them.",
      { policy, type, allowed },
    );
  }
  const most = rules.most[type];
  if (most === undefined || count === undefined || count < most) return undefined;
  return say(
    'channels.policyMost',
    "The policy '{policy}' allows at most {most, plural, one {one channel} other {# channels}} of the type '{type}' in a team, and this one has {count}. Delete one that is not needed any more, or ask an administrator to change the policy.",
    { policy, type, most, count },
  );
}

/** A channel that was created outside Charter. The suite does not say by whom. */
interface ExternalChannel {
  type: ChannelMembershipType;
  /**
   * Whether an owner of the team owns the channel. Undefined for a standard channel, which has no owners: a policy that
   * permits only owners does not find it.
   */
  hasTeamOwner: boolean | undefined;
  /** Number of other channels of the type that comply. */
  count: number;
}

/** Returns why a channel that was created outside Charter violates the policy; undefined when it complies. */
export function externalFault(
  { name: policy, settings }: Pick<ChannelPolicy, 'name' | 'settings'>,
  { type, hasTeamOwner, count }: ExternalChannel,
): Message | undefined {
  const rules = channelRulesOf(settings);
  const allowed = rules.creators[type];
  if (allowed === 'nobody') {
    return say(
      'channels.externalNobody',
      "The channel was created outside Charter. The policy '{policy}' lets nobody create {type} channels.",
      { policy, type },
    );
  }
  if (allowed === 'administrators') {
    return say(
      'channels.externalAdministrators',
      "The channel was created outside Charter. The policy '{policy}' lets only administrators create {type} channels, in Charter.",
      { policy, type },
    );
  }
  if (allowed === 'owners' && hasTeamOwner === false) {
    return say(
      'channels.externalOwners',
      "The channel was created outside Charter. The policy '{policy}' lets only owners of the team and administrators create {type} channels, and no owner of the team owns this one.",
      { policy, type },
    );
  }
  const most = rules.most[type];
  if (most === undefined || count < most) return undefined;
  return say(
    'channels.externalMost',
    "The channel was created outside Charter. The policy '{policy}' allows at most {most, plural, one {one channel} other {# channels}} of the type '{type}' in a team.",
    { policy, type, most },
  );
}
