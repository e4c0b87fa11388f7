import type { Store } from '../src/engine/store.ts';

/** A simulated node that runs in the process of the test. */
export interface SimulatedNode {
  /** While true, `in` and `transaction` of the store throw. */
  isDead: boolean;
  store: Store;
}

/** Wraps a store so that it throws after the death of the simulated node. */
export function simulatedNode(store: Store): SimulatedNode {
  const assertAlive = (): void => {
    if (node.isDead) throw new Error('The node is dead.');
  };
  const node: SimulatedNode = {
    isDead: false,
    store: {
      in: (tenantId) => {
        assertAlive();
        return store.in(tenantId);
      },
      transaction: async (tenantId, work) => {
        assertAlive();
        return store.transaction(tenantId, work);
      },
    },
  };
  return node;
}
