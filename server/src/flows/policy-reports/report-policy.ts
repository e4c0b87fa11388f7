/** Finds the teams that a policy would reject or change if it were enforced. Changes nothing. */
import type { TeamGuest } from '../../domain/guests/ports.ts';
import { type GuestPolicy, guestFault, inactiveEnd, noInactiveGuests } from '../../domain/guests/rules.ts';
import { nameKey } from '../../domain/names/key.ts';
import { judgeTeam, requirementsOf } from '../../domain/policies/apply-policies.ts';
import { labelledPolicyFor } from '../../domain/policies/labelled-policy.ts';
import { type Policy, policiesFor, policiesOfKind } from '../../domain/policies/model.ts';
import { getPolicy } from '../../domain/policies/read-policies.ts';
import type { Metadata } from '../../domain/teams/metadata.ts';
import type { ListedTeam, TeamPagePosition } from '../../domain/teams/model.ts';
import type { GovernedTeam } from '../../domain/teams/ports.ts';
import type { Deps } from '../../engine/deps.ts';
import type { Principal } from '../../engine/principal.ts';
import { messageOf } from '../../kernel/errors.ts';
import { type Message, say, sentences } from '../../kernel/messages.ts';
import { lifecycleRulesFor, templatesById } from '../lifecycle/rules.ts';
import { findMissing, toPermanentPeople } from '../restoration/membership-gaps.ts';

const PAGE = 999;
/** Maximum number of teams that a report reads, so that the call stays bounded. */
const MAX_TEAMS = 20_000;

type ReadDeps = Pick<Deps, 'store' | 'suite'>;

async function allGoverned({ store }: ReadDeps, tenantId: string): Promise<Map<string, GovernedTeam>> {
  const governed = new Map<string, GovernedTeam>();
  let after: string | undefined;
  do {
    const page: GovernedTeam[] = await store.in(tenantId).governedTeams.list({ top: PAGE, after });
    for (const team of page.slice(0, PAGE)) governed.set(team.teamId, team);
    after = page.length > PAGE ? page[PAGE - 1]?.teamId : undefined;
  } while (after !== undefined && governed.size < MAX_TEAMS);
  return governed;
}

/** Returns the answers of the teams that are not governed, by team id. */
async function findAnswersOfOthers(
  { store }: ReadDeps,
  tenantId: string,
  teams: readonly ListedTeam[],
  governed: ReadonlyMap<string, GovernedTeam>,
): Promise<Map<string, Metadata>> {
  const others = teams.filter(({ id }) => !governed.has(id)).map(({ id }) => id);
  const found = await store.in(tenantId).teamMetadata.of(others);
  return new Map(found.map(({ teamId, metadata }) => [teamId, metadata]));
}

/** Returns the teams of the suite by name, up to MAX_TEAMS. */
async function allTeams(
  { suite }: ReadDeps,
  tenantId: string,
  memberId?: string,
): Promise<{ teams: ListedTeam[]; isComplete: boolean }> {
  const teams: ListedTeam[] = [];
  let after: TeamPagePosition | undefined;
  do {
    const page = await suite.teams.list(tenantId, {
      order: 'displayName asc',
      top: PAGE,
      ...(after !== undefined && { after }),
      ...(memberId !== undefined && { memberId }),
    });
    teams.push(...page.teams);
    after = page.next;
  } while (after !== undefined && teams.length < MAX_TEAMS);
  return { teams, isComplete: after === undefined };
}

/** Counts the teams with each name, comparing names in their normalised form. */
function countNames(teams: readonly ListedTeam[]): Map<string, number> {
  const byKey = Map.groupBy(teams, ({ displayName }) => nameKey(displayName));
  return new Map([...byKey.values()].flatMap((same) => same.map((team) => [team.displayName, same.length])));
}

/** Names of the permanent people who are missing in a team, by team id. */
type MissingPeople = ReadonlyMap<string, string[]>;

/** Finds the permanent people of the policy who are missing in teams. Reads the teams of each person. */
async function findMissingPeople(
  deps: ReadDeps,
  tenantId: string,
  policy: Policy,
  teamIds: readonly string[],
): Promise<MissingPeople> {
  const missing = new Map<string, string[]>();
  const inForce = policiesFor([{ ...policy, enabled: true, mode: 'enforce', scope: { type: 'tenant' } }]);
  const { owners, members } = requirementsOf(inForce);
  if (owners.length + members.length === 0 || teamIds.length === 0) return missing;
  const users = await deps.suite.users.resolve(tenantId, [...owners, ...members]);
  const { people } = toPermanentPeople(users.slice(0, owners.length), users.slice(owners.length));
  for (const person of people) {
    const { teams } = await allTeams(deps, tenantId, person.id);
    const roles = new Map(teams.map(({ id, role }) => [id, role]));
    for (const teamId of teamIds) {
      const role = roles.get(teamId);
      const present = role == null ? [] : [{ userId: person.id, roles: [role] }];
      if (findMissing([person], present).length === 0) continue;
      missing.set(teamId, [...(missing.get(teamId) ?? []), person.displayName]);
    }
  }
  return missing;
}

/** Maximum number of affected teams that a report lists; `count` includes all. */
const MAX_NAMED = 100;
const DAY_MILLISECONDS = 24 * 60 * 60_000;

type ReportDeps = Pick<Deps, 'store' | 'suite' | 'clock'>;

interface ComparedTeam {
  team: ListedTeam;
  governed: GovernedTeam | undefined;
  /** The team's effective policies with the policy of the report, and without it. */
  after: ReturnType<typeof policiesFor>;
  before: ReturnType<typeof policiesFor>;
}

interface Facts {
  policy: Policy;
  names: ReadonlyMap<string, number>;
  missing: MissingPeople;
  findUnused(compared: ComparedTeam): Message | undefined;
  findGuests(compared: ComparedTeam): Message[];
  findChannels(compared: ComparedTeam): Message | undefined;
}

/** Returns why the team's current name, visibility and owners violate the policy. */
const violations = ({ policy, names }: Facts, { team, after }: ComparedTeam): Message[] => {
  const { displayName: name, visibility, ownerCount } = team;
  const nameTaken = (names.get(name) ?? 0) > 1;
  return judgeTeam(after, { name, visibility, ownerCount }, { nameTaken })
    .filter(({ outcome, source }) => outcome === 'violated' && source.id === policy.id)
    .map(messageOf);
};

/** Returns how a restoration would change the team's label and people. Only governed teams are restored. */
function restorations({ missing }: Facts, { team, governed, before, after }: ComparedTeam): Message[] {
  if (governed === undefined) return [];
  const { sensitivityLabelId: label } = requirementsOf(after).settings;
  const changesLabel =
    label !== undefined &&
    label !== requirementsOf(before).settings.sensitivityLabelId &&
    label !== team.sensitivityLabelId;
  const names = missing.get(team.id) ?? [];
  return [
    ...(changesLabel
      ? [say('policies.reportLabel', 'The team would get the sensitivity label of the policy.')]
      : []),
    ...(names.length > 0
      ? [
          say('policies.reportPeople', 'The policy would add {names}.', {
            names: { names, type: 'conjunction' },
          }),
        ]
      : []),
  ];
}

/** Returns how many owners the policy would look for. */
function missingOwners({ policy }: Facts, { team, governed, after }: ComparedTeam): Message[] {
  const [applied] = policiesOfKind(after, 'owners');
  if (governed === undefined || applied === undefined || applied.id !== policy.id) return [];
  const least = applied.settings.minimumOwners;
  const count = team.ownerCount;
  return count >= least
    ? []
    : [
        say(
          'policies.reportOwners',
          '{count, plural, =0 {The team has no owner who can act} one {The team has one owner who can act} other {The team has # owners who can act}}. The policy would look for {least, plural, one {one owner} other {# owners}}.',
          { count, least },
        ),
      ];
}

/** Returns a function that finds unused teams whose owners the policy would ask. */
async function unusedTeams({ store, clock }: ReportDeps, tenantId: string) {
  const templates = templatesById(await store.in(tenantId).templates.list());
  const now = clock.now().getTime();
  return ({ team, governed, before, after }: ComparedTeam): Message | undefined => {
    if (governed === undefined) return undefined;
    const rules = lifecycleRulesFor(governed, after, templates);
    const isNew = JSON.stringify(rules) !== JSON.stringify(lifecycleRulesFor(governed, before, templates));
    if (rules === undefined || !isNew) return undefined;
    const days = Math.floor((now - Date.parse(team.lastActivityDateTime)) / DAY_MILLISECONDS);
    if (days < rules.inactivityDays) return undefined;
    return say(
      'policies.reportUnused',
      'Nobody has used the team for {days} days. Its owners would be asked.',
      {
        days,
      },
    );
  };
}

/** Maximum number of guests of a team whom a report names. */
const MAX_GUESTS = 5;

/** Whether the policy would end the stay of the guest, or has ended it, because the guest is inactive. */
function isInactive(policy: GuestPolicy, { since, lastSignInAt, ...ends }: TeamGuest, now: Date): boolean {
  if (since === null || lastSignInAt === null) return false;
  const { endsAt, inactiveEndsAt } = ends;
  return inactiveEnd(policy, { since, inactiveEndsAt }, { endsAt, lastSignIn: lastSignInAt, now }) !== null;
}

/** Returns the names of the first few guests, and the number of further ones. */
function limited(guests: readonly TeamGuest[]) {
  const names = guests.slice(0, MAX_GUESTS).map(({ displayName }) => displayName);
  return { names, more: guests.length - names.length };
}

function rejectedMessage(guests: readonly TeamGuest[]): Message[] {
  if (guests.length === 0) return [];
  const { names, more } = limited(guests);
  return more === 0
    ? [
        say('policies.reportGuests', 'The policy would remove {names}.', {
          names: { names, type: 'conjunction' },
        }),
      ]
    : [
        say(
          'policies.reportMoreGuests',
          'The policy would remove {names} and {more, plural, one {# other guest} other {# other guests}}.',
          {
            names: names.join(', '),
            more,
          },
        ),
      ];
}

function inactiveMessage(guests: readonly TeamGuest[]): Message[] {
  if (guests.length === 0) return [];
  const { names, more } = limited(guests);
  return [
    say(
      'policies.reportInactiveGuests',
      'The policy would end the stays of these inactive guests: {names}{more, plural, =0 {} other { and # more}}.',
      { names: names.join(', '), more },
    ),
  ];
}

/** Returns a function that finds the guests whom the policy would remove, and those whom it would count as inactive. */
async function rejectedGuests(
  { store, clock }: ReportDeps,
  tenantId: string,
  policy: Policy,
  teamIds: readonly string[],
) {
  const guests = policy.kind === 'guests' ? await store.in(tenantId).guestStays.guestsIn(teamIds) : [];
  const byTeam = Map.groupBy(guests, ({ teamId }) => teamId);
  const now = clock.now();
  return ({ team, after }: ComparedTeam): Message[] => {
    const found = labelledPolicyFor(after, 'guests', team.sensitivityLabelId);
    if (found?.id !== policy.id) return [];
    const ofTeam = byTeam.get(team.id) ?? [];
    const rejected = ofTeam.filter((guest) => guestFault(found, guest) !== undefined);
    const inactive = ofTeam.filter((guest) => !rejected.includes(guest) && isInactive(found, guest, now));
    return [...rejectedMessage(rejected), ...inactiveMessage(inactive)];
  };
}

/** Returns the effects of the policy that the suite does not support. */
async function omissionsOf({ suite }: ReportDeps, tenantId: string, policy: Policy): Promise<Message[]> {
  if (policy.kind !== 'guests' || policy.settings.inactiveDays === undefined) return [];
  const { signIns } = await suite.capabilities(tenantId);
  return signIns ? [] : [noInactiveGuests(policy.name)];
}

/** Returns a function that counts the channels that the checks of the teams have found. */
async function violatingChannels({ store }: ReportDeps, tenantId: string, { id, kind }: Policy) {
  const found = kind === 'channels' ? await store.in(tenantId).channelViolations.countsOf(id) : [];
  const counts = new Map(found.map(({ teamId, count }) => [teamId, count]));
  return ({ team }: ComparedTeam): Message | undefined => {
    const count = counts.get(team.id);
    if (count === undefined) return undefined;
    return say(
      'policies.reportChannels',
      '{count, plural, one {One channel violates} other {# channels violate}} the policy.',
      { count },
    );
  };
}

/**
 * Compares what the enforced policies require of the tenant's teams with and without this policy. Reports no archived
 * teams, but their names count as taken.
 * @throws Forbidden, NotFound
 */
export async function reportPolicy(
  deps: ReportDeps,
  principal: Principal,
  { policyId }: { policyId: string },
) {
  const policy = await getPolicy(deps, principal, { policyId });
  const { tenantId } = principal;
  const [enabled, governedTeams, { teams, isComplete }] = await Promise.all([
    deps.store.in(tenantId).policies.listEnabled(),
    allGoverned(deps, tenantId),
    allTeams(deps, tenantId),
  ]);
  const others = enabled.filter(({ id }) => id !== policy.id);
  const all: Policy[] = [...others, { ...policy, enabled: true, mode: 'enforce' }];
  const answersOf = await findAnswersOfOthers(deps, tenantId, teams, governedTeams);
  const compared = teams
    .filter(({ isArchived }) => !isArchived)
    .map((team): ComparedTeam => {
      const governed = governedTeams.get(team.id);
      const facts = governed ?? { templateId: null, policyIds: [], metadata: answersOf.get(team.id) ?? {} };
      return { team, governed, after: policiesFor(all, facts), before: policiesFor(others, facts) };
    })
    .filter(({ after }) => after.some(({ id }) => id === policy.id));
  const reached = compared.filter(({ governed }) => governed !== undefined).map(({ team }) => team.id);
  const facts: Facts = {
    policy,
    names: countNames(teams),
    missing: await findMissingPeople(deps, tenantId, policy, reached),
    findUnused: await unusedTeams(deps, tenantId),
    findGuests: await rejectedGuests(deps, tenantId, policy, reached),
    findChannels: await violatingChannels(deps, tenantId, policy),
  };
  const affected = compared.flatMap((each) => {
    const [first, ...rest] = [
      ...violations(facts, each),
      ...restorations(facts, each),
      ...missingOwners(facts, each),
      ...facts.findGuests(each),
      ...[facts.findUnused(each), facts.findChannels(each)].filter((finding) => finding !== undefined),
    ];
    if (first === undefined) return [];
    const { id, displayName } = each.team;
    return [{ id, displayName, ...sentences([first, ...rest]) }];
  });
  const omissions = await omissionsOf(deps, tenantId, policy);
  return {
    appliesToCount: compared.length,
    affectedCount: affected.length,
    isComplete,
    ...(omissions.length > 0 && { omissions }),
    teams: affected.slice(0, MAX_NAMED),
  };
}
