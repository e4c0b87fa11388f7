/** Reads everything that the plan of a team depends on: template, people, suite and policies. Changes nothing. */
import { blueprintOf, type TeamBlueprint } from '../../domain/catalog/blueprint.ts';
import { findTemplateFor } from '../../domain/catalog/find-template-for.ts';
import type { RuleEngine, RuleFailureListener } from '../../domain/catalog/rules.ts';
import { governBlueprint, isRuled, requirementsOf } from '../../domain/policies/apply-policies.ts';
import { isNameTaken } from '../../domain/policies/check-team.ts';
import { policiesFor } from '../../domain/policies/model.ts';
import type { Principal } from '../../engine/principal.ts';
import type { Store } from '../../engine/store.ts';
import type { Suite } from '../../engine/suite.ts';
import type { Clock } from '../../kernel/clock.ts';
import { mailNicknameCandidates, toMailNickname } from './mail-nickname.ts';
import { findRequesterId, namedPeople, resolvePeople } from './people.ts';
import type { PlanningFacts, PlanningInput } from './plan.ts';
import type { RequestApprovals } from './ports.ts';
import type { TeamProvisioningRequest } from './request.ts';
import { NOTHING, readSourceTeam } from './source-team.ts';
import { writeTexts } from './texts.ts';

export interface PlanningDeps {
  store: Store;
  suite: Suite;
  rules: Pick<RuleEngine, 'evaluateAudience' | 'renderConventions'> & RuleFailureListener;
  clock: Clock;
  approvals: Pick<RequestApprovals, 'findStages'>;
  settings: { teamNameMaxLength: number };
}

export interface GatheredFacts extends PlanningInput {
  /** The job whose team is gone: its reservation of the singleton can be released. */
  staleSingletonJobId: string | undefined;
}

interface Call {
  deps: PlanningDeps;
  principal: Principal;
  request: TeamProvisioningRequest;
  jobId: string;
}

/**
 * Reads the facts that the plan of this request needs.
 * @throws InvalidRequest at `template.id`, or naming each unknown person; PolicyViolation at `audience`, or
 * naming each convention that failed
 */
export async function gatherFacts(
  deps: PlanningDeps,
  principal: Principal,
  request: TeamProvisioningRequest,
  jobId: string,
): Promise<GatheredFacts> {
  const call: Call = { deps, principal, request, jobId };
  const { suite } = deps;
  const { tenantId } = principal;
  const { blueprint, policies, requester } = await readTemplate(call);
  const people = namedPeople(request, blueprint, requirementsOf(policies));
  const [texts, found, suiteFacts, singleton, approvalStages] = await Promise.all([
    writeTexts(deps.rules, principal, request, blueprint, requester),
    resolvePeople(suite, principal, people, requester),
    readSuite(suite, tenantId, blueprint),
    readSingleton(call, blueprint),
    deps.approvals.findStages(principal, blueprint),
  ]);
  const [mailNicknames, nameTaken] = await Promise.all([
    findFreeNicknames(call, texts.mail),
    isRuled(policies, 'duplicateNames') ? isNameTaken(deps, texts.name, { tenantId, jobId }) : undefined,
  ]);
  return {
    jobId,
    blueprint,
    staleSingletonJobId: singleton.staleJobId,
    teamNameMaxLength: deps.settings.teamNameMaxLength,
    facts: {
      ...suiteFacts,
      requester: principal.kind === 'user' ? requester : undefined,
      texts,
      found,
      singletonTaken: singleton.taken,
      approvalStages,
      mailNicknames,
      policies,
      nameTaken,
    },
  };
}

/** Returns the template's blueprint under the policies that apply to it. */
async function readTemplate({ deps, principal, request }: Call) {
  const requesterId = await findRequesterId(deps.suite, principal, request);
  const templateId = request.template.id;
  const { template, requester } = await findTemplateFor(deps, principal, { templateId, requesterId });
  const blueprint = blueprintOf(template);
  // The template names the version of the policies: those that this process has cached are not read again.
  const enabled = await deps.store.in(principal.tenantId).policies.listEnabled(template.policyStamp);
  const policies = policiesFor(enabled, { templateId: blueprint.template.id, policyIds: [] });
  return { blueprint: governBlueprint(blueprint, policies), policies, requester };
}

type SuiteFacts = Pick<
  PlanningFacts,
  'structure' | 'sourcePeople' | 'sourceTeam' | 'sensitivityLabel' | 'organisation'
>;

/** Returns what the suite says about the organisation, the team to copy and the sensitivity label. */
async function readSuite(
  suite: Suite,
  tenantId: string,
  { origin, sensitivityLabelId }: TeamBlueprint,
): Promise<SuiteFacts> {
  const [source, label, organisation] = await Promise.all([
    origin.kind === 'copy' ? readSourceTeam(suite, tenantId, origin.source) : undefined,
    sensitivityLabelId === null ? undefined : suite.labels.find(tenantId, sensitivityLabelId),
    suite.organisation(tenantId),
  ]);
  const labelState = label?.isActive ? 'active' : 'missing';
  const own = origin.kind === 'structure' ? origin.structure : NOTHING.structure;
  return {
    structure: source?.structure ?? own,
    sourcePeople: source?.people ?? NOTHING.people,
    sourceTeam: source?.state,
    sensitivityLabel: sensitivityLabelId === null ? undefined : labelState,
    organisation: {
      initialDomainName: organisation?.initialDomainName ?? '',
      defaultDomainName: organisation?.defaultDomainName ?? '',
    },
  };
}

/** Another job holds the singleton until its team is gone. */
async function readSingleton(
  { deps, principal: { tenantId }, jobId }: Call,
  { singleton, template }: TeamBlueprint,
): Promise<{ taken: boolean; staleJobId?: string }> {
  if (!singleton) return { taken: false };
  const holder = await deps.store.in(tenantId).jobs.findHolder({ kind: 'singleton', value: template.id });
  if (holder === undefined || holder.id === jobId) return { taken: false };
  if (holder.status !== 'completed' || holder.subjectId === null) return { taken: true };
  const team = await deps.suite.teams.find(tenantId, holder.subjectId);
  return team === undefined ? { taken: false, staleJobId: holder.id } : { taken: true };
}

/** Returns the candidates from the first one that no other team has. */
async function findFreeNicknames(
  { deps, principal: { tenantId }, jobId }: Call,
  mail: string,
): Promise<string[]> {
  const candidates = mailNicknameCandidates(toMailNickname(mail), jobId);
  for (const [index, candidate] of candidates.slice(0, -1).entries()) {
    if (!(await deps.suite.teams.isMailNicknameTaken(tenantId, candidate, jobId))) {
      return candidates.slice(index);
    }
  }
  return candidates.slice(-1);
}
