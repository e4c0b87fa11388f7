/** The caller of webhooks for own steps, which may reach loopback addresses. */
import { addressFilter } from '../src/delivery/addresses.ts';
import { createHookCaller } from '../src/delivery/attempt.ts';
import { CallSlots } from '../src/delivery/call-slots.ts';
import { Messages } from '../src/delivery/message.ts';
import { createSender } from '../src/delivery/sender.ts';
import type { Clock } from '../src/kernel/clock.ts';
import { testSecrets } from './secrets.ts';

const quiet = { info: () => undefined, error: () => undefined };

/**
 * @param responseMilliseconds time limit of a response
 * @param jobs number of jobs that the node runs at the same time
 */
export function loopbackCaller(clock: Clock, responseMilliseconds?: number, jobs = 4) {
  const mayReach = addressFilter({ allowLoopback: true, allowedRanges: [] });
  const sender = createSender({ mayReach, ...(responseMilliseconds && { responseMilliseconds }) });
  const options = { secrets: testSecrets(), headerPrefix: 'X-Charter', version: '1.2.3', log: quiet };
  const slots = new CallSlots(jobs);
  const hooks = createHookCaller({ clock, sender, messages: new Messages(options), log: quiet, slots });
  return { hooks, close: () => sender.close() };
}
