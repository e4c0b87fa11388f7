import type { Deps } from '../../engine/deps.ts';
import { perform, type SuiteOperation } from '../../engine/intents/perform.ts';
import type { Principal, RequestContext } from '../../engine/principal.ts';
import type { UnitOfWork } from '../../engine/store.ts';
import { CharterError, type ErrorDetail, hasCode, invalidRequest } from '../../kernel/errors.ts';
import { type Message, say } from '../../kernel/messages.ts';
import { retryConflicts } from '../../kernel/retry.ts';
import { nameKey } from '../names/key.ts';
import { authoriseTeamAction, findTeam } from './access.ts';
import { teamAbandonedRecord, teamUpdated } from './events.ts';
import { DEFAULT_TEAM_SETTINGS } from './fields.ts';
import type { SuiteTeam, Team, TeamPatch, TeamSettings, TeamSettingsPatch } from './model.ts';
import { findTeamNameFault } from './name.ts';

const SETTINGS_GROUPS = Object.keys(DEFAULT_TEAM_SETTINGS) as (keyof TeamSettings)[];

const FIELDS = [
  'displayName',
  'description',
  'classification',
  'visibility',
  'isMembershipLimitedToOwners',
] as const satisfies (keyof TeamPatch)[];

/** Returns those `fields` of `wanted` that differ from `present`. */
function differing<T extends object>(
  present: T,
  wanted: Partial<T>,
  fields: readonly (keyof T)[],
): Partial<T> {
  const changed: Partial<T> = {};
  for (const field of fields) {
    if (wanted[field] !== undefined && wanted[field] !== present[field]) changed[field] = wanted[field];
  }
  return changed;
}

/** Returns the part of the patch that would change the team. */
export function findChanges(team: Team, patch: TeamPatch): TeamPatch {
  const changes: TeamPatch = differing<Pick<Team, (typeof FIELDS)[number]>>(team, patch, FIELDS);
  for (const name of SETTINGS_GROUPS) {
    const present: object = team[name];
    const changed = differing(present, patch[name] ?? {}, Object.keys(present) as never[]);
    if (!isEmptyPatch(changed)) Object.assign(changes, { [name]: changed });
  }
  return changes;
}

export const settingsGroupsOf = (patch: TeamPatch): TeamSettingsPatch =>
  Object.fromEntries(SETTINGS_GROUPS.filter((name) => patch[name]).map((name) => [name, patch[name]]));

export const isEmptyPatch = (changes: object): boolean => Object.keys(changes).length === 0;

/** Returns the changes as events contain them: a removed value is an empty text, because events omit null fields. */
export const withRemovedAsEmpty = <Patch extends TeamPatch>(patch: Patch) =>
  Object.fromEntries(Object.entries(patch).map(([name, value]) => [name, value ?? ''])) as {
    [Name in keyof Patch]: Exclude<Patch[Name], null>;
  };

/** Writes the reservation and records of the policies, in the transaction of the intent. @throws PolicyViolation */
export type WriteReservation = (
  unit: Pick<UnitOfWork, 'audit' | 'teamNames'>,
  intentId: string,
) => Promise<void>;

export interface CheckOwnersDeps {
  /**
   * Checks the number of owners that the team would have if these people became owners
   * (domain/policies/check-team.ts). @throws PolicyViolation
   */
  checkNewOwners(
    deps: Deps,
    principal: Principal,
    context: RequestContext,
    team: { id: string; displayName: string },
    userIds: readonly string[],
  ): Promise<WriteReservation | undefined>;
}

export interface UpdateTeamDeps extends Deps {
  /** Checks the patch against the policies for the team (domain/policies/check-team.ts). @throws PolicyViolation */
  checkTeamChange(
    deps: Deps,
    principal: Principal,
    context: RequestContext,
    team: { id: string; displayName: string },
    patch: TeamPatch,
  ): Promise<WriteReservation | undefined>;
  settings: { teamNameMaxLength: number };
}

/** The fields of a team that a caller sends: any subset, also of each settings group. */
export type TeamRepresentation = Partial<Omit<Team, keyof TeamSettings>> & TeamSettingsPatch;

export interface UpdateTeamInput {
  teamId: string;
  representation: TeamRepresentation;
  /** From If-Match: the team must still have this version. */
  ifVersion?: string;
  /** `describeOwn`: an owner changes name and description. Default: `update`. */
  action?: 'update' | 'describeOwn';
}

interface UpdateTeam {
  teamId: string;
  patch: TeamPatch;
  /** The version that the patch was made for, so that a late attempt can't undo later changes. */
  version: string;
  /** Time just before that version was read, RFC 3339; intents of earlier releases lack it. */
  askedAt?: string;
  /**
   * Key of the new name, which is reserved until the change ends (TeamNameStore). Absent when the name does not change.
   */
  nameKey?: string;
}

export const updateTeamOperation: SuiteOperation<UpdateTeam, SuiteTeam> = {
  name: 'update-team',
  abandoned: teamAbandonedRecord(({ teamId }) => teamId),
  async execute(suite, { teamId, patch, version }, { tenantId, isRepeat }) {
    try {
      return await suite.teams.update(tenantId, teamId, patch, version);
    } catch (error) {
      if (!isRepeat || !hasCode(error, 'PreconditionFailed', 'TeamArchived')) throw error;
      const now = await suite.teams.find(tenantId, teamId);
      // An earlier attempt made the change.
      if (now !== undefined && isEmptyPatch(findChanges(now.team, patch))) return now;
      throw error;
    }
  },
  event: ({ teamId, patch }, { team: { displayName } }) =>
    teamUpdated.happened({
      target: { type: 'team', id: teamId, displayName },
      payload: { team: { id: teamId, displayName }, changes: withRemovedAsEmpty(patch) },
    }),
  // The first attempt names the version that it read, so no other call can have made its change.
  sameChangeSince: ({ askedAt }, { isRepeat }) =>
    isRepeat && askedAt !== undefined ? new Date(askedAt) : undefined,
};

/**
 * Merges the sent fields into the team (docs/specification.md, section 5). Read-only fields may be sent unchanged.
 * Writes and records nothing when nothing changes. Returns the resulting team.
 * @throws NotFound, Forbidden, TeamArchived, PreconditionFailed, InvalidRequest that names each field,
 * PolicyViolation that names each policy, Conflict when others keep changing the team
 */
export async function updateTeam(
  deps: UpdateTeamDeps,
  principal: Principal,
  context: RequestContext,
  input: UpdateTeamInput,
): Promise<SuiteTeam> {
  const write = async (): Promise<SuiteTeam | undefined> => {
    const askedAt = deps.clock.now().toISOString();
    const current = await readForUpdate(deps, principal, input);
    const patch = toPatch(current.team, input.representation, deps.settings.teamNameMaxLength);
    if (isEmptyPatch(patch)) return current;
    const hold = await deps.checkTeamChange(deps, principal, context, current.team, patch);
    const { displayName } = patch;
    const named = displayName === undefined ? {} : { nameKey: nameKey(displayName) };
    const change = { teamId: current.team.id, patch, version: current.version, askedAt, ...named };
    try {
      return await perform(deps, principal, context, updateTeamOperation, change, hold);
    } catch (error) {
      if (!hasCode(error, 'PreconditionFailed') || input.ifVersion !== undefined) throw error;
      return undefined;
    }
  };
  return retryConflicts(
    write,
    say('teams.busy', 'Others keep changing the team at the same moment. Try again.'),
  );
}

async function readForUpdate(
  deps: UpdateTeamDeps,
  principal: Principal,
  { teamId, ifVersion, action = 'update' }: UpdateTeamInput,
): Promise<SuiteTeam> {
  const suiteTeam =
    action === 'update'
      ? await findTeam(deps, principal, teamId, action)
      : (await authoriseTeamAction(deps, principal, teamId, action)).suiteTeam;
  if (ifVersion !== undefined && ifVersion !== suiteTeam.version) {
    throw new CharterError(
      'PreconditionFailed',
      say(
        'teams.changedSince',
        'Somebody has changed the team since you read it. Read it again, then repeat your change on it.',
      ),
    );
  }
  return suiteTeam;
}

/** Returns the fields that change. @throws InvalidRequest that names each rejected field */
function toPatch(team: Team, representation: TeamRepresentation, nameMaxLength: number): TeamPatch {
  const details: ErrorDetail[] = [];
  const reject = (target: string, message: Message, code = 'InvalidValue'): void => {
    details.push({ target, code, ...message });
  };
  for (const field of READ_ONLY_FIELDS) {
    const sent = representation[field];
    if (sent === undefined || isSameValue(field, sent, team[field])) continue;
    const message = say('teams.readOnly', 'This field is read-only. Leave it out, or send the value it has.');
    reject(field, message, 'ReadOnly');
  }
  const patch = findChanges(team, writableFieldsOf(representation));
  if (patch.displayName !== undefined) {
    const fault = findTeamNameFault(patch.displayName, nameMaxLength);
    if (fault !== undefined) reject('displayName', fault);
  }
  if (patch.visibility !== undefined && [patch.visibility, team.visibility].includes('hiddenMembership')) {
    const message = say(
      'teams.hiddenMembership',
      'hiddenMembership is chosen when a team is created, and stays then.',
    );
    reject('visibility', message);
  }
  if (details.length > 0) {
    const message = say(
      'teams.fieldsInvalid',
      'Some fields of the team cannot be changed like this. See details.',
    );
    throw invalidRequest(message, details);
  }
  return patch;
}

const READ_ONLY_FIELDS = [
  'id',
  'createdDateTime',
  'internalId',
  'specialization',
  'webUrl',
  'isArchived',
] as const satisfies (keyof Team)[];

/** Compares times by value: the caller may format them differently. */
const isSameValue = (field: keyof Team, sent: unknown, present: unknown): boolean =>
  field === 'createdDateTime' && typeof sent === 'string'
    ? Date.parse(sent) === Date.parse(String(present))
    : sent === present;

function writableFieldsOf(representation: TeamRepresentation): TeamPatch {
  const writable: Record<string, unknown> = { ...representation };
  for (const field of READ_ONLY_FIELDS) delete writable[field];
  if (representation.displayName !== undefined) writable.displayName = representation.displayName.trim();
  return writable as TeamPatch;
}
