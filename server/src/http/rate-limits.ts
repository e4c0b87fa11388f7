/** Rate limits (docs/specification.md, section 7): the headers of answers to authenticated calls, and the error. */
import type { FastifyReply } from 'fastify';
import type { RateLimit, RateLimiter, Tier } from '../engine/limits/ports.ts';
import type { Principal } from '../engine/principal.ts';
import { CharterError } from '../kernel/errors.ts';

export interface RateLimits {
  tiers: Record<Tier, RateLimit>;
  all: RateLimit;
}

/** Returns a rate limit such as `"tier-1";q=6;w=60` (IETF draft "RateLimit header fields for HTTP"). */
const policyOf = (name: string, limit: RateLimit): string =>
  `"${name}";q=${limit.max};w=${limit.windowMilliseconds / 1000}`;

export function rateLimitGate(limiter: RateLimiter, limits: RateLimits) {
  const policies = Object.fromEntries(
    ([1, 2, 3] as const).map((tier) => [
      tier,
      `${policyOf(`tier-${tier}`, limits.tiers[tier])}, ${policyOf('all', limits.all)}`,
    ]),
  ) as Record<Tier, string>;

  /** @throws TooManyRequests */
  return async (principal: Principal, tier: Tier, reply: FastifyReply): Promise<void> => {
    const verdict = await limiter.take(principal.tenantId, principal.id, tier);
    const name = `tier-${tier}`;
    reply.headers({
      'x-ratelimit-limit': verdict.limit,
      'x-ratelimit-remaining': verdict.remaining,
      ratelimit: `"${name}";r=${verdict.remaining};t=${verdict.resetSeconds}`,
      'ratelimit-policy': policies[tier],
    });
    if (verdict.allowed) return;
    throw new CharterError(
      'TooManyRequests',
      `At most ${verdict.limit} calls a minute are allowed here. Try again in ${verdict.resetSeconds} seconds.`,
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
