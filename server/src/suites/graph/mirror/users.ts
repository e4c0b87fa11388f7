/**
 * Finds people in Charter's copy of the directory. Looks up unknown people in Graph, because they may be new, or the
 * first copy may be incomplete.
 */

import type { User as GraphUser } from '@microsoft/microsoft-graph-types';
import { LRUCache } from 'lru-cache';
import type { User, UserProfile } from '../../../domain/directory/model.ts';
import type { Presence, SuiteUsers } from '../../../domain/directory/suite.ts';
import { expiryOptions } from '../../../kernel/cache.ts';
import { withinTime } from '../../../kernel/deadline.ts';
import { isUuid } from '../../../kernel/ids.ts';
import { accountCall, deletedItemCall, userCall, usersWithMailCall } from '../calls/directory.ts';
import { GraphFailure } from '../client/failure.ts';
import { at } from '../client/request.ts';
import type { GraphCall, GraphOutcome } from '../client/transport.ts';
import type { ChangedUser, Directory } from './directory.ts';
import type { MirrorParts } from './parts.ts';

/**
 * Maximum number of people to look up. More unknown people in one request count as a mistake, and none is looked up.
 */
const MAX_LOOKED_UP = 20;
/** Statuses for a missing person. Graph responds with 400 to a text that is not a valid principal name. */
const NOBODY = [400, 404];

/**
 * Form of user principal names and mail addresses. A person can have a mail address that is not their principal name.
 * Entra ID permits apostrophes before the @.
 */
const ADDRESS = /^[^\s@";<>]+@[^\s@'";<>]+\.[^\s@'";<>]+$/;

/** @throws GraphFailure when the response does not show whether the person exists */
function peopleIn(answer: GraphOutcome): ChangedUser[] {
  if (answer instanceof GraphFailure) {
    if (NOBODY.includes(answer.status)) return [];
    throw answer;
  }
  const body = answer.body as ChangedUser | { value: ChangedUser[] };
  return 'value' in body ? (body.value as ChangedUser[]) : [body];
}

type GraphAccess = Pick<MirrorParts, 'graphOf' | 'clock'>;

export function createUserReads(
  stored: SuiteUsers,
  directory: Pick<Directory, 'saveUsers'>,
  access: GraphAccess,
): SuiteUsers {
  const { graphOf } = access;
  /** Saves the people whom Graph finds. Returns whether there are any. @throws GraphFailure */
  async function lookUp(tenantId: string, references: readonly string[]): Promise<boolean> {
    const candidates = [...new Set(references)].filter((text) => isUuid(text) || ADDRESS.test(text));
    if (candidates.length === 0 || candidates.length > MAX_LOOKED_UP) return false;
    const addresses = candidates.filter((text) => !isUuid(text));
    const calls = [...candidates.map(userCall), ...addresses.map(usersWithMailCall)];
    const found = (await graphOf(tenantId).batch(calls)).flatMap(peopleIn);
    if (found.length > 0) await directory.saveUsers(tenantId, found);
    return found.length > 0;
  }

  return {
    ...stored,
    presence: createPresenceReads({ ...access, stored, directory }),
    unlicensed: createLicenceReads(access),
    async profile(tenantId, userId): Promise<UserProfile | undefined> {
      const profile = await stored.profile(tenantId, userId);
      if (profile !== undefined || !(await lookUp(tenantId, [userId]))) return profile;
      return stored.profile(tenantId, userId);
    },
    async resolve(tenantId, references): Promise<(User | undefined)[]> {
      const users = await stored.resolve(tenantId, references);
      const unknown = references.filter((_, index) => users[index] === undefined);
      if (unknown.length === 0 || !(await lookUp(tenantId, unknown))) return users;
      return stored.resolve(tenantId, references);
    },
    async lookup(tenantId, references, limit): Promise<User[][]> {
      const matches = await stored.lookup(tenantId, references, limit);
      const unknown = references.filter((_, index) => matches[index]?.length === 0);
      if (unknown.length === 0 || !(await lookUp(tenantId, unknown))) return matches;
      return stored.lookup(tenantId, references, limit);
    },
  };
}

/*
 * Checks whether Entra ID still has a person. Charter's copy can be minutes old, and a deleted person can have a token
 * for an hour. A 404 alone can be about a new person, so it counts only for people in the copy. Only Entra ID's list
 * of deleted people removes somebody from the copy.
 */

/** Time for which the result for a closed or deleted account is cached. */
const LEFT_MILLISECONDS = 10_000;
/** Maximum wait for the response. After it, Charter's copy decides. */
const TIMEOUT_MILLISECONDS = 3_000;

interface PresenceParts extends GraphAccess {
  stored: Pick<SuiteUsers, 'presence'>;
  directory: Pick<Directory, 'saveUsers'>;
}

function createPresenceReads({ graphOf, clock, stored, directory }: PresenceParts): SuiteUsers['presence'] {
  const left = new LRUCache<string, Presence>(expiryOptions(clock, 10_000, LEFT_MILLISECONDS));
  const underWay = new Map<string, Promise<Presence>>();

  async function ask(tenantId: string, userId: string): Promise<Presence> {
    const calls = [accountCall(userId), deletedItemCall(userId)];
    const [person, deleted] = await graphOf(tenantId).batch(calls);
    if (person !== undefined && !(person instanceof GraphFailure)) {
      const { accountEnabled } = person.body as { accountEnabled?: boolean | null };
      return accountEnabled === false ? 'closed' : 'present';
    }
    if (deleted === undefined || deleted instanceof GraphFailure) {
      const presence = await stored.presence(tenantId, userId);
      return presence === 'present' && person?.status === 404 ? 'deleted' : presence;
    }
    await directory.saveUsers(tenantId, [{ id: userId, '@removed': { reason: 'deleted' } }]);
    return 'deleted';
  }

  async function find(key: string, tenantId: string, userId: string): Promise<Presence> {
    const presence = await withinTime(
      ask(tenantId, userId),
      TIMEOUT_MILLISECONDS,
      () => new Error('no answer in time'),
    ).catch(() => stored.presence(tenantId, userId));
    if (presence === 'closed' || presence === 'deleted') left.set(key, presence);
    return presence;
  }

  return async (tenantId, userId) => {
    if (!isUuid(userId)) return stored.presence(tenantId, userId);
    const key = `${tenantId} ${userId}`;
    const found = left.get(key) ?? underWay.get(key);
    if (found !== undefined) return found;
    const asked = find(key, tenantId, userId).finally(() => underWay.delete(key));
    underWay.set(key, asked);
    return asked;
  };
}

/*
 * Finds people without a licence for Microsoft Teams. Teams rejects an owner without one, so plans warn of them
 * ("assignedPlan resource type"; User.Read.All permits the read).
 */

const CACHED_MILLISECONDS = 5 * 60_000;

/** Time until the next call after Graph did not respond. */
const UNKNOWN_MILLISECONDS = 60_000;

/** Maximum wait for the response. After it, people with unknown licences count as licensed. */
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

const isUnlicensed = (answer: GraphOutcome | undefined): boolean => {
  if (answer === undefined || answer instanceof GraphFailure) return false;
  const { assignedPlans } = answer.body as Pick<GraphUser, 'assignedPlans'>;
  if (assignedPlans == null) return false;
  return !assignedPlans.some(
    ({ service, capabilityStatus }) => service === TEAMS && USABLE.includes(capabilityStatus ?? ''),
  );
};

function createLicenceReads({ graphOf, clock }: GraphAccess): SuiteUsers['unlicensed'] {
  /** Whether the person has no licence; false when that is unknown. */
  const cache = new LRUCache<string, boolean>(expiryOptions(clock, 10_000, CACHED_MILLISECONDS));

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
