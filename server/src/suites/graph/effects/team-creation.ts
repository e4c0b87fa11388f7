/**
 * Creates a team exactly once. The group gets a unique name from the marker (uniqueName), so Graph either creates it
 * or reports that it exists. Then PUT turns the group into a team. A 409 to the PUT counts as the success of an
 * earlier one only if Graph shows the team. After a 404, Microsoft recommends sending the PUT three times, ten seconds
 * apart ("Create team from group"); Teams may not know a new group for 15 minutes, so later attempts follow more
 * slowly.
 */
import type { Group } from '@microsoft/microsoft-graph-types';
import type { SuiteTeam } from '../../../domain/teams/model.ts';
import type { NewTeam, SuiteTeams } from '../../../domain/teams/suite.ts';
import { aliasTaken, assertNewTeam } from '../../../domain/teams/suite-rules.ts';
import { invalidField } from '../../../kernel/errors.ts';
import { say } from '../../../kernel/messages.ts';
import { uniqueNameOf } from '../calls/directory.ts';
import { settingsPatch } from '../calls/teams.ts';
import { GraphFailure, hasStatus, notShown, retryLater, withLeftObjects } from '../client/failure.ts';
import { at } from '../client/request.ts';
import { readTeam, requireTeam } from '../mirror/teams.ts';
import type { GraphParts } from './effects.ts';
import { assertNobodyDeleted } from './people.ts';
import { deleteTeam } from './team-changes.ts';

/** The result of the effect once the group is a team. */
interface FinishedTeam {
  isTeam: true;
  /** False until Charter's copy has the team. */
  isCopied?: boolean;
}

const TEAM = { kind: 'team', scope: '' } as const;

/** Minimum and maximum wait, in seconds, until the next attempt to turn a group into a team. */
const SHORTEST_WAIT = 10;

const LONGEST_WAIT = 60;

/** Returns the seconds until the next attempt for a group of this age. The wait grows with the age. */
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
    throw retryLater(
      say('graph.groupUnknownToTeams', 'Microsoft Graph does not show the new group to Teams yet.'),
      seconds,
      error,
    );
  }
}

/**
 * Records the effect and creates the group. Deletes the record of a first attempt if Graph rejects it or the alias is
 * taken.
 */
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

/** Adds the team to the copy, with the people in the call that created its group. */
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

/** Continues after the last step that an earlier attempt has recorded. */
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
  const done = asked?.result as FinishedTeam | null | undefined;
  const rethrowWith = (type: 'group' | 'team') => (error: unknown) => {
    throw withLeftObjects(error, { type, id: teamId, displayName: team.displayName });
  };
  if (done == null) {
    await putTeam(parts, tenantId, teamId, team).catch(rethrowWith('group'));
    await effects.complete(tenantId, TEAM, team.marker, teamId, { isTeam: true, isCopied: false });
  }
  const made = await requireTeam(parts, tenantId, teamId).catch(rethrowWith('team'));
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

/** @throws ServiceUnavailable while Graph may still show a group whose response was lost */
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
      return parts.queue.run(`${tenantId} marker ${team.marker}`, () => create(parts, tenantId, team));
    },

    removeByMarker: (tenantId, marker) =>
      parts.queue.run(`${tenantId} marker ${marker}`, () => removeByMarker(parts, tenantId, marker)),

    findByMarker: (tenantId, marker) => findByMarker(parts, tenantId, marker),
  }) satisfies Partial<SuiteTeams>;

/* Creates the group of a team under a unique name, and finds it again. */

/** Maximum number of owners and members together in the call that creates a group ("Create group"). */
const MAX_RELATIONS = 20;

const VISIBILITY = { public: 'Public', private: 'Private', hiddenMembership: 'HiddenMembership' } as const;

/** Returns the people for the call that creates the group: owners are members too. The others are added later. */
function relationsOf({ members = [] }: Pick<NewTeam, 'members'>, bind: (path: string) => string) {
  const owners = [...new Set(members.filter(({ role }) => role === 'owner').map(({ userId }) => userId))];
  const firstOwners = owners.slice(0, MAX_RELATIONS / 2);
  const others = [...new Set(members.map(({ userId }) => userId))].filter((id) => !firstOwners.includes(id));
  const rest = others.slice(0, MAX_RELATIONS - 2 * firstOwners.length);
  const linkTo = (userId: string): string => bind(at`/users/${userId}`);
  return {
    'owners@odata.bind': firstOwners.map(linkTo),
    'members@odata.bind': [...firstOwners, ...rest].map(linkTo),
  };
}

const isAliasConflict = (error: unknown): boolean =>
  hasStatus(error, 400, 409) && /mailNickname|mail nickname/i.test(error.facts.message);

/** Whether Graph reports that an earlier call has created the group or added its people. */
const isPresent = (error: unknown): boolean =>
  hasStatus(error, 409) || (hasStatus(error, 400) && /already exist/i.test(error.facts.message));

/** Returns the group that Charter created for the marker. */
async function findGroup(parts: GraphParts, tenantId: string, marker: string): Promise<Group | undefined> {
  const path = `${at`/groups(uniqueName='${uniqueNameOf(marker)}')`}?$select=id,displayName,mailNickname`;
  try {
    return await parts.graphOf(tenantId).get<Group>(path, { budget: 'readDirectory' });
  } catch (error) {
    if (hasStatus(error, 404)) return undefined;
    throw error;
  }
}

/** Returns the id of the marker's group if that group has the alias. */
async function findByAlias(
  parts: GraphParts,
  tenantId: string,
  { marker, mailNickname }: NewTeam,
): Promise<string | undefined> {
  const path = `/groups?$filter=${at`mailNickname eq '${mailNickname}'`}&$select=id,uniqueName`;
  const charge = { budget: 'readDirectory' } as const;
  const holders = await parts.graphOf(tenantId).list<Group & { uniqueName?: string }>(path, charge);
  return holders.find(({ uniqueName }) => uniqueName === uniqueNameOf(marker))?.id;
}

/** Sends the call that creates the group. Returns undefined when the group already exists. */
async function putGroup(parts: GraphParts, tenantId: string, team: NewTeam): Promise<Group | undefined> {
  const graph = parts.graphOf(tenantId);
  const { body } = await graph.call<Group | undefined>({
    method: 'PATCH',
    path: at`/groups(uniqueName='${uniqueNameOf(team.marker)}')`,
    budget: 'writeDirectory',
    headers: { Prefer: 'create-if-missing' },
    body: {
      displayName: team.displayName,
      ...(team.description !== null && { description: team.description }),
      ...(team.classification != null && { classification: team.classification }),
      groupTypes: ['Unified'],
      mailEnabled: true,
      mailNickname: team.mailNickname,
      securityEnabled: false,
      visibility: VISIBILITY[team.visibility],
      ...relationsOf(team, graph.bind),
    },
  });
  return body;
}

/**
 * Creates the group of a team, unless an earlier attempt has created it. Returns its id.
 * @param isRepeat whether an earlier attempt may have created it
 * @throws NameAlreadyExists for a mail alias of another group; NotFound for deleted people; ServiceUnavailable while
 *   Graph does not show the group
 */
async function createGroup(
  parts: GraphParts,
  tenantId: string,
  team: NewTeam,
  isRepeat: boolean,
): Promise<string> {
  const present = isRepeat ? await findGroup(parts, tenantId, team.marker) : undefined;
  if (present?.id) return present.id;
  // The index can contain the group of an earlier attempt without its marker.
  if (!isRepeat && (await parts.groups.isMailNicknameTaken(tenantId, team.mailNickname, team.marker))) {
    throw aliasTaken(team.mailNickname);
  }
  let made: Group | undefined;
  try {
    made = await putGroup(parts, tenantId, team);
  } catch (error) {
    if (isAliasConflict(error)) {
      const own = isRepeat ? await findByAlias(parts, tenantId, team) : undefined;
      if (own === undefined) throw aliasTaken(team.mailNickname);
      return own;
    }
    if (hasStatus(error, 400, 404) && !isPresent(error)) {
      const { members = [] } = team;
      await assertNobodyDeleted(parts, tenantId, [...new Set(members.map(({ userId }) => userId))]);
    }
    if (hasStatus(error, 404)) {
      throw notShown('group', error);
    }
    if (!isPresent(error)) throw error;
  }
  const id = made?.id ?? (await findGroup(parts, tenantId, team.marker))?.id;
  if (id === undefined) throw notShown('group');
  return id;
}
