/** The plan of a requested channel: all effects, computed before the first one. Pure functions. */
import type { ShownAnswer } from '../../domain/answers/model.ts';
import type { ChannelMembershipType } from '../../domain/channels/model.ts';
import type { Person } from '../../domain/directory/find-people.ts';
import type { KindVerdict } from '../../domain/policies/kind.ts';
import { type Message, say } from '../../kernel/messages.ts';
import type { PlanSummary, StageCondition } from '../provisioning/ports.ts';

export const CHANNEL_STEPS = ['addToTeam', 'createChannel', 'addChannelMembers'] as const;
export type ChannelStep = (typeof CHANNEL_STEPS)[number];

export type ChannelCheck =
  | 'approval'
  | 'teams'
  | 'channelName'
  | 'channelDescription'
  | 'sharedChannels'
  | 'channelOwner'
  | 'channels';

export interface ChannelVerdict extends Message, Pick<KindVerdict, 'outcome'> {
  policy: ChannelCheck;
  /** JSON paths in the request that can change a violated verdict. Absent when nothing in the request can. */
  targets?: readonly string[];
}

/** A person who is left out of the channel. */
export interface ChannelOmission extends Message {
  person: Person;
}

export interface ChannelPlan {
  /** Marks the effects in the suite: the id of the job. */
  marker: string;
  template: { id: string; displayName: string; version: string };
  team: { id: string; displayName: string };
  channel: { displayName: string; description: string | null; membershipType: ChannelMembershipType };
  /** People of a private or shared channel, without duplicates. */
  owners: Person[];
  members: Person[];
  /** People of the template who join the team, because a private channel has only members of its team. */
  joining: Person[];
  steps: ChannelStep[];
  omissions?: ChannelOmission[];
  answers?: ShownAnswer[];
  approvalConditions?: StageCondition[];
  verdicts: ChannelVerdict[];
}

/**
 * Returns the steps that have effects. The channel is created with its first owner, so one person needs no further
 * step.
 */
export const stepsOf = ({
  owners,
  members,
  joining,
}: Pick<ChannelPlan, 'owners' | 'members' | 'joining'>): ChannelStep[] => [
  ...(joining.length > 0 ? (['addToTeam'] as const) : []),
  'createChannel',
  ...(owners.length + members.length > 1 ? (['addChannelMembers'] as const) : []),
];

/** A person with the facts that decide whether they can be in the channel. */
export interface Candidate extends Person {
  isGuest: boolean;
  isInTeam: boolean;
}

interface Wanted {
  /** The requester; undefined for an app, or when the template does not make requesters owners of the channel. */
  requester: Candidate | undefined;
  owners: readonly Candidate[];
  members: readonly Candidate[];
  permanentOwners: readonly Candidate[];
  permanentMembers: readonly Candidate[];
}

const toPerson = ({ id, displayName }: Candidate): Person => ({ id, displayName });

const notInTeamOmission = (person: Person): ChannelOmission => ({
  person,
  ...say('channelRequests.notInTeam', '{name} is not in the team and is left out of the channel.', {
    name: person.displayName,
  }),
});

const guestOmission = (person: Person): ChannelOmission => ({
  person,
  ...say('channelRequests.guest', '{name} is a guest and is left out of the channel.', {
    name: person.displayName,
  }),
});

/**
 * Chooses the people of the channel. A private channel has only members of its team: permanent people join the team
 * first, except guests. A shared channel has no guests, and no guest owns a channel. A standard channel has no people
 * of its own.
 */
export function choosePeople(
  type: ChannelMembershipType,
  { requester, owners, members, permanentOwners, permanentMembers }: Wanted,
): Pick<ChannelPlan, 'owners' | 'members' | 'joining'> & { omissions: ChannelOmission[] } {
  const chosen = new Map<string, { person: Person; role: 'owner' | 'member' }>();
  const joining = new Map<string, Person>();
  const omissions = new Map<string, ChannelOmission>();
  if (type === 'standard') return { owners: [], members: [], joining: [], omissions: [] };
  const add = (candidate: Candidate, role: 'owner' | 'member', mayJoin: boolean): void => {
    const person = toPerson(candidate);
    if (chosen.has(person.id)) return;
    const isOutside = type === 'private' && !candidate.isInTeam;
    if (candidate.isGuest && (role === 'owner' || type === 'shared' || isOutside)) {
      omissions.set(person.id, guestOmission(person));
      return;
    }
    if (isOutside && !mayJoin) {
      omissions.set(person.id, notInTeamOmission(person));
      return;
    }
    if (isOutside) joining.set(person.id, person);
    chosen.set(person.id, { person, role });
  };
  for (const candidate of requester ? [requester] : []) add(candidate, 'owner', false);
  for (const candidate of owners) add(candidate, 'owner', false);
  for (const candidate of permanentOwners) add(candidate, 'owner', true);
  for (const candidate of members) add(candidate, 'member', false);
  for (const candidate of permanentMembers) add(candidate, 'member', true);
  const withRole = (role: 'owner' | 'member'): Person[] =>
    [...chosen.values()].filter((one) => one.role === role).map(({ person }) => person);
  return {
    owners: withRole('owner'),
    members: withRole('member'),
    joining: [...joining.values()],
    omissions: [...omissions.values()].filter(({ person }) => !chosen.has(person.id)),
  };
}

/** The part of the plan that approvers are notified of. */
export const plannedChannelOf = ({ channel, owners, members, answers }: ChannelPlan): PlanSummary => ({
  name: channel.displayName,
  owners,
  members,
  answers,
});
