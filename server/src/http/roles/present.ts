import type { ListedAssignment } from '../../domain/identity/list-roles.ts';

export const presentAssignment = ({ principalId, role, principal }: ListedAssignment) => ({
  principalId,
  ...(principal && { kind: principal.kind, displayName: principal.displayName }),
  role,
});
