/**
 * A process that delivers a tenant's webhooks with a faster clock until it is killed. Arguments: the service role's
 * URL, the tenant, the time at which its clock equals the real one (milliseconds since 1970), the clock's speed, and
 * the length of a lease in the clock's milliseconds.
 */

import { addressFilter } from '../src/delivery/addresses.ts';
import { Deliverer } from '../src/delivery/deliverer.ts';
import { createSender } from '../src/delivery/sender.ts';
import { systemClock } from '../src/kernel/clock.ts';
import { suiteDeps } from '../src/persistence/directory/index.ts';
import { testSecrets } from './secrets.ts';
import { connectStore } from './store.ts';
import { openStoredSuite } from './stored-suite.ts';
import { NO_QUEUE } from './webhook-world.ts';

const [serviceUrl, tenantId, origin, speed, lease] = process.argv.slice(2) as [
  string,
  string,
  string,
  string,
  string,
];
const start = Number(origin);
const clock = { now: () => new Date(start + (Date.now() - start) * Number(speed)) };
const { store, suiteTenancy } = connectStore(serviceUrl, NO_QUEUE);
const deliverer = new Deliverer({
  store,
  suite: await openStoredSuite(suiteDeps(suiteTenancy, systemClock)),
  clock,
  secrets: testSecrets(),
  sender: createSender({ mayReach: addressFilter({ allowLoopback: true, allowedRanges: [] }) }),
  headerPrefix: 'X-Charter',
  version: '1.2.3',
  log: { info: console.error, error: console.error },
  leaseMilliseconds: Number(lease),
});
// The deliverer's timers run in real time, slower than its clock, and would fire too late.
setInterval(() => deliverer.wake(tenantId), 50);
deliverer.wake(tenantId);
