/** Schedules an immediate check of the teams under a changed policy. */
import type { UnitOfWork } from '../../engine/store.ts';
import { kindDefinitionOf, type Policy } from './model.ts';

/**
 * Makes the teams of the policy due for a check. Does nothing for a policy that is not in force or requires nothing of
 * teams, unless its kind is `alwaysChecked`. Runs in the transaction that writes or attaches the policy.
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
