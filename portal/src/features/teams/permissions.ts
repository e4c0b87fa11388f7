/** What the person may do in a team, so that the page shows no button that the service would reject. */
import type { TeamSummary } from '@charter/sdk';
import { useMay } from '../me/queries.ts';

export interface TeamPermissions {
  /** Owners and administrators: members, archiving, deletion, lifecycle, history. */
  canManage: boolean;
  /** As canManage, in a team that is not archived. */
  canWrite: boolean;
  /** Reads and changes the settings of every team. */
  canConfigure: boolean;
  /** Reads the verdicts of policies. */
  canCheck: boolean;
}

export function useTeamPermissions({ role, isArchived }: TeamSummary): TeamPermissions {
  const may = useMay();
  // The roles of administrators are those that manage policies (docs/specification.md, sections 2 and 4).
  const isAdministrator = may('createPolicy');
  const canManage = role === 'owner' || isAdministrator;
  return {
    canManage,
    canWrite: canManage && !isArchived,
    canConfigure: may('updateTeam'),
    canCheck: may('checkPolicies'),
  };
}
