/** Server state of role assignments: keys, loading and invalidation. */
import type { RoleAssignment } from '@charter/sdk';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { refreshAfter, useClient } from '../../base/client.ts';
import { expiryOn } from '../../base/expiry.ts';
import { usePages } from '../../base/paging.ts';
import { JOBS_KEY } from '../jobs/queries.ts';

const KEY = 'roles';

export const ROLES = [
  'INTEGRATION_MANAGER',
  'GOVERNANCE_MANAGER',
  'TEAMS_SERVICE_ADMIN',
  'GLOBAL_ADMIN',
] as const satisfies RoleAssignment['role'][];
export type Role = (typeof ROLES)[number];

export function useRoles() {
  const { roles } = useClient();
  return usePages({ queryKey: [KEY], query: {}, load: roles.getRoles });
}

export function useAssignRole() {
  const { roles } = useClient();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ principalId, role, end }: { principalId: string; role: Role; end: string }) =>
      roles.assignRole(principalId, role, expiryOn(end)),
    onSettled: refreshAfter(queries, [KEY], [JOBS_KEY]),
  });
}

export function useRemoveRole() {
  const { roles } = useClient();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ principalId, role }: RoleAssignment) => roles.removeRole(principalId, role as Role),
    onSettled: refreshAfter(queries, [KEY], [JOBS_KEY]),
  });
}
