/** Everything that planning must know, read before it. Nothing is changed. */

import { blueprintOf, type TeamBlueprint } from '../../domain/catalog/blueprint.ts';
import { findTemplateFor } from '../../domain/catalog/find-template-for.ts';
import type { FoundTemplate } from '../../domain/catalog/ports.ts';
import type { RuleEngine, RuleFailureListener } from '../../domain/catalog/rules.ts';
import { governBlueprint, isRuled, requirementsOf } from '../../domain/policies/apply-policies.ts';
import { isNameTaken } from '../../domain/policies/check-team.ts';
import { type AppliedPolicy, policiesFor } from '../../domain/policies/model.ts';
import { type FoundPeople, findPeople, referencesOf, unknownUser } from '../../domain/users/find-people.ts';
import type { UserProfile } from '../../domain/users/model.ts';
import type { SuiteOrganisation } from '../../domain/users/suite.ts';
import type { Principal } from '../../engine/principal.ts';
import type { Store } from '../../engine/store.ts';
import type { Suite } from '../../engine/suite.ts';
import type { Clock } from '../../kernel/clock.ts';
import { type ErrorDetail, invalidField, invalidRequest } from '../../kernel/errors.ts';
import { mailNicknameCandidates, toMailNickname } from './mail-nickname.ts';
import { closedRequester, namedPeople } from './people.ts';
import type { PlanningInput } from './plan.ts';
import type { PolicyFacts } from './policies.ts';
import type { RequestApprovals } from './ports.ts';
import type { TeamProvisioningRequest } from './request.ts';
import { NOTHING, readSourceTeam, type SourceTeam } from './source-team.ts';
import { writeTexts } from './texts.ts';

export interface PlanningDeps {
  store: Store;
  suite: Suite;
  rules: Pick<RuleEngine, 'evaluateAudience' | 'renderConventions'> & RuleFailureListener;
  clock: Clock;
  approvals: Pick<RequestApprovals, 'findStages'>;
  settings: { teamNameMaxLength: number };
}

interface Call {
  deps: PlanningDeps;
  principal: Principal;
  request: TeamProvisioningRequest;
  jobId: string;
}

/** Directory id of the person the request is for: the caller, or the first owner that an app names. */
async function findRequesterId({ deps, principal, request }: Call): Promise<string> {
  if (principal.kind === 'user') return principal.id;
  const reference = request.team.membership?.owners?.[0]?.id;
  if (reference === undefined) {
    throw invalidField(
      'team.membership.owners',
      'An app becomes no owner itself. Name at least one owner.',
      'OwnerRequired',
    );
  }
  const [owner] = await deps.suite.users.resolve(principal.tenantId, [reference]);
  if (owner !== undefined) return owner.id;
  const detail = unknownUser('team.membership.owners[0].id', reference);
  throw invalidRequest(detail.message, [detail]);
}

/** What holds for the new team: its template's blueprint under the policies, and these. */
interface Rules {
  blueprint: TeamBlueprint;
  policies: AppliedPolicy[];
}

/** The policies were named with the template, so that those this process knows take no round trip. */
async function rulesFor({ deps, principal }: Call, template: FoundTemplate): Promise<Rules> {
  const blueprint = blueprintOf(template);
  const enabled = await deps.store.in(principal.tenantId).policies.listEnabled(template.policyStamp);
  const policies = policiesFor(enabled, { templateId: blueprint.template.id, policyIds: [] });
  return { blueprint: governBlueprint(blueprint, policies), policies };
}

/** Undefined where no policy asks. */
async function findNameTaken(
  { deps, principal, jobId }: Call,
  policies: readonly AppliedPolicy[],
  name: string,
): Promise<boolean | undefined> {
  if (!isRuled(policies, 'duplicateNames')) return undefined;
  return isNameTaken(deps, { tenantId: principal.tenantId, name, jobId });
}

/** An app asks for others, so whose account is closed there counts as for every owner (policies.ts). */
function requesterProblems({ kind, id }: Principal, requester: UserProfile | undefined): ErrorDetail[] {
  if (kind === 'app') return [];
  if (requester === undefined) return [unknownUser('requester.id', id)];
  return requester.accountEnabled ? [] : [closedRequester(requester)];
}

async function resolvePeople(
  { deps, principal, request }: Call,
  { blueprint, policies }: Rules,
  requester: UserProfile | undefined,
): Promise<FoundPeople> {
  const people = namedPeople(request, blueprint, requirementsOf(policies));
  const references = referencesOf(people);
  const resolved =
    references.length === 0 ? [] : await deps.suite.users.resolve(principal.tenantId, references);
  const { found, problems } = findPeople(people, resolved);
  const all = [...requesterProblems(principal, requester), ...problems];
  if (all.length === 0) return found;
  throw invalidRequest(all.map(({ message }) => message).join(' '), all);
}

/** The candidates from the first one that no other team has. */
async function findFreeNicknames({ deps, principal, jobId }: Call, mail: string): Promise<string[]> {
  const candidates = mailNicknameCandidates(toMailNickname(mail), jobId);
  for (const [index, candidate] of candidates.entries()) {
    const isLast = index === candidates.length - 1;
    if (isLast || !(await deps.suite.teams.isMailNicknameTaken(principal.tenantId, candidate, jobId))) {
      return candidates.slice(index);
    }
  }
  return candidates;
}

interface SingletonHold {
  taken: boolean;
  /** The job whose hold is over, because its team is gone. */
  staleJobId?: string;
}

/** A singleton is taken by the job that holds it, unless that is this very job or its team is gone. */
async function findSingletonHold(
  { deps, principal, jobId }: Call,
  blueprint: TeamBlueprint,
): Promise<SingletonHold> {
  if (!blueprint.singleton) return { taken: false };
  const { tenantId } = principal;
  const reservation = { kind: 'singleton', value: blueprint.template.id } as const;
  const holder = await deps.store.in(tenantId).jobs.findHolder(reservation);
  if (holder === undefined || holder.id === jobId) return { taken: false };
  if (holder.status !== 'completed' || holder.subjectId === null) return { taken: true };
  const team = await deps.suite.teams.find(tenantId, holder.subjectId);
  return team === undefined ? { taken: false, staleJobId: holder.id } : { taken: true };
}

async function findLabel(
  { deps, principal }: Call,
  labelId: string | null,
): Promise<PolicyFacts['sensitivityLabel']> {
  if (labelId === null) return undefined;
  const label = await deps.suite.labels.find(principal.tenantId, labelId);
  return label?.isActive ? 'active' : 'missing';
}

const readOrigin = ({ deps, principal }: Call, { origin }: TeamBlueprint): Promise<SourceTeam> | undefined =>
  origin.kind === 'copy' ? readSourceTeam(deps.suite, principal.tenantId, origin.source) : undefined;

async function findDomains({
  deps,
  principal,
}: Call): Promise<Omit<SuiteOrganisation, 'id' | 'displayName'>> {
  const organisation = await deps.suite.organisation(principal.tenantId);
  return {
    initialDomainName: organisation?.initialDomainName ?? '',
    defaultDomainName: organisation?.defaultDomainName ?? '',
  };
}

export interface GatheredFacts extends PlanningInput {
  /** The job whose hold on the singleton is over and may be taken away. */
  staleSingletonJobId: string | undefined;
}

/**
 * Reads what the plan of this request needs.
 * @throws InvalidRequest at `template.id`, or naming each unknown person; PolicyViolation at `audience` or
 * naming each convention that failed
 */
export async function gatherFacts(
  deps: PlanningDeps,
  principal: Principal,
  request: TeamProvisioningRequest,
  jobId: string,
): Promise<GatheredFacts> {
  const call: Call = { deps, principal, request, jobId };
  const requesterId = await findRequesterId(call);
  const { template, requester } = await findTemplateFor(deps, principal, {
    templateId: request.template.id,
    requesterId,
  });
  const rules = await rulesFor(call, template);
  const { blueprint, policies } = rules;
  const [texts, found, source, singleton, sensitivityLabel, organisation, approvalStages] = await Promise.all(
    [
      writeTexts(deps.rules, principal, request, blueprint, requester),
      resolvePeople(call, rules, requester),
      readOrigin(call, blueprint),
      findSingletonHold(call, blueprint),
      findLabel(call, blueprint.sensitivityLabelId),
      findDomains(call),
      deps.approvals.findStages(principal, blueprint),
    ],
  );
  const [mailNicknames, nameTaken] = await Promise.all([
    findFreeNicknames(call, texts.mail),
    findNameTaken(call, policies, texts.name),
  ]);
  const own = blueprint.origin.kind === 'structure' ? blueprint.origin.structure : NOTHING.structure;
  return {
    jobId,
    blueprint,
    staleSingletonJobId: singleton.staleJobId,
    teamNameMaxLength: deps.settings.teamNameMaxLength,
    facts: {
      requester: principal.kind === 'user' ? requester : undefined,
      texts,
      found,
      structure: source?.structure ?? own,
      sourcePeople: source?.people ?? NOTHING.people,
      sourceTeam: source?.state,
      singletonTaken: singleton.taken,
      sensitivityLabel,
      approvalStages,
      mailNicknames,
      policies,
      nameTaken,
      organisation,
    },
  };
}
