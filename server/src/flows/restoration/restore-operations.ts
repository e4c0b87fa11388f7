/**
 * Operations that restore members and settings. The id of an intent is derived from the operation and the team, so a
 * team has at most one intent of each operation. A node that finds it unfinished takes it over, and only that node
 * records the event.
 */
import { teamAbandonedRecord, teamUpdated } from '../../domain/teams/events.ts';
import type { SuiteTeam, TeamPatch } from '../../domain/teams/model.ts';
import type { NewMember } from '../../domain/teams/suite.ts';
import { findChanges, withRemovedAsEmpty } from '../../domain/teams/update-team.ts';
import { isFinalRejection, type SuiteOperation } from '../../engine/intents/perform.ts';
import type { Suite } from '../../engine/suite.ts';
import { hasCode } from '../../kernel/errors.ts';
import { permanentMembershipRestored } from './events.ts';
import {
  type ChannelGap,
  findMissing,
  hasNoGaps,
  type MembershipGaps,
  type PermanentPerson,
} from './membership-gaps.ts';

interface Restoration {
  /** Id of the event. It differs from the intent's id, which the next restoration uses again. */
  eventId: string;
  team: { id: string; displayName: string };
}

type RestoreMembership = Restoration & MembershipGaps;

const toNewMembers = (people: readonly PermanentPerson[]): NewMember[] =>
  people.map(({ id, role }) => ({ userId: id, role }));

/** Reads the members again, because people may have been restored since the comparison. */
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

/** Adds people to a channel. A full or deleted channel does not fail the restoration of the team. */
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
    if (!isFinalRejection(error)) throw error;
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

/** Returns each person once: first people missing in the team, then people missing in channels only. */
function allPeople({ people, channels }: MembershipGaps): PermanentPerson[] {
  const all = [...people, ...channels.flatMap((channel) => channel.people)];
  return [...new Map(all.toReversed().map((person) => [person.id, person])).values()].toReversed();
}

const named = (people: readonly PermanentPerson[], role: PermanentPerson['role']) =>
  people.filter((person) => person.role === role).map(({ id, displayName }) => ({ id, displayName }));

export const restoreMembershipOperation: SuiteOperation<RestoreMembership, MembershipGaps> = {
  name: 'restore-membership',
  abandoned: teamAbandonedRecord(({ team }) => team.id),
  async execute(suite, input, { tenantId, isRepeat }) {
    // The progress of an earlier attempt is unknown, so all of its input counts as restored.
    const gaps = isRepeat ? input : await stillMissing(suite, tenantId, input);
    if (hasNoGaps(gaps)) return gaps;
    try {
      return await addEverywhere(suite, tenantId, input.team.id, gaps);
    } catch (error) {
      if (!isRepeat || !hasCode(error, 'TeamArchived')) throw error;
      // An earlier attempt restored what it could before the team was archived.
      if (hasNoGaps(await stillMissing(suite, tenantId, input))) return input;
      throw error;
    }
  },
  event({ eventId, team }, restored) {
    const people = allPeople(restored);
    if (people.length === 0) return undefined;
    return permanentMembershipRestored.happened({
      id: eventId,
      target: { type: 'team', id: team.id, displayName: team.displayName },
      payload: { team, owners: named(people, 'owner'), members: named(people, 'member') },
    });
  },
};

export type SettingsGap = TeamPatch & { sensitivityLabelId?: string };

type RestoreSettings = Restoration & { changes: SettingsGap };

/** Returns the required settings that the team lacks; all of them when the team was not found. */
export function findSettingsGap(
  found: SuiteTeam | undefined,
  { sensitivityLabelId, ...patch }: SettingsGap,
): SettingsGap {
  const hasLabel = sensitivityLabelId === undefined || sensitivityLabelId === found?.sensitivityLabelId;
  return {
    ...(found === undefined ? patch : findChanges(found.team, patch)),
    ...(!hasLabel && { sensitivityLabelId }),
  };
}

export const restoreSettingsOperation: SuiteOperation<RestoreSettings, SettingsGap> = {
  name: 'restore-settings',
  abandoned: teamAbandonedRecord(({ team }) => team.id),
  async execute(suite, { team, changes }, { tenantId, isRepeat }) {
    const gap = findSettingsGap(await suite.teams.find(tenantId, team.id), changes);
    const { sensitivityLabelId, ...patch } = gap;
    if (Object.keys(patch).length > 0) await suite.teams.update(tenantId, team.id, patch);
    if (sensitivityLabelId !== undefined) {
      await suite.teams.setSensitivityLabel(tenantId, team.id, sensitivityLabelId);
    }
    return isRepeat ? changes : gap;
  },
  event({ eventId, team }, changes) {
    if (Object.keys(changes).length === 0) return undefined;
    return teamUpdated.happened({
      id: eventId,
      target: { type: 'team', id: team.id, displayName: team.displayName },
      payload: { team, changes: withRemovedAsEmpty(changes) },
    });
  },
};
