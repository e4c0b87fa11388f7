/**
 * Plans a team from the facts that it depends on: template, people, suite and policies. Writes nothing except the
 * records of failed conventions.
 */

import { isDeepStrictEqual } from 'node:util';
import { readStoredAnswers, resolveAnswers } from '../../domain/answers/resolve-answers.ts';
import { blueprintOf, type TeamBlueprint } from '../../domain/catalog/blueprint.ts';
import { findTemplateFor } from '../../domain/catalog/find-template-for.ts';
import type { RuleEngine, RuleFailureListener } from '../../domain/catalog/rules.ts';
import { findUser, type Person } from '../../domain/directory/find-people.ts';
import type { Label } from '../../domain/labels/labels.ts';
import { governBlueprint, requirementsOf, reservesName } from '../../domain/policies/apply-policies.ts';
import { isNameTaken } from '../../domain/policies/check-team.ts';
import { labelledPolicyFor } from '../../domain/policies/labelled-policy.ts';
import { policiesFor, reportedFor } from '../../domain/policies/model.ts';
import { rejectionOf } from '../../domain/policies/rejection.ts';
import type { Metadata } from '../../domain/teams/metadata.ts';
import { mergeSettings } from '../../domain/teams/settings.ts';
import { settingsGroupsOf } from '../../domain/teams/update-team.ts';
import type { Deps } from '../../engine/deps.ts';
import { type LogLine, logLine } from '../../engine/jobs/model.ts';
import type { Principal } from '../../engine/principal.ts';
import type { Suite, SuiteCapabilities } from '../../engine/suite.ts';
import { invalidField, invalidFields, messageOf } from '../../kernel/errors.ts';
import { say, sentences } from '../../kernel/messages.ts';
import {
  lifecycleRulesFor,
  supportedLifecycle,
  templateLifecycleOf,
  templatesById,
  withTimeLimits,
} from '../lifecycle/rules.ts';
import { renderStructure } from './conventions.ts';
import { noticesOfLicences, noticesOfRemainingObjects } from './notices.ts';
import { prepareOwnSteps } from './own-steps.ts';
import { namedPeople, resolvePeople } from './people.ts';
import {
  type PlanningFacts,
  type PlanningInput,
  type ProvisioningPlan,
  planTeam,
  type ShownPlan,
  toShownPlan,
} from './plan.ts';
import type { PendingApproval, RequestApprovals } from './ports.ts';
import { prepareContents } from './prepare-contents.ts';
import type { TeamProvisioningRequest } from './request.ts';
import { findSingleton } from './reservations.ts';
import type { ListedContents } from './source-listings.ts';
import { readStructure, type SourceStructure } from './source-team.ts';
import { conventionScope, findFreeNicknames, writeTexts } from './texts.ts';
import {
  appsIn,
  type Omission,
  omittedFromGuests,
  omittedFromLifecycle,
  omittedPeople,
  omitUnsupported,
} from './unsupported.ts';

export interface PlanningDeps extends Deps {
  rules: Pick<RuleEngine, 'evaluateAudience' | 'renderConventions'> & RuleFailureListener;
  approvals: Pick<RequestApprovals, 'findRequired'>;
  settings: { teamNameMaxLength: number };
  /** Listings that dry runs share; undefined when each dry run lists the team to copy. */
  sourceListings?: ListedContents | undefined;
}

interface GatheredFacts extends PlanningInput {
  /** The request with the checked answers, as the job stores it. */
  request: TeamProvisioningRequest;
  readAt: Date;
  /**
   * Id of the job that has reserved the singleton for a team that no longer exists. The reservation can be released.
   */
  staleSingletonJobId: string | undefined;
  /** People in the template or in a pending request who have left the directory, and unavailable approvers. */
  departed: Person[];
}

/**
 * Returns the plan of a dry run, with a verdict for each policy, violated ones included. Creates no job.
 * @param pending the approval of a request that waits for a decision; people who have left meanwhile are omitted
 * @param jobId id of the job that would build the team; names that it has reserved count as free
 * @throws InvalidRequest and PolicyViolation, as gatherFacts does, when no plan is possible
 */
export async function planProvisioning(
  deps: PlanningDeps,
  principal: Principal,
  jobId: string,
  request: TeamProvisioningRequest,
  pending?: PendingApproval,
): Promise<ShownPlan> {
  return toShownPlan(planTeam(await gatherFacts(deps, principal, request, jobId, pending)));
}

/** A plan without violations, and the facts that it was made from. */
export interface CompliantPlan {
  plan: ProvisioningPlan;
  gathered: GatheredFacts;
}

/**
 * Reads the facts and plans the team.
 * @throws InvalidRequest; PolicyViolation that names every violated policy
 */
export async function planCompliantTeam(
  deps: PlanningDeps,
  principal: Principal,
  request: TeamProvisioningRequest,
  jobId: string,
  pending?: PendingApproval,
): Promise<CompliantPlan> {
  // The plan of a job has the contents of the team as they are now.
  const fresh = { ...deps, sourceListings: undefined };
  const gathered = await gatherFacts(fresh, principal, request, jobId, pending);
  const plan = planTeam(gathered);
  const rejection = rejectionOf(plan.verdicts);
  if (rejection !== undefined) throw rejection;
  return { plan, gathered };
}

export function plannedLine(
  at: Date,
  { name, steps, omissions = [], notices = [] }: ProvisioningPlan,
): LogLine {
  const planned = say('provisioning.planned', "Planned the team '{name}' in {count} steps.", {
    name,
    count: steps.length,
  });
  return logLine(at, sentences([planned, ...omissions.map(messageOf), ...notices.map(messageOf)]));
}

/**
 * Reads the facts for the plan of this request.
 * @param pending the approval of a request that waits for a decision
 * @throws InvalidRequest at `template.id`, at `team.membership.owners` for an app that names no owner, or naming each
 * unknown person, or naming each wrong or missing answer; PolicyViolation at `audience`, or naming each convention that
 * failed
 */
async function gatherFacts(
  deps: PlanningDeps,
  principal: Principal,
  request: TeamProvisioningRequest,
  jobId: string,
  pending?: PendingApproval,
): Promise<GatheredFacts> {
  const { suite, rules } = deps;
  const { tenantId } = principal;
  const readAt = deps.clock.now();
  const read = await readTemplate(deps, principal, request);
  const { requester } = read;
  const answers = await readAnswers(deps, principal, request, read, pending !== undefined);
  const answered = { ...request, metadata: answers.scope };
  const { governed, policies, reported, lifecycle } = applyPolicies(read, answers.metadata);
  const scope = conventionScope(principal, answered, governed, requester);
  const blueprint = await renderStructure(rules, tenantId, governed, scope);
  const wishes = requirementsOf(policies);
  const people = namedPeople(request, blueprint, wishes, pending !== undefined);
  const capabilities = await suite.capabilities(tenantId);
  const resolving = resolvePeople(suite, principal, people, requester);
  const scopeOfApproval = async () =>
    conventionScope(principal, answered, blueprint, requester, (await resolving).found);
  const [texts, { found, departed }, suiteFacts, singleton, approval, notices, ownSteps] = await Promise.all([
    writeTexts(rules, principal, answered, blueprint, requester),
    resolving,
    readSuite(deps, capabilities, tenantId, blueprint),
    findSingleton(deps, tenantId, blueprint, jobId),
    deps.approvals.findRequired(principal, blueprint, scopeOfApproval, pending),
    suite.notices(tenantId),
    prepareOwnSteps(deps, tenantId, blueprint.steps),
  ]);
  const owners = [...(requester ? [requester] : []), ...found.owners, ...found.permanentOwners];
  const [mailNicknames, nameTaken, unknownApps, ...ownNotices] = await Promise.all([
    findFreeNicknames(suite, tenantId, texts.mail, jobId),
    reservesName([...policies, ...reported].map(({ kind }) => kind))
      ? isNameTaken(deps, texts.name, { tenantId, jobId })
      : undefined,
    suite.teams.unknownApps(tenantId, appsIn(capabilities, suiteFacts.structure)),
    noticesOfRemainingObjects(deps, tenantId, texts.name),
    noticesOfLicences(deps, tenantId, owners),
  ]);
  const settings = mergeSettings(suiteFacts.structure.settings, settingsGroupsOf(wishes.settings));
  const parts = omitUnsupported(
    capabilities,
    { structure: { ...suiteFacts.structure, settings }, texts },
    unknownApps,
  );
  const { structure } = parts;
  const isSourceReadable = suiteFacts.sourceTeam === 'readable';
  const { contentTabs } = suiteFacts;
  const given = { blueprint, scope, structure, capabilities, isSourceReadable, contentTabs };
  const { contents, omissions } = await prepareContents(deps, tenantId, given);
  // The structure and the contents can lack the same part, such as the order of tabs.
  const isFirst = (omission: Omission, index: number, all: readonly Omission[]): boolean =>
    all.findIndex((other) => isDeepStrictEqual(other, omission)) === index;
  return {
    jobId,
    blueprint,
    readAt,
    request: {
      ...request,
      ...(request.metadata !== undefined || answers.shown.length > 0 ? { metadata: answers.metadata } : {}),
    },
    staleSingletonJobId: singleton.staleJobId,
    departed: [...departed, ...approval.stages.flatMap(({ unavailable = [] }) => unavailable)],
    teamNameMaxLength: deps.settings.teamNameMaxLength,
    facts: {
      ...suiteFacts,
      ...parts,
      omissions: [
        ...suiteFacts.omissions,
        ...[...parts.omissions, ...omissions].filter(isFirst),
        ...omittedFromLifecycle(capabilities, lifecycle.ofTemplate),
        ...omittedFromGuests(
          capabilities,
          labelledPolicyFor(policies, 'guests', blueprint.sensitivityLabelId),
        ),
        ...omittedPeople(departed, approval.stages),
      ],
      requester: principal.kind === 'user' ? requester : undefined,
      found,
      singletonTaken: singleton.taken,
      approval,
      mailNicknames,
      policies,
      reported,
      nameTaken,
      requestedGuests: found.members.filter(
        ({ id, userType }) => userType === 'Guest' && !found.permanentMembers.some((each) => each.id === id),
      ),
      notices: [...notices, ...ownNotices.flat(), ...ownSteps.notices],
      ownSteps,
      lifecycle: withTimeLimits(
        lifecycle.rules,
        supportedLifecycle(capabilities, lifecycle.ofTemplate),
        readAt,
        answers.metadata,
      ),
      answers: answers.shown,
      contents,
    },
  };
}

/**
 * Returns the checked answers of the request. Those of a pending request were checked when it was sent, and its
 * approvers can't correct them.
 * @throws InvalidRequest at each wrong or missing answer
 */
async function readAnswers(
  deps: PlanningDeps,
  principal: Principal,
  request: TeamProvisioningRequest,
  { blueprint, requester }: Awaited<ReturnType<typeof readTemplate>>,
  isPending: boolean,
) {
  const { tenantId } = principal;
  const { questions, template } = blueprint;
  if (isPending) return readStoredAnswers(deps, tenantId, questions, request.metadata);
  const answers = await resolveAnswers(deps, {
    tenantId,
    template,
    questions,
    sent: request.metadata,
    scopeWith: (metadata) => conventionScope(principal, { ...request, metadata }, blueprint, requester),
  });
  if (answers.problems.length > 0) throw invalidFields(answers.problems);
  return answers;
}

/** Returns the template's blueprint, and the policies of the organisation. */
export async function readTemplate(
  deps: PlanningDeps,
  principal: Principal,
  request: TeamProvisioningRequest,
) {
  const requesterId = await findRequesterId(deps.suite, principal, request);
  const templateId = request.template.id;
  const { template, requester } = await findTemplateFor(deps, principal, { templateId, requesterId });
  const blueprint = blueprintOf(template);
  // The template has the stamp of the policies, so unchanged policies come from this process's cache.
  const enabled = await deps.store.in(principal.tenantId).policies.listEnabled(template.policyStamp);
  return { blueprint, catalogTemplate: template.catalogTemplate, enabled, requester };
}

/** Returns the blueprint under the policies that apply to a new team with these answers. */
function applyPolicies(
  { blueprint, catalogTemplate, enabled }: Awaited<ReturnType<typeof readTemplate>>,
  metadata: Metadata,
) {
  const team = { templateId: blueprint.template.id, policyIds: [], metadata };
  const policies = policiesFor(enabled, team);
  const templates = templatesById([catalogTemplate]);
  return {
    governed: governBlueprint(blueprint, policies),
    policies,
    reported: reportedFor(enabled, team),
    lifecycle: {
      rules: lifecycleRulesFor(team, enabled, templates),
      ofTemplate: templateLifecycleOf(team, templates),
    },
  };
}

/**
 * Returns the directory id of the person for whom the team is requested: the caller, or the first owner that an app
 * names.
 * @throws InvalidRequest at `team.membership.owners`
 */
async function findRequesterId(
  suite: Suite,
  principal: Principal,
  request: TeamProvisioningRequest,
): Promise<string> {
  if (principal.kind === 'user') return principal.id;
  const path = 'team.membership.owners';
  const reference = request.team.membership?.owners?.[0]?.id;
  if (reference === undefined) {
    throw invalidField(
      path,
      say('provisioning.appOwner', 'An app becomes no owner itself. Name at least one owner.'),
      'OwnerRequired',
    );
  }
  const owner = await findUser(suite, principal.tenantId, { path: `${path}[0].id`, reference });
  return owner.id;
}

function labelStateOf({ sensitivityLabels }: SuiteCapabilities, label: Label | undefined) {
  if (!sensitivityLabels) return 'unsupported';
  return label?.isActive ? 'active' : 'missing';
}

/** Reads the organisation, the team to copy and the sensitivity label from the suite. */
async function readSuite(
  { suite, sourceListings = suite.contents }: Pick<PlanningDeps, 'suite' | 'sourceListings'>,
  capabilities: SuiteCapabilities,
  tenantId: string,
  { origin, sensitivityLabelId }: TeamBlueprint,
): Promise<SourceStructure & Pick<PlanningFacts, 'sensitivityLabel' | 'organisation'>> {
  const [structure, label, organisation] = await Promise.all([
    readStructure(suite, sourceListings, tenantId, origin),
    sensitivityLabelId === null ? undefined : suite.labels.find(tenantId, sensitivityLabelId),
    suite.organisation(tenantId),
  ]);
  return {
    ...structure,
    sensitivityLabel: sensitivityLabelId === null ? undefined : labelStateOf(capabilities, label),
    organisation: {
      initialDomainName: organisation?.initialDomainName ?? '',
      defaultDomainName: organisation?.defaultDomainName ?? '',
    },
  };
}
