/** Schedules the teams of a changed policy for an immediate comparison. */
import type { UnitOfWork } from '../../engine/store.ts';
import { definitionOf, type Policy } from './model.ts';

/**
 * Does nothing for a policy that is not in force, or a kind without requirements. Runs in the transaction that writes or attaches
 * the policy.
 */
export async function makeTeamsDue(
  { policies }: Pick<UnitOfWork, 'policies'>,
  { id, kind, enabled, mode, scope }: Pick<Policy, 'id' | 'kind' | 'enabled' | 'mode' | 'scope'>,
  at: Date,
): Promise<void> {
  if (!enabled || mode === 'report' || definitionOf(kind).require === undefined) return;
  if (scope.type === 'tenant') return policies.makeDue('all', at);
  if (scope.type === 'templates') await policies.makeDue({ templateIds: scope.templateIds }, at);
  await policies.makeDue({ attachedTo: id }, at);
}
