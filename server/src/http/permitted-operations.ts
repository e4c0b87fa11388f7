import type { Principal } from '../engine/principal.ts';
import { mayCall } from './gate.ts';
import { OPERATIONS, type OperationId } from './operations.ts';

const IDS = (Object.keys(OPERATIONS) as OperationId[]).sort();

/** Returns the ids of the operations that the principal's roles allow. Rules for single objects apply in addition. */
export const permittedOperations = (principal: Principal): OperationId[] =>
  IDS.filter((id) => mayCall(principal, OPERATIONS[id].callers));
