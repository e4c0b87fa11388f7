import type { Clock } from '../kernel/clock.ts';
import type { Store } from './store.ts';
import type { Suite } from './suite.ts';

/** The ports of commands. A command that needs fewer says so with `Pick`. */
export interface Deps {
  store: Store;
  suite: Suite;
  clock: Clock;
}
