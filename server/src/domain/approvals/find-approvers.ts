/** Who a template's approvers are for one request. Asks the directory, so never inside a transaction. */
import type { TeamBlueprint } from '../catalog/blueprint.ts';
import type { CatalogTemplateApprovalStage } from '../catalog/model.ts';
import type { Person } from '../provisioning/people.ts';
import type { Suite } from '../suite.ts';
import type { User } from '../users/model.ts';
import type { StageOfApprovers } from './model.ts';

/** More people are asked of nobody: who would decide among them? */
const MOST_OF_A_GROUP = 100;

/** The person that a reference names, or else the people of the group. Guests and closed accounts decide nothing. */
async function findPeople(
  { users }: Pick<Suite, 'users'>,
  tenantId: string,
  { approvers }: CatalogTemplateApprovalStage,
): Promise<Person[]> {
  const references = approvers.map(({ id }) => id);
  const named = await users.resolve(tenantId, references);
  const groups = await Promise.all(
    references.map((id, index) =>
      named[index] === undefined ? users.groupMembers(tenantId, id, MOST_OF_A_GROUP) : [],
    ),
  );
  const found = references.flatMap((_, index): User[] => {
    const user = named[index];
    return user === undefined ? (groups[index] ?? []) : [user];
  });
  const able = found.filter(({ userType, accountEnabled }) => userType === 'Member' && accountEnabled);
  const people = able.map(({ id, displayName }): [string, Person] => [id, { id, displayName }]);
  return [...new Map(people).values()];
}

/**
 * The stages that a request must pass; none when the template asks for no approval. People whom the directory
 * does not know, or no longer, are left out; where nobody is left, those with a deciding role decide.
 */
export async function findApprovers(
  suite: Pick<Suite, 'users'>,
  tenantId: string,
  { approval }: Pick<TeamBlueprint, 'approval'>,
): Promise<StageOfApprovers[]> {
  if (!approval.required) return [];
  if (approval.stages.length === 0) return [{ require: 'any', approvers: [] }];
  return Promise.all(
    approval.stages.map(async (stage) => ({
      require: stage.require,
      approvers: await findPeople(suite, tenantId, stage),
    })),
  );
}
