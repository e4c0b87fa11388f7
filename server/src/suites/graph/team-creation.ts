/**
 * Creates a team exactly once. The group gets a unique name from the marker (uniqueName), so Graph either creates it
 * or answers that it exists. Then PUT turns the group into a team; a second PUT is answered with 409, which means
 * that the first one succeeded. Microsoft recommends three tries of that, ten seconds apart, and then a wait until
 * the group is 15 minutes old ("Create team from group").
 */
import type { SuiteTeam } from '../../domain/teams/model.ts';
import type { NewTeam, SuiteTeams } from '../../domain/teams/suite.ts';
import { invalidField } from '../../kernel/errors.ts';
import { aliasTaken, assertNewTeam } from '../embedded/new-team.ts';
import { comeBack, GraphFailure, hasStatus } from './failure.ts';
import { createGroupCreation, relationsOf } from './group-creation.ts';
import type { GraphParts } from './parts.ts';
import { settingsPatch } from './settings-patch.ts';
import { requireTeam } from './teams.ts';
import { at } from './transport.ts';

/** The result of the marker once the group is a team. */
interface Done {
  isTeam: true;
  /** False until Charter's copy has the team. */
  isCopied?: boolean;
}

const TEAM = { kind: 'team', scope: '' } as const;

const FIRST_TRIES_MILLISECONDS = 35_000;
const FIRST_TRIES_SECONDS = 10;
const REPLICATED_MILLISECONDS = 15 * 60_000;

export function createTeamCreation(parts: GraphParts) {
  const { effects, groups, copy, memberCopy, clock } = parts;
  const groupCreation = createGroupCreation(parts);

  /** Seconds until the next try to turn a group of this age into a team. */
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

  /** Removes the marker when Graph has certainly done nothing. */
  async function makeGroupUnder(tenantId: string, team: NewTeam, isRepeat: boolean): Promise<string> {
    // Checked before anything is recorded, so that a job that must retry leaves no record.
    if (!isRepeat) await parts.graphOf(tenantId).assertOpen({ budget: 'writeDirectory' });
    const askedAt = await effects.begin(tenantId, TEAM, team.marker);
    try {
      return await groupCreation.make(tenantId, team, isRepeat);
    } catch (error) {
      const isRefusal = error instanceof GraphFailure ? !error.mayHaveHappened : false;
      const isTaken = error instanceof Error && error.message === aliasTaken(team.mailNickname).message;
      if (!isRepeat && (isRefusal || isTaken)) {
        await effects.cancel(tenantId, TEAM, team.marker, askedAt);
      }
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
    const done = asked?.result as Done | null | undefined;
    if (done == null) {
      await putTeam(tenantId, teamId, team);
      await effects.complete(tenantId, TEAM, team.marker, teamId, { isTeam: true, isCopied: false });
    }
    const made = await requireTeam(parts, tenantId, teamId);
    if (done == null || done.isCopied === false) {
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
    await memberCopy.add(
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
      const teamId = asked.effectId ?? (await groupCreation.find(tenantId, marker))?.id;
      if (teamId === undefined) return undefined;
      const team = await requireTeam(parts, tenantId, teamId).catch((error: unknown) => {
        if (error instanceof Error && 'code' in error && error.code === 'NotFound') return undefined;
        throw error;
      });
      return team;
    },
  } satisfies Partial<SuiteTeams>;
}
