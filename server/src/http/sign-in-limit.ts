/** Limits the requests of one address to the sign-in pages, whose callers are not authenticated. */
import type { FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import {
  addCall,
  type CallCounts,
  callsInWindow,
  countCalls,
  secondsUntilFree,
} from '../engine/limits/sliding-window.ts';
import { expiryOptions } from '../kernel/cache.ts';
import type { Clock } from '../kernel/clock.ts';
import { CharterError } from '../kernel/errors.ts';
import { say } from '../kernel/messages.ts';
import type { TrustedProxies } from './client-address.ts';
import { networkOf } from './connections.ts';

const MAX_ADDRESSES = 10_000;
const WINDOW_MILLISECONDS = 60_000;

/** @throws TooManyRequests */
export type SignInLimit = (request: Pick<FastifyRequest, 'clientAddress'>) => void;

/**
 * Counts only on this node. A trusted proxy that names no client is not limited: all clients would share its limit.
 * @param max requests of an address in a minute
 */
export function signInLimit(
  max: number,
  clock: Clock,
  { isTrusted }: Pick<TrustedProxies, 'isTrusted'>,
): SignInLimit {
  const limit = { max, windowMilliseconds: WINDOW_MILLISECONDS };
  const calls = new LRUCache<string, CallCounts>(expiryOptions(clock, MAX_ADDRESSES, WINDOW_MILLISECONDS));
  return ({ clientAddress }) => {
    if (isTrusted(clientAddress)) return;
    const network = networkOf(clientAddress);
    const now = clock.now().getTime();
    const recent = callsInWindow(calls.get(network) ?? [], limit, now);
    if (countCalls(recent) < max) {
      calls.set(network, addCall(recent, limit, now));
      return;
    }
    const seconds = secondsUntilFree(recent, limit, now);
    throw new CharterError(
      'TooManyRequests',
      say(
        'limits.signIns',
        'Your address has made too many requests to sign in. Try again in {seconds} seconds.',
        { seconds },
      ),
      { retryAfterSeconds: seconds },
    );
  };
}
