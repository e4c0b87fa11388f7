/** Server state of the signed-in person: roles, organisation, and the operations that the roles allow. */
import type { operations } from '@charter/sdk';
import { type QueryKey, useQuery } from '@tanstack/react-query';
import { useClient } from '../../base/client.ts';

const FRESH_MILLISECONDS = 60_000;

/** Key of the person's roles and operations. */
export const ME_KEY: QueryKey = ['me'];

export type OperationId = keyof operations;

export function useMe() {
  const client = useClient();
  return useQuery({
    queryKey: ME_KEY,
    queryFn: ({ signal }) => client.me.getMe({ signal }),
    staleTime: FRESH_MILLISECONDS,
  });
}

const ADMINISTRATORS: readonly string[] = ['GOVERNANCE_MANAGER', 'TEAMS_SERVICE_ADMIN', 'GLOBAL_ADMIN'];

/** Whether the person can act on everybody's jobs and requests. */
export function useIsAdministrator(): boolean {
  return useMe().data?.roles.some((role) => ADMINISTRATORS.includes(role)) ?? false;
}

/**
 * Returns `may(operation)`: whether the person's roles allow the operation. False until the roles are loaded, so that
 * no button appears that the service would reject.
 */
export function useIsPermitted(): (operation: OperationId) => boolean {
  const allowed = useMe().data?.operations;
  return (operation) => allowed?.includes(operation) ?? false;
}
