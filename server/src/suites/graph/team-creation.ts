/**
 * Creates a team exactly once. The group gets a unique name from the marker (uniqueName), so Graph either creates it
 * or answers that it exists. Then PUT turns the group into a team. A 409 to the PUT counts as the success of an
 * earlier one only if Graph shows the team. After a 404, Microsoft recommends sending the PUT three times, ten seconds
 * apart ("Create team from group"); a new group may be unknown to Teams for 15 minutes, so later tries follow more slowly.
 */
import type { SuiteTeam } from '../../domain/teams/model.ts';
import type { NewTeam, SuiteTeams } from '../../domain/teams/suite.ts';
import { aliasTaken, assertNewTeam } from '../../domain/teams/suite-rules.ts';
import { invalidField } from '../../kernel/errors.ts';
import { say } from '../../kernel/messages.ts';
import { comeBack, GraphFailure, hasStatus, leaving } from './failure.ts';
import { createGroup, findGroup, relationsOf } from './group-creation.ts';
import type { GraphParts } from './parts.ts';
import { settingsPatch } from './settings-patch.ts';
import { deleteTeam } from './team-changes.ts';
import { readTeam, requireTeam } from './teams.ts';
import { at } from './transport.ts';

/** The result of the effect once the group is a team. */
interface Done {
  isTeam: true;
  /** False until Charter's copy has the team. */
  isCopied?: boolean;
}

const TEAM = { kind: 'team', scope: '' } as const;

/** Shortest and longest wait, in seconds, until the next try to turn a group into a team. */
const SHORTEST_WAIT = 10;
const LONGEST_WAIT = 60;

/** Returns the seconds until the next try for a group of this age: the older it is, the rarer the tries. */
const waitFor = (ageMilliseconds: number): number =>
  Math.min(LONGEST_WAIT, Math.max(SHORTEST_WAIT, ageMilliseconds / 3_000));

/**
 * Turns the group into a team.
 * @throws ServiceUnavailable while Teams does not know the group, and after a 409 while Graph does not show the team
 */
async function putTeam(
  parts: GraphParts,
  tenantId: string,
  teamId: string,
  { settings = {} }: NewTeam,
): Promise<void> {
  try {
    await parts.graphOf(tenantId).call({
      method: 'PUT',
      path: at`/groups/${teamId}/team`,
      budget: 'makeTeams',
      teamId,
      body: settingsPatch(settings),
    });
  } catch (error) {
    if (hasStatus(error, 409)) {
      await requireTeam(parts, tenantId, teamId);
      return;
    }
    if (!hasStatus(error, 404)) throw error;
    const now = parts.clock.now();
    const createdAt = (await parts.groups.find(tenantId, teamId))?.createdAt ?? now;
    const seconds = waitFor(now.getTime() - createdAt.getTime());
    throw comeBack(
      say('graph.groupUnknownToTeams', 'Microsoft Graph does not show the new group to Teams yet.'),
      seconds,
      error,
    );
  }
}

/** Records the effect and creates the group. Deletes the record if Graph rejects a first try or the alias is taken. */
async function createRecordedGroup(
  parts: GraphParts,
  tenantId: string,
  team: NewTeam,
  isRepeat: boolean,
): Promise<string> {
  const { effects } = parts;
  // Checks this before anything is recorded, so that a job that must retry leaves no record.
  if (!isRepeat) await parts.graphOf(tenantId).assertOpen({ budget: 'writeDirectory' });
  const askedAt = await effects.begin(tenantId, TEAM, team.marker);
  try {
    return await createGroup(parts, tenantId, team, isRepeat);
  } catch (error) {
    const isRejected = error instanceof GraphFailure ? !error.mayHaveHappened : false;
    const isTaken = error instanceof Error && error.message === aliasTaken(team.mailNickname).message;
    if (!isRepeat && (isRejected || isTaken)) await effects.cancel(tenantId, TEAM, team.marker, askedAt);
    throw error;
  }
}

/** Adds the team to the copy, with the people whom its group was created with. */
async function copyNew(
  { copy, memberCopy }: GraphParts,
  tenantId: string,
  made: SuiteTeam,
  { members = [] }: NewTeam,
): Promise<void> {
  await copy.save(tenantId, made, true);
  const { 'members@odata.bind': first } = relationsOf({ members }, (path) => path);
  const bound = members.filter(({ userId }) => first.includes(at`/users/${userId}`));
  const teamId = made.team.id;
  await memberCopy.add(
    tenantId,
    bound.map((one) => ({ ...one, teamId })),
    true,
  );
}

/** Continues after the last step that an earlier try has recorded. */
async function create(parts: GraphParts, tenantId: string, team: NewTeam): Promise<SuiteTeam> {
  const { effects, groups } = parts;
  const asked = await effects.findOne(tenantId, TEAM, team.marker);
  const known = asked?.effectId ?? undefined;
  let teamId = known ?? '';
  if (known === undefined) {
    teamId = await createRecordedGroup(parts, tenantId, team, asked !== undefined);
    await groups.addTeam(tenantId, teamId, team);
    await effects.complete(tenantId, TEAM, team.marker, teamId);
  }
  const done = asked?.result as Done | null | undefined;
  if (done == null) {
    await putTeam(parts, tenantId, teamId, team).catch((error: unknown) => {
      throw leaving(error, { type: 'group', id: teamId, displayName: team.displayName });
    });
    await effects.complete(tenantId, TEAM, team.marker, teamId, { isTeam: true, isCopied: false });
  }
  const made = await requireTeam(parts, tenantId, teamId);
  if (done == null || done.isCopied === false) {
    await copyNew(parts, tenantId, made, team);
    await effects.complete(tenantId, TEAM, team.marker, teamId, { isTeam: true });
  }
  return made;
}

async function findByMarker(
  parts: GraphParts,
  tenantId: string,
  marker: string,
): Promise<SuiteTeam | undefined> {
  const asked = await parts.effects.findOne(tenantId, TEAM, marker);
  if (asked === undefined) return undefined;
  const teamId = asked.effectId ?? (await findGroup(parts, tenantId, marker))?.id;
  return teamId === undefined ? undefined : readTeam(parts, tenantId, teamId);
}

/** @throws ServiceUnavailable while Graph may still show a group whose answer was lost */
async function removeByMarker(parts: GraphParts, tenantId: string, marker: string): Promise<boolean> {
  const asked = await parts.effects.findOne(tenantId, TEAM, marker);
  if (asked === undefined) return false;
  const teamId = asked.effectId ?? (await findGroup(parts, tenantId, marker))?.id;
  if (teamId === undefined) {
    parts.effects.assertSettled(asked);
    return false;
  }
  await deleteTeam(parts, tenantId, teamId);
  return true;
}

export const createTeamCreation = (parts: GraphParts) =>
  ({
    async create(tenantId, team) {
      assertNewTeam(team);
      if (!team.members?.some(({ role }) => role === 'owner')) {
        throw invalidField(
          'members',
          say('graph.ownerRequired', 'Microsoft Teams creates no team without an owner. Name one.'),
          'OwnerRequired',
        );
      }
      return parts.turns.run(`${tenantId} marker ${team.marker}`, () => create(parts, tenantId, team));
    },

    removeByMarker: (tenantId, marker) =>
      parts.turns.run(`${tenantId} marker ${marker}`, () => removeByMarker(parts, tenantId, marker)),

    findByMarker: (tenantId, marker) => findByMarker(parts, tenantId, marker),
  }) satisfies Partial<SuiteTeams>;
