/** Checks changes of a team against the policies, before they are applied. */

import { causeOf, type Principal, type RequestContext } from '../../engine/principal.ts';
import type { Store } from '../../engine/store.ts';
import type { Suite } from '../../engine/suite.ts';
import type { Clock } from '../../kernel/clock.ts';
import { invalidField, notFound } from '../../kernel/errors.ts';
import { say } from '../../kernel/messages.ts';
import { ownerIdsOf, type TeamPatch, type TeamVisibility } from '../teams/model.ts';
import type { WriteReservation } from '../teams/update-team.ts';
import { assertCanManagePolicies } from './access.ts';
import { isJudged, judgeTeam, reservesName } from './apply-policies.ts';
import type { JudgedTeam } from './kind.ts';
import { owners } from './kinds/owners.ts';
import {
  type AppliedPolicy,
  type GovernanceFacts,
  type Policy,
  type PolicyVerdict,
  policiesFor,
  reportedFor,
} from './model.ts';
import { reportRecords } from './policy-records.ts';
import { nameRejection, rejectionOf } from './rejection.ts';

interface CheckTeamDeps {
  store: Store;
  suite: { teams: Pick<Suite['teams'], 'find' | 'isDisplayNameTaken'> };
  clock: Clock;
}

interface CheckedTeam {
  id: string;
  displayName: string;
}

/** The team that gets a name: an existing one, or the new one that the job creates. */
interface NamedTeam {
  tenantId: string;
  teamId?: string | undefined;
  jobId?: string | undefined;
}

/** Whether another team has the name, or a pending request reserves it. */
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
  const asks = reservesName(policies.map(({ kind }) => kind));
  const nameTaken = asks && name !== undefined ? await isNameTaken(deps, name, team) : undefined;
  return judgeTeam(policies, judged, { nameTaken });
}

const violationsOf = (verdicts: readonly PolicyVerdict[]): PolicyVerdict[] =>
  verdicts.filter(({ outcome }) => outcome === 'violated');

/**
 * Checks a change of a team against its policies. Returns the writes for the transaction of the intent: the reservation
 * of a new name that must be unique, and a record of each violation that is only reported.
 * @throws PolicyViolation that names every violated policy
 */
export async function checkTeamChange(
  deps: CheckTeamDeps,
  principal: Principal,
  context: RequestContext,
  team: CheckedTeam,
  { displayName: name, ...patch }: TeamPatch,
): Promise<WriteReservation | undefined> {
  const judged = { name, ...patch };
  if (!isJudged(judged)) return undefined;
  const readAt = deps.clock.now();
  const found = await deps.store.in(principal.tenantId).policies.findGoverning(team.id);
  return checkJudged(deps, principal, context, team, judged, applying(found.policies, found.team), readAt);
}

/**
 * Checks the number of owners that the team would have with these people among them. Returns the writes as
 * checkTeamChange does.
 * @throws PolicyViolation
 */
export async function checkNewOwners(
  deps: CheckTeamDeps & { suite: { teams: Pick<Suite['teams'], 'listMembers'> } },
  principal: Principal,
  context: RequestContext,
  team: CheckedTeam,
  userIds: readonly string[],
): Promise<WriteReservation | undefined> {
  const { tenantId } = principal;
  const readAt = deps.clock.now();
  const found = await deps.store.in(tenantId).policies.findGoverning(team.id);
  const { enforced, reported } = applying(found.policies, found.team);
  const counting = {
    enforced: enforced.filter(({ kind }) => kind === owners.kind),
    reported: reported.filter(({ kind }) => kind === owners.kind),
  };
  if (counting.enforced.length + counting.reported.length === 0) return undefined;
  const members = await deps.suite.teams.listMembers(tenantId, team.id);
  const present = ownerIdsOf(members);
  const ownerCount = new Set([...present, ...userIds]).size;
  if (ownerCount === present.length) return undefined;
  return checkJudged(deps, principal, context, team, { ownerCount }, counting, readAt);
}

async function checkJudged(
  deps: CheckTeamDeps,
  principal: Principal,
  context: RequestContext,
  { id: teamId, displayName }: CheckedTeam,
  judged: JudgedTeam,
  { enforced, reported }: Applying,
  readAt: Date,
): Promise<WriteReservation | undefined> {
  const named = { tenantId: principal.tenantId, teamId };
  const rejection = rejectionOf(await judge(deps, enforced, judged, named));
  if (rejection !== undefined) throw rejection;
  const reports = violationsOf(await judge(deps, reported, judged, named));
  const uniqueName = reservesName(enforced.map(({ kind }) => kind)) ? judged.name : undefined;
  if (uniqueName === undefined && reports.length === 0) return undefined;
  return async ({ teamNames, audit }, exceptId) => {
    const records = reportRecords(causeOf(principal, context), { id: teamId, displayName }, reports);
    await audit.append(records, readAt);
    if (uniqueName === undefined) return;
    await teamNames.lock(uniqueName);
    const others = { exceptId, exceptTeamId: teamId, endedSince: readAt };
    if (await teamNames.isRequested(uniqueName, others)) throw nameRejection();
  };
}

interface CheckPoliciesInput {
  /** An existing team. Without it, a new team from the template is checked. */
  teamId?: string | undefined;
  templateId?: string | undefined;
  name?: string | undefined;
  visibility?: TeamVisibility | undefined;
}

/** Policies that apply: those in force, and those that only report. */
interface Applying {
  enforced: AppliedPolicy[];
  reported: AppliedPolicy[];
}

const applying = (policies: readonly Policy[], governed?: GovernanceFacts): Applying => ({
  enforced: policiesFor(policies, governed),
  reported: reportedFor(policies, governed),
});

async function policiesOf(
  { store, suite }: CheckTeamDeps,
  tenantId: string,
  { teamId, templateId }: CheckPoliciesInput,
): Promise<Applying> {
  if (teamId === undefined) {
    const { templates, policies } = store.in(tenantId);
    if (templateId !== undefined && (await templates.find(templateId)) === undefined) {
      throw notFound('template', templateId);
    }
    const enabled = await policies.listEnabled();
    return applying(enabled, { templateId: templateId ?? null, policyIds: [] });
  }
  if (templateId !== undefined) {
    throw invalidField(
      'template',
      say('policies.teamOrTemplate', 'Name a team or a template, not both: the template of a team is known.'),
    );
  }
  if ((await suite.teams.find(tenantId, teamId)) === undefined) throw notFound('team', teamId);
  const { team, policies } = await store.in(tenantId).policies.findGoverning(teamId);
  return applying(policies, team);
}

/**
 * Returns the verdicts of the policies on a name or a visibility, and the violations of policies that only report.
 * Changes nothing.
 * @throws Forbidden, NotFound for the team or the template, InvalidRequest
 */
export async function checkPolicies(deps: CheckTeamDeps, principal: Principal, input: CheckPoliciesInput) {
  assertCanManagePolicies(principal);
  const { tenantId } = principal;
  const { name, visibility, teamId } = input;
  if (name === undefined && visibility === undefined) {
    throw invalidField(
      'name',
      say('policies.nothingToCheck', 'Give a name or a visibility to check.'),
      'Required',
    );
  }
  const { enforced, reported } = await policiesOf(deps, tenantId, input);
  const judged = { name, visibility };
  const team = { tenantId, teamId };
  return {
    verdicts: await judge(deps, enforced, judged, team),
    reports: violationsOf(await judge(deps, reported, judged, team)),
  };
}
