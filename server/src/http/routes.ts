/** Every route; a missing operation fails to compile. */
import type { OperationId } from './operations.ts';
import type { Route } from './route.ts';
import { getTeamRoute } from './teams/get-team.ts';

const byOperation = {
  getTeam: getTeamRoute,
} satisfies Partial<Record<OperationId, Route>>;

export const routes: readonly Route[] = Object.values(byOperation);
