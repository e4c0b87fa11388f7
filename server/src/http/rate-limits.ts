/** Rate limits (docs/specification.md, section 7): the headers of responses to authenticated calls, and the error. */

import type { FastifyReply } from 'fastify';
import type { RateLimit, RateLimiter, Tier } from '../engine/limits/ports.ts';
import type { Principal } from '../engine/principal.ts';
import { CharterError } from '../kernel/errors.ts';
import { say } from '../kernel/messages.ts';

export interface RateLimits {
  tiers: Record<Tier, RateLimit>;
  all: RateLimit;
}

/** The limits of people or of apps, and the limiter that enforces them. */
export interface LimitedCalls {
  limits: RateLimits;
  limiter: RateLimiter;
}

type Kind = Principal['kind'];

/** Returns a quota policy such as `"tier-1";q=6;w=60` (IETF draft "RateLimit header fields for HTTP"). */
const policyOf = (name: string, limit: RateLimit): string =>
  `"${name}";q=${limit.max};w=${limit.windowMilliseconds / 1000}`;

const policiesOf = ({ tiers, all }: RateLimits): Record<Tier, string> => {
  const policyOfTier = (tier: Tier) => `${policyOf(`tier-${tier}`, tiers[tier])}, ${policyOf('all', all)}`;
  return { 1: policyOfTier(1), 2: policyOfTier(2), 3: policyOfTier(3) };
};

export function rateLimitGate(calls: Record<Kind, LimitedCalls>) {
  const policies = { user: policiesOf(calls.user.limits), app: policiesOf(calls.app.limits) };

  /** @throws TooManyRequests */
  return async (principal: Principal, tier: Tier, reply: FastifyReply): Promise<void> => {
    const { limits, limiter } = calls[principal.kind];
    const verdict = await limiter.take(principal.tenantId, principal.id, tier);
    const name = `tier-${tier}`;
    reply.headers({
      'x-ratelimit-limit': verdict.limit,
      'x-ratelimit-remaining': verdict.remaining,
      ratelimit: `"${name}";r=${verdict.remaining};t=${verdict.resetSeconds}`,
      'ratelimit-policy': policies[principal.kind][tier],
    });
    if (verdict.allowed) return;
    throw new CharterError(
      'TooManyRequests',
      say(
        'limits.calls',
        'At most {limit} calls a minute are allowed here. Try again in {seconds} seconds.',
        { limit: verdict.limit, seconds: verdict.resetSeconds },
      ),
      {
        retryAfterSeconds: verdict.resetSeconds,
        facts: {
          rateLimitExceeded: {
            tier: name,
            rateLimitWindow: limits.tiers[tier].windowMilliseconds,
            rateLimitMax: verdict.limit,
          },
        },
      },
    );
  };
}
