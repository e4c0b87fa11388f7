/** Schedules an immediate check of the teams under a changed policy. */
import type { UnitOfWork } from '../../engine/store.ts';
import { kindDefinitionOf, type Policy } from './model.ts';

/**
 * Does nothing for a policy that is not in force, or for a kind without requirements, unless the check of a team depends
 * on each of its policies of the kind. Runs in the transaction that
 * writes or attaches the policy.
 */
export async function makeTeamsDue(
  { governedTeams }: Pick<UnitOfWork, 'governedTeams'>,
  { id, kind, enabled, mode, scope }: Pick<Policy, 'id' | 'kind' | 'enabled' | 'mode' | 'scope'>,
  at: Date,
): Promise<void> {
  const { wants, alwaysChecked } = kindDefinitionOf(kind);
  if (alwaysChecked === undefined && (!enabled || mode === 'report' || wants === undefined)) return;
  if (scope.type !== 'teams') {
    const { type: _, ...selection } = scope;
    await governedTeams.makeDue(selection, at);
  }
  await governedTeams.makeDue({ attachedTo: id }, at);
}
