/**
 * Compares governed teams with their templates and policies, restores missing members and settings, looks for missing
 * owners (flows/owners), and checks guests and reviews (flows/reviews) and channels (flows/channels). A team is due 15
 * minutes after its last comparison (a day if it has no template, no attached policy and no search for owners), or at
 * once after a change to the team, its template or its policies. Nodes lease due teams in batches; when the lease of a
 * dead node expires, another node takes over its batch.
 */
import type { CatalogTemplate } from '../../domain/catalog/model.ts';
import type { User } from '../../domain/directory/model.ts';
import { requirementsOf } from '../../domain/policies/apply-policies.ts';
import { type AppliedPolicy, policiesFor, reportedFor } from '../../domain/policies/model.ts';
import type { SuiteTeam } from '../../domain/teams/model.ts';
import type { GovernedTeam } from '../../domain/teams/ports.ts';
import type { Deps } from '../../engine/deps.ts';
import { recordKeyedIntent } from '../../engine/intents/keyed-intent.ts';
import { executeIntent, type SuiteOperation } from '../../engine/intents/perform.ts';
import { leaseFor } from '../../engine/leases/lease.ts';
import { SYSTEM_ACTOR } from '../../engine/principal.ts';
import { newId } from '../../kernel/ids.ts';
import { counter } from '../../kernel/metrics.ts';
import {
  type ChannelPolicies,
  channelPoliciesOf,
  checkChannels,
  concernsChannels,
} from '../channels/check-channels.ts';
import { checkOwners, ownersPolicyFor } from '../owners/check-owners.ts';
import {
  type AccessPolicies,
  accessPoliciesOf,
  checkTeamAccess,
  hasAccessPolicies,
} from '../reviews/check-team-access.ts';
import { teamGovernanceEnded } from './events.ts';
import { findMembershipGaps, hasNoGaps, type PermanentPeople, toPermanentPeople } from './membership-gaps.ts';
import {
  findSettingsGap,
  restoreMembershipOperation,
  restoreSettingsOperation,
  type SettingsGap,
} from './restore-operations.ts';

const BATCH = 50;
/** Teams of a batch that are compared concurrently. */
const AT_ONCE = 4;
const LEASE_OF_BATCH_MILLISECONDS = 5 * 60_000;
const INTERVAL_MILLISECONDS = 15 * 60_000;
/**
 * Interval for teams without a template, an attached policy or a search for owners, such as teams created outside
 * Charter. It is long because there may be 100,000 of them, and a detected change makes a team due at once.
 */
const OUTSIDE_INTERVAL_MILLISECONDS = 24 * 60 * 60_000;
/** Age below which a missing team may not be visible yet, because suites are eventually consistent. */
const NEW_FOR_MILLISECONDS = 24 * 60 * 60_000;

const CHECKED = counter(
  'charter_policy_checks_total',
  'Comparisons of teams with their templates and policies. failed: a team could not be compared or restored',
  ['outcome'],
);
const RESTORED = counter(
  'charter_policy_restorations_total',
  'Restorations of teams that deviated from their policies, by operation',
  ['operation'],
);

export interface RestoreDeps extends Deps {
  /** Reports a team that could not be compared or restored. It is due again later. */
  report(error: unknown, details: { tenantId: string; teamId: string }): void;
}

interface Wanted {
  team: GovernedTeam;
  owners: string[];
  members: string[];
  settings: SettingsGap;
  /** The policy for the number of owners; undefined if there is none. */
  ownersPolicy: ReturnType<typeof ownersPolicyFor>;
  /** Whether a search for owners was open before the check. */
  isSearched: boolean;
  access: AccessPolicies;
  channels: ChannelPolicies;
}

const isAsked = ({
  owners,
  members,
  settings,
  ownersPolicy,
  isSearched,
  access,
  channels,
}: Wanted): boolean =>
  owners.length + members.length > 0 ||
  Object.keys(settings).length > 0 ||
  ownersPolicy !== undefined ||
  isSearched ||
  hasAccessPolicies(access) ||
  concernsChannels(channels);

function wantedOf(
  team: GovernedTeam,
  template: CatalogTemplate | undefined,
  policies: AppliedPolicy[],
  reported: AppliedPolicy[],
): Omit<Wanted, 'ownersPolicy' | 'isSearched' | 'channels'> {
  const ofTemplate = template?.templateConfiguration.permanentMembership;
  const { owners, members, settings } = requirementsOf(policies);
  const ids = (people: readonly { id: string }[] = []): string[] => people.map(({ id }) => id);
  return {
    team,
    owners: [...ids(ofTemplate?.owners), ...owners],
    members: [...ids(ofTemplate?.members), ...members],
    settings,
    access: accessPoliciesOf({ enforced: policies, reported }),
  };
}

/** Reads the requirements of these teams from the current templates and policies. */
async function readWanted(
  { store }: RestoreDeps,
  tenantId: string,
  teams: readonly GovernedTeam[],
): Promise<Wanted[]> {
  const { policies, templates, ownerSearches } = store.in(tenantId);
  const ids = teams.map(({ teamId }) => teamId);
  const [enabled, catalog, searched] = await Promise.all([
    policies.listEnabled(),
    templates.list(),
    ownerSearches.findSearched(ids),
  ]);
  const byId = new Map<string | null, CatalogTemplate>(
    catalog.map((template) => [template.templateConfiguration.id, template]),
  );
  return teams.map((team) => {
    const [enforced, reported] = [policiesFor(enabled, team), reportedFor(enabled, team)];
    return {
      ...wantedOf(team, byId.get(team.templateId), enforced, reported),
      channels: channelPoliciesOf({ enforced, reported, isChecked: team.hasKnownChannels }),
      ownersPolicy: ownersPolicyFor(enabled, team),
      isSearched: searched.includes(team.teamId),
    };
  });
}

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

/** Removes a visibility that can't be set, because hidden membership is fixed at the creation of a team. */
function restorable({ team }: SuiteTeam, { visibility, ...settings }: SettingsGap): SettingsGap {
  const isFixed = visibility === undefined || team.visibility === 'hiddenMembership';
  return isFixed ? settings : { visibility, ...settings };
}

/** Records the team's intent, or takes over the unfinished one, and executes it. */
async function restore<Input extends object>(
  deps: RestoreDeps,
  tenantId: string,
  operation: SuiteOperation<Input, unknown>,
  input: Input & { team: { id: string } },
): Promise<void> {
  const { clock, store } = deps;
  const { governedTeams, intents } = store.in(tenantId);
  const now = clock.now();
  const intent = await recordKeyedIntent({ clock, intents }, tenantId, operation, [input.team.id], input);
  await executeIntent(deps, operation, intent);
  RESTORED.inc({ operation: operation.name });
  // An intent of an earlier run restores what was missing at that time. An immediate check finds what is missing now.
  if (intent.attempt > 1) await governedTeams.makeDue({ teamIds: [input.team.id] }, now);
}

/** Ends the governance of a team that the suite no longer has. Keeps a new team, which may not be visible yet. */
async function endGovernance(
  { store, clock }: RestoreDeps,
  tenantId: string,
  { teamId, since }: GovernedTeam,
): Promise<void> {
  const at = clock.now();
  if (at.getTime() - since.getTime() < NEW_FOR_MILLISECONDS) return;
  await store.transaction(tenantId, async (unit) => {
    if (!(await unit.governedTeams.remove(teamId))) return;
    const cause = { actor: SYSTEM_ACTOR, requestId: newId() };
    await unit.audit.append([teamGovernanceEnded.record({ teamId }, cause)], at);
  });
}

function failed({ report }: RestoreDeps, ...failure: Parameters<RestoreDeps['report']>): void {
  CHECKED.inc({ outcome: 'failed' });
  report(...failure);
}

async function restoreTeam(
  deps: RestoreDeps,
  tenantId: string,
  { team: governed, settings, ownersPolicy, isSearched, access, channels }: Wanted,
  people: PermanentPeople,
): Promise<void> {
  const found = await deps.suite.teams.find(tenantId, governed.teamId);
  if (found === undefined) return endGovernance(deps, tenantId, governed);
  const keepOwners = async () => {
    if (ownersPolicy === undefined && !isSearched) return;
    await checkOwners(deps, tenantId, found.team, ownersPolicy);
  };
  if (found.team.isArchived) return keepOwners();
  const { id, displayName } = found.team;
  const team = { id, displayName };
  const restoreSettings = async () => {
    const changes = findSettingsGap(found, restorable(found, settings));
    if (Object.keys(changes).length === 0) return;
    await restore(deps, tenantId, restoreSettingsOperation, { eventId: newId(), team, changes });
  };
  const restoreMembership = async () => {
    const gaps = await findMembershipGaps(deps.suite, tenantId, id, people);
    if (hasNoGaps(gaps)) return;
    await restore(deps, tenantId, restoreMembershipOperation, { eventId: newId(), team, ...gaps });
  };
  const checkAccess = async () => {
    if (!hasAccessPolicies(access)) return;
    const permanent = new Set(people.people.map((person) => person.id));
    await checkTeamAccess(deps, tenantId, found, governed, access, permanent);
  };
  const keepChannels = async () => {
    if (concernsChannels(channels)) await checkChannels(deps, tenantId, found, channels);
  };
  // The restorations and checks are independent, so that a rejected label does not prevent the restoration of members.
  // The check of the owners runs later, so that it counts restored owners. The check of channels runs last, when
  // Charter changes nothing else.
  const outcomes = [
    ...(await Promise.allSettled([restoreSettings(), restoreMembership(), checkAccess()])),
    ...(await Promise.allSettled([keepOwners()])),
    ...(await Promise.allSettled([keepChannels()])),
  ];
  for (const outcome of outcomes) {
    if (outcome.status === 'rejected') failed(deps, outcome.reason, { tenantId, teamId: id });
  }
}

/** Restores one team. Reports a failure instead of throwing, so that the other teams are still restored. */
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
    failed(deps, error, { tenantId, teamId: wanted.team.teamId });
  }
}

/** Restores the teams of a batch. Returns the teams that were not begun, because the node stops. */
async function restoreBatch(
  deps: RestoreDeps,
  tenantId: string,
  teams: readonly GovernedTeam[],
  stopping: AbortSignal | undefined,
): Promise<GovernedTeam[]> {
  const wanted = (await readWanted(deps, tenantId, teams)).filter(isAsked);
  const users = await findNamed(deps, tenantId, wanted);
  const waiting = wanted.values();
  const place = async (): Promise<void> => {
    while (!stopping?.aborted) {
      const { done, value } = waiting.next();
      if (done) return;
      await restoreOne(deps, tenantId, value, users);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, place));
  return [...waiting].map(({ team }) => team);
}

/** @param searched ids of the teams with a search for owners, whose next step must not wait for a day */
const intervalOf = ({ teamId, templateId, policyIds }: GovernedTeam, searched: readonly string[]): number =>
  templateId === null && policyIds.length === 0 && !searched.includes(teamId)
    ? OUTSIDE_INTERVAL_MILLISECONDS
    : INTERVAL_MILLISECONDS;

/**
 * Restores the tenant's due teams in batches. Safe to run on several nodes at once. Returns the number of compared
 * teams.
 * @param stopping when aborted, no further team begins, and the leases of the others are released
 */
export async function restoreDueTeams(
  deps: RestoreDeps,
  tenantId: string,
  stopping?: AbortSignal,
): Promise<number> {
  const { governedTeams, ownerSearches } = deps.store.in(tenantId);
  let count = 0;
  while (!stopping?.aborted) {
    const { now, leaseUntil } = leaseFor(deps, LEASE_OF_BATCH_MILLISECONDS);
    const teams = await governedTeams.leaseDue(now, leaseUntil, BATCH);
    if (teams.length > 0) {
      const left = new Set(await restoreBatch(deps, tenantId, teams, stopping));
      const searched = await ownerSearches.findSearched(teams.map(({ teamId }) => teamId));
      const nextOf = (team: GovernedTeam): number => (left.has(team) ? 0 : intervalOf(team, searched));
      for (const [milliseconds, some] of Map.groupBy(teams, nextOf)) {
        const ids = some.map(({ teamId }) => teamId);
        await governedTeams.settleDue(ids, leaseUntil, new Date(now.getTime() + milliseconds));
      }
      count += teams.length - left.size;
      CHECKED.inc({ outcome: 'done' }, teams.length - left.size);
    }
    if (teams.length < BATCH) break;
  }
  return count;
}
