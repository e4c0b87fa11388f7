/** Teams that a change of policies concerns are looked at at once, not at their next turn. */
import type { UnitOfWork } from '../../engine/store.ts';
import type { Policy, PolicyKind } from './model.ts';

/** Kinds that are put back where they are not met (restore-teams.ts). */
const RESTORED: readonly PolicyKind[] = ['permanentMembership', 'privacy', 'sensitivityLabel'];

/** Part of the transaction that writes the policy. */
export async function makeTeamsDue(
  { policies }: Pick<UnitOfWork, 'policies'>,
  { id, kind, enabled, scope }: Pick<Policy, 'id' | 'kind' | 'enabled' | 'scope'>,
  at: Date,
): Promise<void> {
  if (!enabled || !RESTORED.includes(kind)) return;
  if (scope.type === 'tenant') return policies.makeDue('all', at);
  if (scope.type === 'templates') await policies.makeDue({ templateIds: scope.templateIds }, at);
  await policies.makeDue({ attachedTo: id }, at);
}
