/**
 * A process that delivers a tenant's webhooks until it is killed, by a clock that runs faster than others.
 * Arguments: the service role's URL, tenant, the moment at which its clock agrees with others (milliseconds since
 * 1970), how many times faster it runs, and the length of a lease in milliseconds of that clock.
 */
import { addressFilter } from '../src/delivery/addresses.ts';
import { Deliverer } from '../src/delivery/deliverer.ts';
import { createSender } from '../src/delivery/sender.ts';
import { suiteOver } from './provisioning-world.ts';
import { connectStore } from './store.ts';
import { NO_QUEUE, testSecrets } from './webhook-world.ts';

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
  suite: suiteOver(suiteTenancy),
  clock,
  secrets: testSecrets(),
  sender: createSender({ mayReach: addressFilter({ allowLoopback: true, allowedRanges: [] }) }),
  headerPrefix: 'X-Charter',
  version: '1.2.3',
  log: { info: console.error, error: console.error },
  leaseMilliseconds: Number(lease),
});
// Its timers keep the time of others.
setInterval(() => deliverer.wake(tenantId), 50);
deliverer.wake(tenantId);
