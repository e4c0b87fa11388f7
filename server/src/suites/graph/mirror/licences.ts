/**
 * Tells which people have no licence for Microsoft Teams. Teams refuses an owner without one, so plans warn of them
 * ("assignedPlan resource type"; User.Read.All permits to read it).
 */
import type { User } from '@microsoft/microsoft-graph-types';
import { LRUCache } from 'lru-cache';
import type { SuiteUsers } from '../../../domain/directory/suite.ts';
import { withinTime } from '../../../kernel/deadline.ts';
import { isUuid } from '../../../kernel/ids.ts';
import { GraphFailure } from '../client/failure.ts';
import { at } from '../client/paths.ts';
import type { Answer, GraphCall } from '../client/transport.ts';
import type { MirrorParts } from './parts.ts';

/** Time for which an answer is cached. */
const CACHED_MILLISECONDS = 5 * 60_000;

/** Time until the next call when Graph gave no answer. */
const UNKNOWN_MILLISECONDS = 60_000;

/** Longest wait for the answer: a plan does without it. */
const LIMIT_MILLISECONDS = 1_500;

/** Service of the plans for Teams, as `assignedPlans` names it. */
const TEAMS = 'TeamspaceAPI';

/** States in which people can use the service. `Warning` is the grace period after the end of a subscription. */
const USABLE = ['Enabled', 'Warning'];

const plansCall = (userId: string): GraphCall => ({
  method: 'GET',
  path: `${at`/users/${userId}`}?$select=id,assignedPlans`,
  budget: 'readDirectory',
});

const isUnlicensed = (answer: Answer | undefined): boolean => {
  if (answer === undefined || answer instanceof GraphFailure) return false;
  const { assignedPlans } = answer.body as Pick<User, 'assignedPlans'>;
  if (assignedPlans == null) return false;
  return !assignedPlans.some(
    ({ service, capabilityStatus }) => service === TEAMS && USABLE.includes(capabilityStatus ?? ''),
  );
};

export function createLicences({ graphOf }: Pick<MirrorParts, 'graphOf'>): SuiteUsers['unlicensed'] {
  /** Whether the person has no licence; false when that is not known. */
  const cache = new LRUCache<string, boolean>({ max: 10_000, ttl: CACHED_MILLISECONDS });

  async function ask(tenantId: string, userIds: readonly string[]): Promise<void> {
    for (const userId of userIds) cache.set(`${tenantId} ${userId}`, false, { ttl: UNKNOWN_MILLISECONDS });
    const answers = await graphOf(tenantId).batch(userIds.map(plansCall));
    for (const [place, userId] of userIds.entries()) {
      const answer = answers[place];
      if (!(answer instanceof GraphFailure)) cache.set(`${tenantId} ${userId}`, isUnlicensed(answer));
    }
  }

  return async (tenantId, userIds) => {
    const unknown = userIds.filter((id) => isUuid(id) && !cache.has(`${tenantId} ${id}`));
    if (unknown.length > 0) {
      const late = () => new Error('no answer in time');
      await withinTime(ask(tenantId, unknown), LIMIT_MILLISECONDS, late).catch(() => undefined);
    }
    return userIds.filter((id) => cache.get(`${tenantId} ${id}`) ?? false);
  };
}
