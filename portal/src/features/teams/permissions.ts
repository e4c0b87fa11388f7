/** The person's permissions in a team, so that the page shows no button that the service would reject. */
import type { TeamSummary } from '@charter/sdk';
import { type OperationId, useIsPermitted } from '../me/queries.ts';
import { usePermittedOperations } from './queries.ts';

export interface TeamPermissions {
  /**
   * Whether the person is an owner or administrator, who can change members, archive, delete and renew the team, and
   * read its history.
   */
  canManage: boolean;
  /** Whether canManage is true and the team is not archived. */
  canWrite: boolean;
  /** Whether the person can read the settings of the team. */
  canReadSettings: boolean;
  /** Whether the person can change the team's name and description. False for an archived team. */
  canRename: boolean;
  /** Whether the person can read the verdicts of policies. */
  canCheck: boolean;
}

export function useTeamPermissions({ role, isArchived }: TeamSummary): TeamPermissions {
  const may = useIsPermitted();
  // The roles that administer teams are those that manage policies (docs/specification.md, sections 2 and 4).
  const isAdministrator = may('createPolicy');
  const canManage = role === 'owner' || isAdministrator;
  return {
    canManage,
    canWrite: canManage && !isArchived,
    canReadSettings: role === 'owner' || may('getTeam'),
    canRename: !isArchived && (role === 'owner' || may('updateTeam')),
    canCheck: may('checkPolicies'),
  };
}

type ChannelOperation = OperationId &
  `${'create' | 'update' | 'delete' | 'archive' | 'unarchive'}TeamChannel${'' | 'Tab'}`;

export interface ChannelPermissions {
  /** Types of channels that the person can create. */
  types: readonly ('standard' | 'private' | 'shared')[];
  /**
   * Whether the person can call the operation for a channel. The owners of private and shared channels are not known
   * here, so the result for these channels is `canWrite`.
   */
  allows(operation: ChannelOperation, channel: { membershipType: string }): boolean;
}

/**
 * Returns the person's permissions for the channels of a team. Owners have all permissions, members and guests only
 * those that the settings of the team allow. Until the service responds, nobody has permissions for standard channels.
 */
export function useChannelPermissions(team: TeamSummary): ChannelPermissions {
  const { canWrite } = useTeamPermissions(team);
  const { operations, channelTypes = [] } = usePermittedOperations(team.id).data ?? {};
  return {
    types: channelTypes,
    allows: (operation, { membershipType }) =>
      membershipType === 'standard' ? (operations?.includes(operation) ?? false) : canWrite,
  };
}
