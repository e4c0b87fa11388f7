/** Checks changes to a team against the policies, before they are applied. */

import { causeOf, type Principal, type RequestContext } from '../../engine/principal.ts';
import type { Store } from '../../engine/store.ts';
import type { Suite } from '../../engine/suite.ts';
import type { Clock } from '../../kernel/clock.ts';
import { invalidField, invalidFields, notFound } from '../../kernel/errors.ts';
import { say } from '../../kernel/messages.ts';
import { type AnswersDeps, resolveAnswers } from '../answers/resolve-answers.ts';
import { ruleScope } from '../catalog/scope.ts';
import { findActing } from '../directory/find-people.ts';
import { userIdOf } from '../teams/access.ts';
import type { Metadata } from '../teams/metadata.ts';
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
 * Checks a change to a team against its policies. Returns the writes for the transaction of the intent: the reservation
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
  return checkJudged(
    deps,
    principal,
    context,
    team,
    judged,
    applying(found.policies, found.governed),
    readAt,
  );
}

/**
 * Checks the number of owners that the team would have if these people became owners. Of the present owners, counts
 * only those who can act. Returns the writes as checkTeamChange does.
 * @throws PolicyViolation
 */
export async function checkNewOwners(
  deps: CheckTeamDeps & { suite: { teams: Pick<Suite['teams'], 'listMembers'> } & Pick<Suite, 'users'> },
  principal: Principal,
  context: RequestContext,
  team: CheckedTeam,
  userIds: readonly string[],
): Promise<WriteReservation | undefined> {
  const { tenantId } = principal;
  const readAt = deps.clock.now();
  const found = await deps.store.in(tenantId).policies.findGoverning(team.id);
  const { enforced, reported } = applying(found.policies, found.governed);
  const counting = {
    enforced: enforced.filter(({ kind }) => kind === owners.kind),
    reported: reported.filter(({ kind }) => kind === owners.kind),
  };
  if (counting.enforced.length + counting.reported.length === 0) return undefined;
  const members = await deps.suite.teams.listMembers(tenantId, team.id);
  const present = ownerIdsOf(members);
  if (userIds.every((id) => present.includes(id))) return undefined;
  const acting = await findActing(deps, tenantId, present);
  const ownerCount = new Set([...acting, ...userIds]).size;
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

type CheckPoliciesDeps = CheckTeamDeps & AnswersDeps;

interface CheckPoliciesInput {
  /** An existing team. Without it, a new team from the template is checked. */
  teamId?: string | undefined;
  templateId?: string | undefined;
  /** The answers of a request for a new team. Answers that its template requires may be absent. */
  metadata?: Metadata | undefined;
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

/**
 * Returns the answers that a new team from the template would store, with defaults. Records no failed rule.
 * @throws NotFound for the template, InvalidRequest at each wrong answer
 */
async function answersOf(
  { store, suite, rules }: CheckPoliciesDeps,
  principal: Principal,
  { templateId, metadata: sent = {}, name = '' }: CheckPoliciesInput,
): Promise<Metadata> {
  if (templateId === undefined) return sent;
  const { tenantId } = principal;
  const template = await store.in(tenantId).templates.find(templateId);
  if (template === undefined) throw notFound('template', templateId);
  const { id, name: templateName, version, questions = [] } = template.catalogTemplate.templateConfiguration;
  const userId = userIdOf(principal);
  const requester = userId === undefined ? undefined : await suite.users.profile(tenantId, userId);
  const { evaluateAudience, renderConventions } = rules;
  const { metadata, problems } = await resolveAnswers(
    { suite, rules: { evaluateAudience, renderConventions } },
    {
      tenantId,
      template: { id, name: templateName, version: version ?? '' },
      questions,
      sent,
      scopeWith: (metadata) =>
        ruleScope({
          ...{ requester, principal, templateName, metadata },
          team: { name, description: '', welcomeMessage: '' },
        }),
    },
  );
  const wrong = problems.filter(({ code }) => code !== 'AnswerMissing');
  if (wrong.length > 0) throw invalidFields(wrong);
  return metadata;
}

async function policiesOf(
  deps: CheckPoliciesDeps,
  principal: Principal,
  input: CheckPoliciesInput,
): Promise<Applying> {
  const { store, suite } = deps;
  const { tenantId } = principal;
  const { teamId, templateId, metadata } = input;
  if (teamId === undefined) {
    const answers = await answersOf(deps, principal, input);
    const enabled = await store.in(tenantId).policies.listEnabled();
    return applying(enabled, { templateId: templateId ?? null, policyIds: [], metadata: answers });
  }
  if (templateId !== undefined) {
    throw invalidField(
      'template',
      say('policies.teamOrTemplate', 'Name a team or a template, not both: the template of a team is known.'),
    );
  }
  if (metadata !== undefined) {
    throw invalidField(
      'metadata',
      say(
        'policies.teamOrAnswers',
        'Leave the answers out: those of the team are known. Give answers only for a new team.',
      ),
    );
  }
  if ((await suite.teams.find(tenantId, teamId)) === undefined) throw notFound('team', teamId);
  const { governed, policies } = await store.in(tenantId).policies.findGoverning(teamId);
  return applying(policies, governed);
}

/**
 * Returns the verdicts of the policies on a name or a visibility, and the violations of policies that only report.
 * Changes nothing.
 * @throws Forbidden, NotFound for the team or the template, InvalidRequest
 */
export async function checkPolicies(
  deps: CheckPoliciesDeps,
  principal: Principal,
  input: CheckPoliciesInput,
) {
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
  const { enforced, reported } = await policiesOf(deps, principal, input);
  const judged = { name, visibility };
  const team = { tenantId, teamId };
  return {
    verdicts: await judge(deps, enforced, judged, team),
    reports: violationsOf(await judge(deps, reported, judged, team)),
  };
}
