/** Who a template's approvers are for one request. Asks the directory, so never inside a transaction. */
import type { TeamBlueprint } from '../catalog/blueprint.ts';
import type { PersonReference } from '../catalog/model.ts';
import type { Person } from '../provisioning/people.ts';
import type { Suite } from '../suite.ts';
import type { StageOfApprovers } from './model.ts';

/**
 * The stages that a request must pass; none when the template asks for no approval. People whom the directory
 * does not know, or no longer, are left out: who has a deciding role can always decide.
 */
export async function findApprovers(
  suite: Pick<Suite, 'users'>,
  tenantId: string,
  { approval }: Pick<TeamBlueprint, 'approval'>,
): Promise<StageOfApprovers[]> {
  if (!approval.required) return [];
  const references: PersonReference[] = approval.team;
  const found = await suite.users.resolve(
    tenantId,
    references.map(({ id }) => id),
  );
  const approvers = new Map<string, Person>();
  for (const user of found) {
    if (user !== undefined) approvers.set(user.id, { id: user.id, displayName: user.displayName });
  }
  return [{ require: 'any', approvers: [...approvers.values()] }];
}
