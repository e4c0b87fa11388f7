/** Server state of the signed-in person: roles, organisation, and the operations that the roles allow. */
import type { operations } from '@charter/sdk';
import { useQuery } from '@tanstack/react-query';
import { useClient } from '../../app/client.ts';

const FRESH_MILLISECONDS = 60_000;

export type OperationId = keyof operations;

export function useMe() {
  const client = useClient();
  return useQuery({
    queryKey: ['me'],
    queryFn: ({ signal }) => client.me.getMe({ signal }),
    staleTime: FRESH_MILLISECONDS,
  });
}

const ADMINISTRATORS: readonly string[] = ['GOVERNANCE_MANAGER', 'TEAMS_SERVICE_ADMIN', 'GLOBAL_ADMIN'];

/** Whether the person may act on everybody's jobs and requests. */
export function useIsAdministrator(): boolean {
  return useMe().data?.roles.some((role) => ADMINISTRATORS.includes(role)) ?? false;
}

/**
 * Returns `may(operation)`: whether the person's roles allow the operation. False until the roles are known, so a page
 * shows a button only when the service would not reject it by role.
 */
export function useMay(): (operation: OperationId) => boolean {
  const allowed = useMe().data?.operations;
  return (operation) => allowed?.includes(operation) ?? false;
}
