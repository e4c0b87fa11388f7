/** Finds the approvers of a request in the directory. Calls the suite, so it never runs inside a transaction. */
import type { TeamBlueprint } from '../../domain/catalog/blueprint.ts';
import type { CatalogTemplateApprovalStage } from '../../domain/catalog/model.ts';
import type { Person } from '../../domain/directory/find-people.ts';
import type { User } from '../../domain/directory/model.ts';
import type { Principal } from '../../engine/principal.ts';
import type { Suite } from '../../engine/suite.ts';
import type { StageOfApprovers } from '../provisioning/ports.ts';
import { isOnlyApprover } from './model.ts';

const MOST_OF_A_GROUP = 100;

/** Maximum number of managers up the hierarchy that are looked up. */
const MOST_MANAGERS = 20;

const NOBODY: Named = { users: [], unavailable: [] };

type Directory = Pick<Suite, 'users'>;
type Requester = Pick<Principal, 'tenantId' | 'kind' | 'id'>;

/** Guests and closed accounts can't decide. */
const canDecide = ({ userType, accountEnabled }: User): boolean => userType === 'Member' && accountEnabled;

interface Named {
  users: User[];
  /** Approvers who are unknown or whose account is closed, and groups without a member who can sign in. */
  unavailable: Person[];
}

/** Returns the named people and the members of the named groups, at most MOST_OF_A_GROUP of each group. */
async function findNamed(
  { users }: Directory,
  tenantId: string,
  { approvers }: CatalogTemplateApprovalStage,
): Promise<Named> {
  const references = approvers.map(({ id }) => id);
  const named = await users.resolve(tenantId, references);
  const groups = await Promise.all(
    references.map((id, index) =>
      named[index] === undefined ? users.groupMembers(tenantId, id, MOST_OF_A_GROUP) : [],
    ),
  );
  const found = references.map((_, index): User[] => {
    const user = named[index];
    return user === undefined ? (groups[index] ?? []) : [user];
  });
  const isLost = (people: readonly User[]) => people.every(({ accountEnabled }) => !accountEnabled);
  const unavailable = approvers
    .filter((_, index) => isLost(found[index] ?? []))
    .map(({ id, name }): Person => ({ id, displayName: name || id }));
  return { users: found.flat(), unavailable };
}

/** Returns the requester's nearest manager who can decide, if a stage names the manager. An app has no manager. */
async function findManager(
  { users }: Directory,
  { tenantId, kind, id }: Requester,
  stages: readonly CatalogTemplateApprovalStage[],
): Promise<User | undefined> {
  if (kind === 'app' || !stages.some(({ manager }) => manager)) return undefined;
  return (await users.managers(tenantId, id, MOST_MANAGERS)).find(canDecide);
}

function stageOf(
  { manager: asksManager, require }: CatalogTemplateApprovalStage,
  { users, unavailable }: Named,
  manager: User | undefined,
): StageOfApprovers {
  const asked = asksManager && manager !== undefined ? [manager, ...users] : users;
  const people = asked.filter(canDecide).map(({ id, displayName }): Person => ({ id, displayName }));
  const approvers = [...new Map(people.map((person) => [person.id, person])).values()];
  return { require, approvers, unavailable };
}

/**
 * Removes the requester from the stages, unless the requester is the only approver (docs/specification.md, section 4).
 */
const withoutRequester = (stages: StageOfApprovers[], requesterId: string): StageOfApprovers[] =>
  isOnlyApprover(stages, requesterId)
    ? stages
    : stages.map((stage) => ({
        ...stage,
        approvers: stage.approvers.filter(({ id }) => id !== requesterId),
      }));

/**
 * Returns the stages that a request must pass; none when the template needs no approval. Omits unknown people, guests
 * and closed accounts, and the requester unless they are the only approver. In a stage without approvers, people with a
 * deciding role decide.
 */
export async function findApprovers(
  suite: Directory,
  requester: Requester,
  { approval }: Pick<TeamBlueprint, 'approval'>,
): Promise<StageOfApprovers[]> {
  const { required, stages } = approval;
  if (!required) return [];
  if (stages.length === 0) return [{ require: 'any', approvers: [] }];
  const [manager, ...named] = await Promise.all([
    findManager(suite, requester, stages),
    ...stages.map((stage) => findNamed(suite, requester.tenantId, stage)),
  ]);
  const found = stages.map((stage, index) => stageOf(stage, named[index] ?? NOBODY, manager));
  return withoutRequester(found, requester.id);
}
