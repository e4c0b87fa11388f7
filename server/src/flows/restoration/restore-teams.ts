/**
 * Compares teams with what is permanent and enforced for them, and puts back what is missing. Every governed
 * team has its time: a quarter of an hour after the last look, or at once when something happened to it, to its
 * template or to its policies. Nodes take the teams that are due in batches, each team by one node; a node that
 * dies leaves its batch to the others when its lease is over.
 */

import type { CatalogTemplate } from '../../domain/catalog/model.ts';
import { permanentPeople } from '../../domain/policies/govern-blueprint.ts';
import { visibilityUnder } from '../../domain/policies/judge.ts';
import { type AppliedPolicy, type GovernedTeam, ofKind, policiesFor } from '../../domain/policies/model.ts';
import type { SuiteTeam } from '../../domain/teams/model.ts';
import type { User } from '../../domain/users/model.ts';
import {
  executeIntent,
  LEASE_MILLISECONDS,
  type PerformDeps,
  type SuiteOperation,
} from '../../engine/intents/perform.ts';
import { charterOf, SYSTEM_ACTOR } from '../../engine/principal.ts';
import { newId } from '../../kernel/ids.ts';
import { teamGovernanceEnded } from './events.ts';
import { findMembershipGaps, isEmpty, type PermanentPeople, toPermanentPeople } from './membership-gaps.ts';
import {
  restorationId,
  restoreMembershipOperation,
  restoreSettingsOperation,
  type SettingsGap,
} from './restore-operations.ts';

const BATCH = 50;
/** Teams of a batch that are looked at side by side. */
const AT_ONCE = 4;
const LEASE_OF_BATCH_MILLISECONDS = 5 * 60_000;
const INTERVAL_MILLISECONDS = 15 * 60_000;
/** Suites show a new team late in some places; an old one that is not there is gone. */
const NEW_FOR_MILLISECONDS = 24 * 60 * 60_000;

export interface RestoreDeps extends PerformDeps {
  /** Told of a team that could not be compared or restored; its turn comes again. */
  report(error: unknown, details: { tenantId: string; teamId: string }): void;
}

/** What must be so in one team. */
interface Wanted {
  team: GovernedTeam;
  policies: AppliedPolicy[];
  owners: string[];
  members: string[];
}

const isAsked = ({ policies, owners, members }: Wanted): boolean =>
  owners.length + members.length > 0 ||
  policies.some(({ kind }) => kind === 'privacy' || kind === 'sensitivityLabel');

function wantedOf(
  team: GovernedTeam,
  template: CatalogTemplate | undefined,
  policies: AppliedPolicy[],
): Wanted {
  const ofTemplate = template?.templateConfiguration.permanentMembership;
  const ofPolicies = permanentPeople(policies);
  const ids = (people: readonly { id: string }[] = []): string[] => people.map(({ id }) => id);
  return {
    team,
    policies,
    owners: [...ids(ofTemplate?.owners), ...ids(ofPolicies.owners)],
    members: [...ids(ofTemplate?.members), ...ids(ofPolicies.members)],
  };
}

/** What templates and policies ask of these teams, as they are now. */
async function readWanted(
  { store }: RestoreDeps,
  tenantId: string,
  teams: readonly GovernedTeam[],
): Promise<Wanted[]> {
  const { policies, templates } = store.in(tenantId);
  const [enabled, catalog] = await Promise.all([policies.listEnabled(), templates.list()]);
  const byId = new Map(catalog.map((template) => [template.templateConfiguration.id, template]));
  return teams.map((team) =>
    wantedOf(
      team,
      team.templateId === null ? undefined : byId.get(team.templateId),
      policiesFor(enabled, team),
    ),
  );
}

/** Everybody who is named, looked up in one call. */
async function findNamed(
  { suite }: RestoreDeps,
  tenantId: string,
  wanted: readonly Wanted[],
): Promise<Map<string, User | undefined>> {
  const references = [...new Set(wanted.flatMap(({ owners, members }) => [...owners, ...members]))];
  if (references.length === 0) return new Map();
  const users = await suite.users.resolve(tenantId, references);
  return new Map(references.map((reference, index) => [reference, users[index]]));
}

/** What nobody but members sees is private enough, and can't be changed. */
function findSettingsGap(
  { team, sensitivityLabelId }: SuiteTeam,
  policies: readonly AppliedPolicy[],
): SettingsGap {
  const visibility =
    team.visibility === 'hiddenMembership' ? team.visibility : visibilityUnder(policies, team.visibility);
  const labelId = ofKind(policies, 'sensitivityLabel')[0]?.settings.labelId;
  return {
    ...(visibility !== team.visibility && { visibility }),
    ...(labelId !== undefined && labelId !== sensitivityLabelId && { sensitivityLabelId: labelId }),
  };
}

/** Records the intent under the team's own id, or takes over the one that is open, and does it. */
async function restore<Input extends object>(
  deps: RestoreDeps,
  tenantId: string,
  operation: SuiteOperation<Input, unknown>,
  input: Input & { team: { id: string } },
): Promise<void> {
  const now = deps.clock.now();
  const id = restorationId(operation.name, input.team.id);
  const intent = await deps.store.in(tenantId).intents.add(
    {
      id,
      operation: operation.name,
      input: input as Record<string, unknown>,
      principal: charterOf(tenantId),
      context: { requestId: newId(), operationId: id },
    },
    new Date(now.getTime() + LEASE_MILLISECONDS),
    now,
  );
  await executeIntent(deps, operation, intent);
  // What was taken over is what was missing then; what is missing now is found by another look.
  if (intent.attempt > 1) await deps.store.in(tenantId).policies.makeDue({ teamIds: [input.team.id] }, now);
}

/** The team is not in the suite any more: nothing is left to look after. */
async function endGovernance(
  { store, clock }: RestoreDeps,
  tenantId: string,
  team: GovernedTeam,
): Promise<void> {
  const at = clock.now();
  if (at.getTime() - team.since.getTime() < NEW_FOR_MILLISECONDS) return;
  const { teamId } = team;
  await store.transaction(tenantId, async (unit) => {
    if (!(await unit.policies.removeGoverned(teamId))) return;
    await unit.audit.append(
      [
        teamGovernanceEnded.record({
          actor: SYSTEM_ACTOR,
          target: { type: 'team', id: teamId, displayName: teamId },
          requestId: newId(),
          fields: { teamId },
        }),
      ],
      at,
    );
  });
}

interface NamedTeam {
  id: string;
  displayName: string;
}

async function restoreSettings(
  deps: RestoreDeps,
  tenantId: string,
  team: NamedTeam,
  changes: SettingsGap,
): Promise<void> {
  if (Object.keys(changes).length === 0) return;
  await restore(deps, tenantId, restoreSettingsOperation, { eventId: newId(), team, changes });
}

async function restoreMembership(
  deps: RestoreDeps,
  tenantId: string,
  team: NamedTeam,
  people: PermanentPeople,
): Promise<void> {
  const gaps = await findMembershipGaps(deps.suite, tenantId, team.id, people);
  if (isEmpty(gaps)) return;
  await restore(deps, tenantId, restoreMembershipOperation, { eventId: newId(), team, ...gaps });
}

async function restoreTeam(
  deps: RestoreDeps,
  tenantId: string,
  { team: governed, policies }: Wanted,
  people: PermanentPeople,
): Promise<void> {
  const found = await deps.suite.teams.find(tenantId, governed.teamId);
  if (found === undefined) return endGovernance(deps, tenantId, governed);
  if (found.team.isArchived) return;
  const { id, displayName } = found.team;
  const team = { id, displayName };
  // Each for itself: a label that is no longer in use must keep nobody out of the team.
  const outcomes = await Promise.allSettled([
    restoreSettings(deps, tenantId, team, findSettingsGap(found, policies)),
    restoreMembership(deps, tenantId, team, people),
  ]);
  for (const outcome of outcomes) {
    if (outcome.status === 'rejected') deps.report(outcome.reason, { tenantId, teamId: id });
  }
}

/** One team's failure is told and holds up no other. */
async function restoreOne(
  deps: RestoreDeps,
  tenantId: string,
  wanted: Wanted,
  users: ReadonlyMap<string, User | undefined>,
): Promise<void> {
  const find = (references: readonly string[]) => references.map((reference) => users.get(reference));
  try {
    const people = toPermanentPeople(find(wanted.owners), find(wanted.members));
    await restoreTeam(deps, tenantId, wanted, people);
  } catch (error) {
    deps.report(error, { tenantId, teamId: wanted.team.teamId });
  }
}

async function restoreBatch(
  deps: RestoreDeps,
  tenantId: string,
  teams: readonly GovernedTeam[],
): Promise<void> {
  const wanted = (await readWanted(deps, tenantId, teams)).filter(isAsked);
  const users = await findNamed(deps, tenantId, wanted);
  const waiting = wanted.values();
  const place = async (): Promise<void> => {
    for (const next of waiting) await restoreOne(deps, tenantId, next, users);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, place));
}

/**
 * Restores the tenant's teams that are due, batch by batch. Answers how many were looked at. Any number of
 * nodes may do it at once.
 * @param stopping begins no other batch
 */
export async function restoreDueTeams(
  deps: RestoreDeps,
  tenantId: string,
  stopping?: AbortSignal,
): Promise<number> {
  const { policies } = deps.store.in(tenantId);
  let count = 0;
  while (!stopping?.aborted) {
    const now = deps.clock.now();
    const leaseUntil = new Date(now.getTime() + LEASE_OF_BATCH_MILLISECONDS);
    const teams = await policies.takeDue(now, leaseUntil, BATCH);
    if (teams.length > 0) {
      await restoreBatch(deps, tenantId, teams);
      const ids = teams.map(({ teamId }) => teamId);
      await policies.settleDue(ids, leaseUntil, new Date(now.getTime() + INTERVAL_MILLISECONDS));
    }
    count += teams.length;
    if (teams.length < BATCH) break;
  }
  return count;
}
