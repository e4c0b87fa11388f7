/**
 * Putting back what policies ask for. One intent at a time for each team, under an id that follows from the
 * team: a node that begins while another's intent is open takes it over, and only the later one records.
 */
import { createHash } from 'node:crypto';
import { teamUpdated } from '../../domain/teams/events.ts';
import type { TeamVisibility } from '../../domain/teams/model.ts';
import type { NewMember } from '../../domain/teams/suite.ts';
import { isFinal, type SuiteOperation } from '../../engine/intents/perform.ts';
import type { Suite } from '../../engine/suite.ts';
import { hasCode } from '../../kernel/errors.ts';
import { idFrom } from '../../kernel/ids.ts';
import { permanentMembershipRestored } from './events.ts';
import {
  type ChannelGap,
  findMissing,
  isEmpty,
  type MembershipGaps,
  type PermanentPerson,
} from './membership-gaps.ts';

interface Restoration {
  /** Of the event; the intent's id serves again for the next restoration. */
  eventId: string;
  team: { id: string; displayName: string };
}

export type RestoreMembership = Restoration & MembershipGaps;

/** The id of a team's intents of this operation. */
export const restorationId = (operation: string, teamId: string): string =>
  idFrom(createHash('sha256').update(`${operation}\0${teamId}`).digest('hex'));

const toNewMembers = (people: readonly PermanentPerson[]): NewMember[] =>
  people.map(({ id, role }) => ({ userId: id, role }));

/** Who of them is missing still; somebody else may have put them back meanwhile. */
async function stillMissing(suite: Suite, tenantId: string, { team, people, channels }: RestoreMembership) {
  const inTeam = people.length === 0 ? [] : await suite.teams.listMembers(tenantId, team.id);
  const gaps: ChannelGap[] = [];
  for (const channel of channels) {
    const present = await suite.channels.listMembers(tenantId, team.id, channel.id);
    const missing = findMissing(channel.people, present);
    if (missing.length > 0) gaps.push({ ...channel, people: missing });
  }
  return { people: findMissing(people, inTeam), channels: gaps };
}

/** A channel that is full or gone must not take from the team what it has got back. */
async function addToChannel(
  suite: Suite,
  tenantId: string,
  teamId: string,
  { id, people }: ChannelGap,
): Promise<boolean> {
  try {
    await suite.channels.addMembers(tenantId, teamId, id, toNewMembers(people));
    return true;
  } catch (error) {
    if (!isFinal(error)) throw error;
    return false;
  }
}

async function addEverywhere(
  suite: Suite,
  tenantId: string,
  teamId: string,
  { people, channels }: MembershipGaps,
): Promise<MembershipGaps> {
  if (people.length > 0) await suite.teams.addMembers(tenantId, teamId, toNewMembers(people));
  const restored: ChannelGap[] = [];
  for (const channel of channels) {
    if (await addToChannel(suite, tenantId, teamId, channel)) restored.push(channel);
  }
  return { people, channels: restored };
}

/** Everybody once: who was missing in the team, then who was in its channels alone. */
function everybody({ people, channels }: MembershipGaps): PermanentPerson[] {
  const all = [...people, ...channels.flatMap((channel) => channel.people)];
  return [...new Map(all.toReversed().map((person) => [person.id, person])).values()].toReversed();
}

const named = (people: readonly PermanentPerson[], role: PermanentPerson['role']) =>
  people.filter((person) => person.role === role).map(({ id, displayName }) => ({ id, displayName }));

export const restoreMembershipOperation: SuiteOperation<RestoreMembership, MembershipGaps> = {
  name: 'restore-membership',
  async execute(suite, input, { tenantId, isRepeat }) {
    // Of an earlier try nobody knows how far it came, so all that it wanted counts as restored by it.
    const gaps = isRepeat ? input : await stillMissing(suite, tenantId, input);
    if (isEmpty(gaps)) return gaps;
    try {
      return await addEverywhere(suite, tenantId, input.team.id, gaps);
    } catch (error) {
      if (!isRepeat || !hasCode(error, 'TeamArchived')) throw error;
      // An earlier try restored what it could before the team was archived.
      if (isEmpty(await stillMissing(suite, tenantId, input))) return input;
      throw error;
    }
  },
  event({ eventId, team }, restored) {
    const people = everybody(restored);
    if (people.length === 0) return undefined;
    return permanentMembershipRestored.happened({
      id: eventId,
      target: { type: 'team', id: team.id, displayName: team.displayName },
      payload: { team, owners: named(people, 'owner'), members: named(people, 'member') },
    });
  },
};

/** What is put back; undefined where it is as it must be. */
export interface SettingsGap {
  visibility?: TeamVisibility | undefined;
  sensitivityLabelId?: string | undefined;
}

export type RestoreSettings = Restoration & { changes: SettingsGap };

export const restoreSettingsOperation: SuiteOperation<RestoreSettings, SettingsGap> = {
  name: 'restore-settings',
  async execute(suite, { team, changes }, { tenantId, isRepeat }) {
    const now = await suite.teams.find(tenantId, team.id);
    const visibility = now?.team.visibility === changes.visibility ? undefined : changes.visibility;
    const sensitivityLabelId =
      now?.sensitivityLabelId === changes.sensitivityLabelId ? undefined : changes.sensitivityLabelId;
    if (visibility !== undefined) await suite.teams.update(tenantId, team.id, { visibility });
    if (sensitivityLabelId !== undefined) {
      await suite.teams.setSensitivityLabel(tenantId, team.id, sensitivityLabelId);
    }
    return isRepeat ? changes : { visibility, sensitivityLabelId };
  },
  event({ eventId, team }, { visibility, sensitivityLabelId }) {
    if (visibility === undefined && sensitivityLabelId === undefined) return undefined;
    return teamUpdated.happened({
      id: eventId,
      target: { type: 'team', id: team.id, displayName: team.displayName },
      payload: {
        team,
        changes: {
          ...(visibility !== undefined && { visibility }),
          ...(sensitivityLabelId !== undefined && { sensitivityLabelId }),
        },
      },
    });
  },
};
