/**
 * Creating a team without ever creating two.
 *
 * The group is made under a name that only it can have (uniqueName, from the marker): Graph creates it, or answers that
 * it exists. Then the team is put on the group; a second PUT is a 409, which says that the first one worked. Microsoft
 * advises to try that three times, ten seconds apart, and then to wait until the group is 15 minutes old ("Create team
 * from group").
 */
import type { Group } from '@microsoft/microsoft-graph-types';
import type { SuiteTeam } from '../../domain/teams/model.ts';
import type { NewTeam, SuiteTeams } from '../../domain/teams/suite.ts';
import { invalidField } from '../../kernel/errors.ts';
import { aliasTaken, assertNewTeam } from '../embedded/new-team.ts';
import { comeBack, GraphFailure, hasStatus } from './failure.ts';
import type { GraphParts } from './parts.ts';
import { settingsPatch } from './settings-patch.ts';
import { requireTeam } from './teams.ts';
import { at } from './transport.ts';

const TEAM = { kind: 'team', scope: '' } as const;

/** Most owners and members that a group is created with ("Create group"). */
const MOST_RELATIONS = 20;

const FIRST_TRIES_MILLISECONDS = 35_000;
const FIRST_TRIES_SECONDS = 10;
const REPLICATED_MILLISECONDS = 15 * 60_000;

/** Names of the groups that Charter makes. */
const uniqueNameOf = (marker: string): string => `charter-${marker}`;

/** Whether Charter has made the group. */
export const isOwnName = (uniqueName: string | null | undefined): boolean =>
  uniqueName?.startsWith(uniqueNameOf('')) ?? false;

const VISIBILITY = { public: 'Public', private: 'Private', hiddenMembership: 'HiddenMembership' } as const;

/** Returns the people to create the group with: owners are members too. The others are added later. */
function relationsOf({ members = [] }: Pick<NewTeam, 'members'>, bind: (path: string) => string) {
  const owners = [...new Set(members.filter(({ role }) => role === 'owner').map(({ userId }) => userId))];
  const firstOwners = owners.slice(0, MOST_RELATIONS / 2);
  const others = [...new Set(members.map(({ userId }) => userId))].filter((id) => !firstOwners.includes(id));
  const rest = others.slice(0, MOST_RELATIONS - 2 * firstOwners.length);
  const linkTo = (userId: string): string => bind(at`/users/${userId}`);
  return {
    'owners@odata.bind': firstOwners.map(linkTo),
    'members@odata.bind': [...firstOwners, ...rest].map(linkTo),
  };
}

const isAliasConflict = (error: unknown): boolean =>
  hasStatus(error, 400, 409) && /mailNickname|mail nickname/i.test(error.facts.message);

/** Graph answers so when an earlier call has made the group or its people. */
const isPresent = (error: unknown): boolean =>
  hasStatus(error, 409) || (hasStatus(error, 400) && /already exist/i.test(error.facts.message));

export function createTeamCreation(parts: GraphParts) {
  const { effects, groups, copy, clock } = parts;

  const findGroup = async (tenantId: string, marker: string): Promise<Group | undefined> => {
    const path = `${at`/groups(uniqueName='${uniqueNameOf(marker)}')`}?$select=id,displayName,mailNickname`;
    try {
      return await parts.graphOf(tenantId).get<Group>(path, { budget: 'readDirectory' });
    } catch (error) {
      if (hasStatus(error, 404)) return undefined;
      throw error;
    }
  };

  /** Returns the id of the group of the marker if it is the one that has the alias. */
  async function findByAlias(
    tenantId: string,
    { marker, mailNickname }: NewTeam,
  ): Promise<string | undefined> {
    const path = `/groups?$filter=${at`mailNickname eq '${mailNickname}'`}&$select=id,uniqueName`;
    const turn = { budget: 'readDirectory' } as const;
    const holders = await parts.graphOf(tenantId).list<Group & { uniqueName?: string }>(path, turn);
    return holders.find(({ uniqueName }) => uniqueName === uniqueNameOf(marker))?.id;
  }

  /** Creates the group. Returns undefined when Graph says that it exists. */
  async function putGroup(tenantId: string, team: NewTeam): Promise<Group | undefined> {
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

  /** Returns the id of the group of this marker, made now or before. */
  async function makeGroup(tenantId: string, team: NewTeam, isRepeat: boolean): Promise<string> {
    const present = isRepeat ? await findGroup(tenantId, team.marker) : undefined;
    if (present?.id) return present.id;
    // The index can have the group of an earlier try, without its marker.
    if (!isRepeat && (await groups.isMailNicknameTaken(tenantId, team.mailNickname, team.marker))) {
      throw aliasTaken(team.mailNickname);
    }
    let made: Group | undefined;
    try {
      made = await putGroup(tenantId, team);
    } catch (error) {
      if (isAliasConflict(error)) {
        const own = isRepeat ? await findByAlias(tenantId, team) : undefined;
        if (own === undefined) throw aliasTaken(team.mailNickname);
        return own;
      }
      if (hasStatus(error, 404))
        throw comeBack('Microsoft Graph does not know the new group yet.', 10, error);
      if (!isPresent(error)) throw error;
    }
    const id = made?.id ?? (await findGroup(tenantId, team.marker))?.id;
    if (id === undefined)
      throw comeBack('Microsoft Graph does not show the new group yet.', FIRST_TRIES_SECONDS);
    return id;
  }

  /** Seconds until the next try to put the team on a group of this age. */
  function waitFor(createdAt: Date): number {
    const age = clock.now().getTime() - createdAt.getTime();
    if (age < FIRST_TRIES_MILLISECONDS || age >= REPLICATED_MILLISECONDS) return FIRST_TRIES_SECONDS;
    return (REPLICATED_MILLISECONDS - age) / 1000;
  }

  async function putTeam(tenantId: string, teamId: string, { settings = {} }: NewTeam): Promise<void> {
    try {
      await parts.graphOf(tenantId).call({
        method: 'PUT',
        path: at`/groups/${teamId}/team`,
        budget: 'makeTeams',
        teamId,
        body: settingsPatch(settings),
      });
    } catch (error) {
      if (hasStatus(error, 409)) return;
      if (!hasStatus(error, 404)) throw error;
      const createdAt = (await groups.find(tenantId, teamId))?.createdAt ?? clock.now();
      throw comeBack('Microsoft Graph does not show the new group to Teams yet.', waitFor(createdAt), error);
    }
  }

  /** Forgets the marker when Graph has surely done nothing. */
  async function makeGroupUnder(tenantId: string, team: NewTeam, isRepeat: boolean): Promise<string> {
    await effects.begin(tenantId, TEAM, team.marker);
    try {
      return await makeGroup(tenantId, team, isRepeat);
    } catch (error) {
      const isRefusal = error instanceof GraphFailure ? !error.mayHaveHappened : false;
      const isTaken = error instanceof Error && error.message === aliasTaken(team.mailNickname).message;
      if (!isRepeat && (isRefusal || isTaken)) await effects.forget(tenantId, TEAM, [team.marker]);
      throw error;
    }
  }

  async function create(tenantId: string, team: NewTeam): Promise<SuiteTeam> {
    const asked = await effects.findOne(tenantId, TEAM, team.marker);
    let teamId = asked?.effectId ?? undefined;
    if (teamId === undefined) {
      teamId = await makeGroupUnder(tenantId, team, asked !== undefined);
      await groups.addTeam(tenantId, teamId, team);
      await effects.complete(tenantId, TEAM, team.marker, teamId);
    }
    if (asked?.result == null) {
      await putTeam(tenantId, teamId, team);
    }
    const made = await requireTeam(parts, tenantId, teamId);
    if (asked?.result == null) {
      await copyNew(tenantId, made, team);
      await effects.complete(tenantId, TEAM, team.marker, teamId, { isTeam: true });
    }
    return made;
  }

  async function copyNew(tenantId: string, made: SuiteTeam, { members = [] }: NewTeam): Promise<void> {
    await copy.save(tenantId, made, true);
    const { 'members@odata.bind': first } = relationsOf({ members }, (path) => path);
    const bound = members.filter(({ userId }) => first.includes(at`/users/${userId}`));
    const teamId = made.team.id;
    await copy.addMembers(
      tenantId,
      bound.map((one) => ({ ...one, teamId })),
      true,
    );
  }

  return {
    async create(tenantId, team) {
      assertNewTeam(team);
      if (!team.members?.some(({ role }) => role === 'owner')) {
        throw invalidField(
          'members',
          'Microsoft Teams creates no team without an owner. Name one.',
          'OwnerRequired',
        );
      }
      return parts.turns.run(`${tenantId} marker ${team.marker}`, () => create(tenantId, team));
    },

    async findByMarker(tenantId, marker) {
      const asked = await effects.findOne(tenantId, TEAM, marker);
      if (asked === undefined) return undefined;
      const teamId = asked.effectId ?? (await findGroup(tenantId, marker))?.id;
      if (teamId === undefined) return undefined;
      const team = await requireTeam(parts, tenantId, teamId).catch((error: unknown) => {
        if (error instanceof Error && 'code' in error && error.code === 'NotFound') return undefined;
        throw error;
      });
      return team;
    },
  } satisfies Partial<SuiteTeams>;
}
