/** Finds the teams that a policy would reject or change if it were in force. Changes nothing. */
import { judgeTeam, wishesOf } from '../../domain/policies/apply-policies.ts';
import { type Policy, policiesFor } from '../../domain/policies/model.ts';
import { getPolicy } from '../../domain/policies/read-policies.ts';
import type { ListedTeam } from '../../domain/teams/model.ts';
import type { GovernedTeam } from '../../domain/teams/ports.ts';
import type { Deps } from '../../engine/deps.ts';
import type { Principal } from '../../engine/principal.ts';
import { messageOf } from '../../kernel/errors.ts';
import { type Message, say, sentences } from '../../kernel/messages.ts';
import { lifecycleRulesFor, templatesById } from '../lifecycle/rules.ts';
import { allGoverned, allTeams, countNames, findMissingPeople, type MissingPeople } from './read-teams.ts';

/** Number of affected teams that a report names. It counts all. */
const MOST_NAMED = 100;
const DAY_MILLISECONDS = 24 * 60 * 60_000;

type ReportDeps = Pick<Deps, 'store' | 'suite' | 'clock'>;

interface Compared {
  team: ListedTeam;
  governed: GovernedTeam | undefined;
  /** The team's policies in force with the reported one, and without it. */
  after: ReturnType<typeof policiesFor>;
  before: ReturnType<typeof policiesFor>;
}

interface Facts {
  policy: Policy;
  names: ReadonlyMap<string, number>;
  missing: MissingPeople;
  findUnused(compared: Compared): Message | undefined;
}

/** Returns the verdicts by which the policy itself would reject the team as it is. */
const violations = ({ policy, names }: Facts, { team, after }: Compared): Message[] => {
  const { displayName: name, visibility } = team;
  const nameTaken = (names.get(name) ?? 0) > 1;
  return judgeTeam(after, { name, visibility }, { nameTaken })
    .filter(({ outcome, source }) => outcome === 'violated' && source.id === policy.id)
    .map(messageOf);
};

/** Returns what the policy would change in the team. Only governed teams are restored. */
function restorations({ missing }: Facts, { team, governed, before, after }: Compared): Message[] {
  if (governed === undefined) return [];
  const { sensitivityLabelId: label } = wishesOf(after).settings;
  const changesLabel =
    label !== undefined &&
    label !== wishesOf(before).settings.sensitivityLabelId &&
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

/** Returns the function that finds teams whose owners the policy would ask, because nobody has used the team. */
async function unusedTeams({ store, clock }: ReportDeps, tenantId: string) {
  const templates = templatesById(await store.in(tenantId).templates.list());
  const now = clock.now().getTime();
  return ({ team, governed, before, after }: Compared): Message | undefined => {
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

/**
 * Compares the tenant's teams with the policies in force, once with this policy and once without it. Archived teams do
 * not count.
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
  const compared = teams
    .filter(({ isArchived }) => !isArchived)
    .map((team): Compared => {
      const governed = governedTeams.get(team.id);
      return { team, governed, after: policiesFor(all, governed), before: policiesFor(others, governed) };
    })
    .filter(({ after }) => after.some(({ id }) => id === policy.id));
  const reached = compared.filter(({ governed }) => governed !== undefined).map(({ team }) => team.id);
  const facts: Facts = {
    policy,
    names: countNames(teams),
    missing: await findMissingPeople(deps, tenantId, policy, reached),
    findUnused: await unusedTeams(deps, tenantId),
  };
  const affected = compared.flatMap((each) => {
    const unused = facts.findUnused(each);
    const [first, ...rest] = [
      ...violations(facts, each),
      ...restorations(facts, each),
      ...(unused === undefined ? [] : [unused]),
    ];
    if (first === undefined) return [];
    const { id, displayName } = each.team;
    return [{ id, displayName, ...sentences([first, ...rest]) }];
  });
  return {
    appliesToCount: compared.length,
    affectedCount: affected.length,
    isComplete,
    teams: affected.slice(0, MOST_NAMED),
  };
}
