import type { Clock } from '../kernel/clock.ts';
import type { Store } from './store.ts';
import type { Suite } from './suite.ts';

/** The ports that commands use. A command that needs only some of them takes a `Pick`. */
export interface Deps {
  store: Store;
  suite: Suite;
  clock: Clock;
}
