/** Whether a name and a visibility comply with the policies, before anything is changed. */

import type { Principal } from '../../engine/principal.ts';
import type { Store, UnitOfWork } from '../../engine/store.ts';
import type { Suite } from '../../engine/suite.ts';
import type { Clock } from '../../kernel/clock.ts';
import { invalidField, notFound } from '../../kernel/errors.ts';
import type { TeamPatch, TeamVisibility } from '../teams/model.ts';
import { mustManagePolicies } from './access.ts';
import { isRuled, judgeDuplicateName, judgeNaming, judgePrivacy, type PolicyVerdict } from './judge.ts';
import { type AppliedPolicy, policiesFor } from './model.ts';
import { nameRefusal, refusalOf } from './refusal.ts';

export interface CheckTeamDeps {
  store: Store;
  suite: { teams: Pick<Suite['teams'], 'find' | 'isDisplayNameTaken'> };
  clock: Clock;
}

/** The team that has the name; without one, a team that is still to be made. */
interface Named {
  tenantId: string;
  name: string;
  teamId?: string | undefined;
  /** The job that makes it. */
  jobId?: string | undefined;
}

/** Whether another team has the name or is being made under it. */
export async function isNameTaken(
  { store, suite, clock }: CheckTeamDeps,
  { tenantId, name, teamId, jobId }: Named,
): Promise<boolean> {
  const except = { ...(teamId !== undefined && { teamId }), ...(jobId !== undefined && { marker: jobId }) };
  const [taken, requested] = await Promise.all([
    suite.teams.isDisplayNameTaken(tenantId, name, except),
    store.in(tenantId).jobs.isNameRequested(name, {
      ...(jobId !== undefined && { exceptId: jobId }),
      ...(teamId !== undefined && { exceptTeamId: teamId }),
      // Teams that are made already are in the suite.
      endedSince: clock.now(),
    }),
  ]);
  return taken || requested;
}

async function judgeName(
  deps: CheckTeamDeps,
  policies: readonly AppliedPolicy[],
  named: Named,
): Promise<PolicyVerdict[]> {
  const asks = isRuled(policies, 'duplicateNames');
  const taken = asks ? await isNameTaken(deps, named) : undefined;
  return [...judgeNaming(policies, named.name), ...judgeDuplicateName(policies, taken)];
}

/**
 * Part of the transaction that records the intent to make a change, under the intent's id.
 * @throws PolicyViolation when somebody else was faster
 */
export type HoldName = (unit: Pick<UnitOfWork, 'jobs'>, intentId: string) => Promise<void>;

/**
 * Lets a change of a team pass only when it complies with the policies for that team. Where names are to be of
 * one team only, it answers how those who want the new one take turns.
 * @throws PolicyViolation that names every violated one
 */
export async function mustComply(
  deps: CheckTeamDeps,
  tenantId: string,
  teamId: string,
  { displayName, visibility }: Pick<TeamPatch, 'displayName' | 'visibility'>,
): Promise<HoldName | undefined> {
  if (displayName === undefined && visibility === undefined) return undefined;
  const endedSince = deps.clock.now();
  const { team, policies } = await deps.store.in(tenantId).policies.findGoverning(teamId);
  const applied = policiesFor(policies, team ?? { templateId: null, policyIds: [] });
  const verdicts = [
    ...(displayName === undefined
      ? []
      : await judgeName(deps, applied, { tenantId, name: displayName, teamId })),
    ...(visibility === undefined ? [] : judgePrivacy(applied, visibility)),
  ];
  const refusal = refusalOf(verdicts);
  if (refusal !== undefined) throw refusal;
  if (displayName === undefined || !isRuled(applied, 'duplicateNames')) return undefined;
  return async ({ jobs }, exceptId) => {
    await jobs.lockName(displayName);
    const others = { exceptId, exceptTeamId: teamId, endedSince };
    if (await jobs.isNameRequested(displayName, others)) throw nameRefusal();
  };
}

export interface CheckPoliciesInput {
  /** A team that is there; or one that is to be made, from this template. */
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
    throw invalidField('template', 'Name a team or a template, not both. A team’s template is known.');
  }
  if ((await suite.teams.find(tenantId, teamId)) === undefined) throw notFound('team', teamId);
  const { team, policies } = await store.in(tenantId).policies.findGoverning(teamId);
  return policiesFor(policies, team ?? { templateId: null, policyIds: [] });
}

/**
 * What the policies would say of a name or a visibility. Changes nothing.
 * @throws Forbidden, NotFound of the team or the template, InvalidRequest
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
    throw invalidField('name', 'Give a name or a visibility to check.', 'Required');
  }
  const policies = await policiesOf(deps, tenantId, input);
  return [
    ...(name === undefined ? [] : await judgeName(deps, policies, { tenantId, name, teamId })),
    ...(visibility === undefined ? [] : judgePrivacy(policies, visibility)),
  ];
}
