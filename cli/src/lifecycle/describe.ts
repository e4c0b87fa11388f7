import type { LifecycleRules, LifecycleRun, LifecycleRunTeam, TeamLifecycle } from '@charter/sdk';
import type { Output } from '../output.ts';

/** Returns the counts above zero, such as `3 asked, 1 archived`. */
export function summaryOf(counts: LifecycleRun['counts']): string {
  const counted = Object.entries(counts).filter(([, count]) => count > 0);
  return counted.length === 0
    ? 'nothing to do'
    : counted.map(([outcome, count]) => `${count} ${outcome}`).join(', ');
}

export function showTeams(output: Output, teams: readonly LifecycleRunTeam[]): void {
  output.table(teams, [
    { heading: 'TEAM', value: (team) => team.teamId },
    { heading: 'NAME', value: (team) => team.displayName },
    { heading: 'OUTCOME', value: (team) => team.outcome ?? 'stays' },
    { heading: 'REASON', value: (team) => team.error ?? team.reason },
    { heading: 'ACTION', value: (team) => team.action },
    { heading: 'LAST ACTIVITY', value: (team) => team.lastActivityDateTime },
    { heading: 'GRACE ENDS', value: (team) => team.expiresDateTime },
    { heading: 'NEXT', value: (team) => nextOf(team) },
  ]);
}

const nextOf = ({
  nextStep,
  nextDateTime,
}: Pick<TeamLifecycle, 'nextStep' | 'nextDateTime'>): string | undefined =>
  nextStep && `${nextStep} on ${nextDateTime}`;

function ruleOf({ inactivityDays, emptyDays, graceDays, action, siteReadOnly }: LifecycleRules): string {
  const empty = emptyDays === undefined ? '' : ` (${emptyDays} without files and plans)`;
  const site = siteReadOnly === true ? ' with a read-only site' : '';
  return `${inactivityDays} days${empty}, ${graceDays} days of grace, then ${action}${site}`;
}

/** Returns the rule for unused teams, the end of the team and its renewals. */
export const describeRules = (rules: LifecycleRules | undefined) => ({
  rules: rules && ruleOf(rules),
  end: rules?.endDateTime,
  renewal: rules?.renewalMonths !== undefined ? `every ${rules.renewalMonths} months` : undefined,
  'rules of': rules && `${rules.source.type} ${rules.source.name}`,
});

export function showTeamLifecycle(output: Output, lifecycle: TeamLifecycle): void {
  const { team, rules } = lifecycle;
  output.fields(lifecycle, {
    team: team.displayName,
    state: lifecycle.state,
    reason: lifecycle.reason,
    cause: lifecycle.cause,
    ...describeRules(rules),
    'last activity': lifecycle.lastActivityDateTime,
    renewed: lifecycle.renewedDateTime,
    asked: lifecycle.askedDateTime,
    'grace ends': lifecycle.expiresDateTime,
    'next run': lifecycle.nextRun,
    next: nextOf(lifecycle),
  });
}

export function showRun(output: Output, run: LifecycleRun): void {
  output.fields(run, {
    id: run.id,
    status: run.status,
    teams: summaryOf(run.counts),
    cap: run.cap,
    requester: run.requester.displayName,
    error: run.error,
    created: run.createdDateTime,
    completed: run.completedDateTime,
  });
}
