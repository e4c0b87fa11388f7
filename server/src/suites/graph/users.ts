/**
 * Finds people in Charter's copy of the directory. Looks up unknown people in Graph, because they may be new, or the
 * first copy may be incomplete.
 */
import type { User, UserProfile } from '../../domain/directory/model.ts';
import type { SuiteUsers } from '../../domain/directory/suite.ts';
import { isUuid } from '../../kernel/ids.ts';
import type { Answer } from './answer.ts';
import type { ChangedUser, Directory } from './directory.ts';
import { GraphFailure } from './failure.ts';
import type { GraphParts } from './parts.ts';
import { createPresence } from './presence.ts';
import { userCall, usersWithMailCall } from './user-call.ts';

/** Limit of people to look up. More unknown people in one request count as a mistake, and none is looked up. */
const MOST_LOOKED_UP = 20;
/** Statuses for a missing person. Graph answers 400 to a text that is not a valid principal name. */
const NOBODY = [400, 404];

/**
 * Form of user principal names and mail addresses. A person can have a mail address that is not their principal name.
 * Entra ID permits apostrophes before the @.
 */
const ADDRESS = /^[^\s@";<>]+@[^\s@'";<>]+\.[^\s@'";<>]+$/;

/** @throws GraphFailure when the answer does not show whether the person exists */
function peopleIn(answer: Answer): ChangedUser[] {
  if (answer instanceof GraphFailure) {
    if (NOBODY.includes(answer.status)) return [];
    throw answer;
  }
  const body = answer.body as ChangedUser | { value: ChangedUser[] };
  return 'value' in body ? (body.value as ChangedUser[]) : [body];
}

export function createUsers(
  kept: SuiteUsers,
  directory: Pick<Directory, 'saveUsers'>,
  graphOf: GraphParts['graphOf'],
): SuiteUsers {
  /** Saves the people whom Graph knows. Returns whether there are any. @throws GraphFailure */
  async function lookUp(tenantId: string, references: readonly string[]): Promise<boolean> {
    const candidates = [...new Set(references)].filter((text) => isUuid(text) || ADDRESS.test(text));
    if (candidates.length === 0 || candidates.length > MOST_LOOKED_UP) return false;
    const addresses = candidates.filter((text) => !isUuid(text));
    const calls = [...candidates.map(userCall), ...addresses.map(usersWithMailCall)];
    const found = (await graphOf(tenantId).batch(calls)).flatMap(peopleIn);
    if (found.length > 0) await directory.saveUsers(tenantId, found);
    return found.length > 0;
  }

  return {
    ...kept,
    presence: createPresence({ graphOf, kept, directory }),
    async profile(tenantId, userId): Promise<UserProfile | undefined> {
      const profile = await kept.profile(tenantId, userId);
      if (profile !== undefined || !(await lookUp(tenantId, [userId]))) return profile;
      return kept.profile(tenantId, userId);
    },
    async resolve(tenantId, references): Promise<(User | undefined)[]> {
      const users = await kept.resolve(tenantId, references);
      const unknown = references.filter((_, index) => users[index] === undefined);
      if (unknown.length === 0 || !(await lookUp(tenantId, unknown))) return users;
      return kept.resolve(tenantId, references);
    },
    async lookup(tenantId, references, most): Promise<User[][]> {
      const matches = await kept.lookup(tenantId, references, most);
      const unknown = references.filter((_, index) => matches[index]?.length === 0);
      if (unknown.length === 0 || !(await lookUp(tenantId, unknown))) return matches;
      return kept.lookup(tenantId, references, most);
    },
  };
}
