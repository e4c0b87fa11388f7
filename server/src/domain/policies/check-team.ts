/** Checks the changes of a team against the policies, before anything is changed. */

import type { Principal } from '../../engine/principal.ts';
import type { Store } from '../../engine/store.ts';
import type { Suite } from '../../engine/suite.ts';
import type { Clock } from '../../kernel/clock.ts';
import { invalidField, notFound } from '../../kernel/errors.ts';
import { say } from '../../kernel/messages.ts';
import type { TeamPatch, TeamVisibility } from '../teams/model.ts';
import type { HoldName } from '../teams/update-team.ts';
import { mustManagePolicies } from './access.ts';
import { isJudged, isRuled, judgeTeam } from './apply-policies.ts';
import type { JudgedTeam } from './kind.ts';
import { type AppliedPolicy, type PolicyVerdict, policiesFor } from './model.ts';
import { nameRefusal, refusalOf } from './refusal.ts';

interface CheckTeamDeps {
  store: Store;
  suite: { teams: Pick<Suite['teams'], 'find' | 'isDisplayNameTaken'> };
  clock: Clock;
}

/** The team that gets a name: an existing one, or the new one that the job creates. */
interface NamedTeam {
  tenantId: string;
  teamId?: string | undefined;
  jobId?: string | undefined;
}

/** Whether another team has the name, or a request under way reserves it. */
export async function isNameTaken(
  { store, suite, clock }: CheckTeamDeps,
  name: string,
  { tenantId, teamId, jobId }: NamedTeam,
): Promise<boolean> {
  const except = { ...(teamId !== undefined && { teamId }), ...(jobId !== undefined && { marker: jobId }) };
  const [taken, requested] = await Promise.all([
    suite.teams.isDisplayNameTaken(tenantId, name, except),
    store.in(tenantId).teamNames.isRequested(name, {
      ...(jobId !== undefined && { exceptId: jobId }),
      ...(teamId !== undefined && { exceptTeamId: teamId }),
      // The suite already has the teams of requests that ended before now.
      endedSince: clock.now(),
    }),
  ]);
  return taken || requested;
}

async function judge(
  deps: CheckTeamDeps,
  policies: readonly AppliedPolicy[],
  judged: JudgedTeam,
  team: NamedTeam,
): Promise<PolicyVerdict[]> {
  const { name } = judged;
  const asks = name !== undefined && isRuled(policies, 'duplicateNames');
  const nameTaken = asks ? await isNameTaken(deps, name, team) : undefined;
  return judgeTeam(policies, judged, { nameTaken });
}

/**
 * Checks a change of a team against the policies for it. Where a policy makes names unique, returns the function
 * that reserves the new name in the transaction of the intent.
 * @throws PolicyViolation that names every violated policy
 */
export async function mustComply(
  deps: CheckTeamDeps,
  tenantId: string,
  teamId: string,
  { displayName: name, ...patch }: TeamPatch,
): Promise<HoldName | undefined> {
  const judged = { name, ...patch };
  if (!isJudged(judged)) return undefined;
  const endedSince = deps.clock.now();
  const { team, policies } = await deps.store.in(tenantId).policies.findGoverning(teamId);
  const applied = policiesFor(policies, team);
  const refusal = refusalOf(await judge(deps, applied, judged, { tenantId, teamId }));
  if (refusal !== undefined) throw refusal;
  if (name === undefined || !isRuled(applied, 'duplicateNames')) return undefined;
  return async ({ teamNames }, exceptId) => {
    await teamNames.lock(name);
    const others = { exceptId, exceptTeamId: teamId, endedSince };
    if (await teamNames.isRequested(name, others)) throw nameRefusal();
  };
}

interface CheckPoliciesInput {
  /** An existing team. Without it, a new team from the template is checked. */
  teamId?: string | undefined;
  templateId?: string | undefined;
  name?: string | undefined;
  visibility?: TeamVisibility | undefined;
}

async function policiesOf(
  { store, suite }: CheckTeamDeps,
  tenantId: string,
  { teamId, templateId }: CheckPoliciesInput,
): Promise<AppliedPolicy[]> {
  if (teamId === undefined) {
    const { templates, policies } = store.in(tenantId);
    if (templateId !== undefined && (await templates.find(templateId)) === undefined) {
      throw notFound('template', templateId);
    }
    const enabled = await policies.listEnabled();
    return policiesFor(enabled, { templateId: templateId ?? null, policyIds: [] });
  }
  if (templateId !== undefined) {
    throw invalidField(
      'template',
      say('policies.teamOrTemplate', 'Name a team or a template, not both: the template of a team is known.'),
    );
  }
  if ((await suite.teams.find(tenantId, teamId)) === undefined) throw notFound('team', teamId);
  const { team, policies } = await store.in(tenantId).policies.findGoverning(teamId);
  return policiesFor(policies, team);
}

/**
 * Returns the verdicts of the policies on a name or a visibility. Changes nothing.
 * @throws Forbidden, NotFound for the team or the template, InvalidRequest
 */
export async function checkPolicies(
  deps: CheckTeamDeps,
  principal: Principal,
  input: CheckPoliciesInput,
): Promise<PolicyVerdict[]> {
  mustManagePolicies(principal);
  const { tenantId } = principal;
  const { name, visibility, teamId } = input;
  if (name === undefined && visibility === undefined) {
    throw invalidField(
      'name',
      say('policies.nothingToCheck', 'Give a name or a visibility to check.'),
      'Required',
    );
  }
  const policies = await policiesOf(deps, tenantId, input);
  return judge(deps, policies, { name, visibility }, { tenantId, teamId });
}
