/**
 * Asks Entra ID whether it still has a person. Charter's copy can be minutes old, and a deleted person can have a token
 * for an hour. Only a person among the deleted items counts as deleted: a 404 alone can be about a new person.
 */
import { LRUCache } from 'lru-cache';
import type { Presence, SuiteUsers } from '../../domain/directory/suite.ts';
import { withinTime } from '../../kernel/deadline.ts';
import { isUuid } from '../../kernel/ids.ts';
import type { Directory } from './directory.ts';
import { GraphFailure } from './failure.ts';
import type { GraphParts } from './parts.ts';
import { at, type GraphCall } from './transport.ts';

/** Time for which an answer is used again. */
const KEPT_MILLISECONDS = 10_000;
/** Longest wait for the answer. Charter's copy decides after it. */
const PATIENCE_MILLISECONDS = 3_000;

const readCall = (path: string): GraphCall => ({ method: 'GET', path, budget: 'readDirectory' });

interface PresenceParts {
  graphOf: GraphParts['graphOf'];
  kept: Pick<SuiteUsers, 'presence'>;
  directory: Pick<Directory, 'saveUsers'>;
}

export function createPresence({ graphOf, kept, directory }: PresenceParts): SuiteUsers['presence'] {
  const known = new LRUCache<string, Presence>({ max: 10_000, ttl: KEPT_MILLISECONDS });

  async function ask(tenantId: string, userId: string): Promise<Presence> {
    const [person, deleted] = await graphOf(tenantId).batch([
      readCall(at`/users/${userId}?$select=id,accountEnabled`),
      readCall(at`/directory/deletedItems/${userId}?$select=id`),
    ]);
    if (person !== undefined && !(person instanceof GraphFailure)) {
      const { accountEnabled } = person.body as { accountEnabled?: boolean | null };
      return accountEnabled === false ? 'closed' : 'present';
    }
    if (deleted === undefined || deleted instanceof GraphFailure) return kept.presence(tenantId, userId);
    await directory.saveUsers(tenantId, [{ id: userId, '@removed': { reason: 'deleted' } }]);
    return 'deleted';
  }

  return async (tenantId, userId) => {
    if (!isUuid(userId)) return kept.presence(tenantId, userId);
    const key = `${tenantId} ${userId}`;
    const answered = known.get(key);
    if (answered !== undefined) return answered;
    const presence = await withinTime(
      ask(tenantId, userId),
      PATIENCE_MILLISECONDS,
      () => new Error('no answer in time'),
    ).catch(() => kept.presence(tenantId, userId));
    known.set(key, presence);
    return presence;
  };
}
