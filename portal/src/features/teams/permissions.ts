/** What the person may do in a team, so that the page shows no button that the service would reject. */
import type { TeamSummary } from '@charter/sdk';
import { type OperationId, useMay } from '../me/queries.ts';
import { usePermittedOperations } from './queries.ts';

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

type ChannelOperation = OperationId & `${'create' | 'update' | 'delete'}TeamChannel${'' | 'Tab'}`;

export interface ChannelPermissions {
  /** Types of the channels that the person may create. */
  types: readonly ('standard' | 'private' | 'shared')[];
  /** Whether the person may do this in a channel. The owners of a private or shared one are not known here. */
  allows(operation: ChannelOperation, channel: { membershipType: string }): boolean;
}

/** Owners, and members and guests by the settings of the team. Nothing until the service has answered. */
export function useChannelPermissions(team: TeamSummary): ChannelPermissions {
  const { canWrite } = useTeamPermissions(team);
  const { operations, channelTypes = [] } = usePermittedOperations(team.id).data ?? {};
  return {
    types: channelTypes,
    allows: (operation, { membershipType }) =>
      membershipType === 'standard' ? (operations?.includes(operation) ?? false) : canWrite,
  };
}
