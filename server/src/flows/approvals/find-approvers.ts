/** Finds the approvers of a request in the directory. Calls the suite, so it never runs inside a transaction. */
import { TEMPLATE_LIMITS } from '../../domain/catalog/limits.ts';
import { hasRule } from '../../domain/catalog/manifest-values.ts';
import type { CatalogTemplateApprovalStage } from '../../domain/catalog/model.ts';
import type { Person } from '../../domain/directory/find-people.ts';
import { canAct, type User } from '../../domain/directory/model.ts';
import type { Principal } from '../../engine/principal.ts';
import type { Suite } from '../../engine/suite.ts';
import type { RequestApprovals, RequiredApproval, RequiredStage } from '../provisioning/ports.ts';
import { type ApproverRules, evaluateApprovers } from './approver-rules.ts';
import { applyConditions, type ConditionRules, reapplyConditions } from './conditions.ts';
import { isOnlyApprover } from './model.ts';

const MAX_OF_A_GROUP = 100;

/** Maximum number of managers up the hierarchy that are looked up. */
const MAX_MANAGERS = 20;

const NOBODY: FoundApprovers = { users: [], unavailable: [] };

type Directory = Pick<Suite, 'users'>;
type Requester = Pick<Principal, 'tenantId' | 'kind' | 'id'>;

export interface ApproverDeps {
  suite: Directory;
  rules: ConditionRules & ApproverRules;
}

interface FoundApprovers {
  users: User[];
  /** Approvers who are unknown or can't act, groups without a member who can act, and rules that failed. */
  unavailable: Person[];
}

/**
 * Names an unavailable approver. Shortens a rule to the maximum length of an id, because the id is part of the key of
 * the administrators' notification.
 */
function nameOf(approver: string, name: string | null): Person {
  const id = approver.slice(0, TEMPLATE_LIMITS.id);
  return { id, displayName: name || id };
}

/**
 * Returns the named people and the members of the named groups, at most MAX_OF_A_GROUP of each group.
 * @param referencesOf resolves an approver (approver-rules.ts); undefined for a rule that failed
 */
async function findNamed(
  { users }: Directory,
  tenantId: string,
  { approvers }: CatalogTemplateApprovalStage,
  referencesOf: (id: string) => string[] | undefined,
): Promise<FoundApprovers> {
  const references = [...new Set(approvers.flatMap(({ id }) => referencesOf(id) ?? []))];
  const named = await users.resolve(tenantId, references);
  const groups = await Promise.all(
    references.map((id, index) =>
      named[index] === undefined ? users.groupMembers(tenantId, id, MAX_OF_A_GROUP) : [],
    ),
  );
  const found = new Map(
    references.map((reference, index): [string, User[]] => {
      const user = named[index];
      return [reference, user === undefined ? (groups[index] ?? []) : [user]];
    }),
  );
  const isLost = (reference: string): boolean => !(found.get(reference) ?? []).some(canAct);
  const unavailable = approvers
    .filter(({ id }) => referencesOf(id)?.some(isLost) ?? true)
    .map(({ id, name }) => nameOf(id, name));
  return { users: [...found.values()].flat(), unavailable };
}

/** Returns the requester's managers, the nearest first, if a stage names a manager. An app has no manager. */
async function findManagers(
  { users }: Directory,
  { tenantId, kind, id }: Requester,
  stages: readonly CatalogTemplateApprovalStage[],
): Promise<User[]> {
  if (kind === 'app' || !stages.some(({ manager }) => manager)) return [];
  return users.managers(tenantId, id, MAX_MANAGERS);
}

function stageOf(
  { manager: asksManager, managerLevel = 1, require }: CatalogTemplateApprovalStage,
  { users, unavailable }: FoundApprovers,
  managers: readonly User[],
): RequiredStage {
  // A manager who can't decide is represented by the next one up.
  const manager = managers.slice(managerLevel - 1).find(canAct);
  const asked = asksManager && manager !== undefined ? [manager, ...users] : users;
  const people = asked.filter(canAct).map(({ id, displayName }): Person => ({ id, displayName }));
  const approvers = [...new Map(people.map((person) => [person.id, person])).values()];
  return { require, approvers, unavailable };
}

/** Whether the stages name the requester and nobody else, not even people who can't decide now. */
const nameOnly = (
  requesterId: string,
  stages: readonly CatalogTemplateApprovalStage[],
  named: readonly FoundApprovers[],
): boolean =>
  !stages.some(({ manager }) => manager) &&
  named.every(
    ({ users, unavailable }) => unavailable.length === 0 && users.every(({ id }) => id === requesterId),
  );

/**
 * Removes the requester from the stages. A requester who is the only approver stays (docs/specification.md, section 4)
 * unless rules chose the stages or approvers: otherwise requesters could answer the questions so that they are the only
 * approver.
 */
const withoutRequester = (stages: RequiredStage[], requesterId: string, isFixed: boolean): RequiredStage[] =>
  isFixed && isOnlyApprover(stages, requesterId)
    ? stages
    : stages.map((stage) => ({
        ...stage,
        approvers: stage.approvers.filter(({ id }) => id !== requesterId),
      }));

/**
 * Returns the stages that a request must pass, and the conditions of the template's stages; none when the template
 * needs no approval. Omits unknown people, guests and closed accounts, and also the requester, unless the requester is
 * the only approver. In a stage without approvers, people with a deciding role decide.
 */
export async function findApprovers(
  { suite, rules }: ApproverDeps,
  ...[requester, blueprint, scope, pending]: Parameters<RequestApprovals['findRequired']>
): Promise<RequiredApproval> {
  if (pending) return reapplyConditions(rules, requester.tenantId, blueprint, pending, scope);
  const { required, stages: all } = blueprint.approval;
  if (!required) return { stages: [], conditions: [] };
  if (all.length === 0) return { stages: [{ require: 'any', approvers: [] }], conditions: [] };
  const { stages, conditions } = await applyConditions(rules, requester.tenantId, blueprint, scope);
  const { tenantId } = requester;
  const referencesOf = await evaluateApprovers(rules, tenantId, blueprint, stages, scope);
  const [managers, ...named] = await Promise.all([
    findManagers(suite, requester, stages),
    ...stages.map((stage) => findNamed(suite, tenantId, stage, referencesOf)),
  ]);
  const found = stages.map((stage, index) => stageOf(stage, named[index] ?? NOBODY, managers));
  const isFixed =
    stages.length === all.length &&
    !stages.some(({ approvers }) => approvers.some(({ id }) => hasRule(id))) &&
    nameOnly(requester.id, stages, named);
  return { stages: withoutRequester(found, requester.id, isFixed), conditions };
}
