import type { Principal } from '../../engine/principal.ts';
import type { Suite } from '../../engine/suite.ts';
import type { Label } from './model.ts';

/** Returns the sensitivity labels published to the calling user, by rank. */
export const listMyLabels = (deps: { suite: Suite }, principal: Principal): Promise<Label[]> =>
  deps.suite.labels.listFor(principal.tenantId, principal.id);
