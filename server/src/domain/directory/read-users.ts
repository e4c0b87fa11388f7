import type { Principal } from '../../engine/principal.ts';
import type { Suite } from '../../engine/suite.ts';
import type { User, UserPage, UserQuery } from './model.ts';

export interface ListUsersInput extends UserQuery {
  /** Whether to count the matches of all pages. */
  countAll: boolean;
}

interface ListUsersResult extends UserPage {
  /** Number of users on all pages when requested, else on this page. */
  count: number;
}

/** Returns a page of the directory, in the order of UserQuery. Everyone in the tenant may read it. */
export async function listUsers(
  deps: { suite: Suite },
  principal: Principal,
  { countAll, ...query }: ListUsersInput,
): Promise<ListUsersResult> {
  const { users } = deps.suite;
  const [page, total] = await Promise.all([
    users.list(principal.tenantId, query),
    countAll ? users.count(principal.tenantId, query) : undefined,
  ]);
  return { ...page, count: total ?? page.users.length };
}

/** Maximum number of references per lookup. */
export const MAX_REFERENCES = 500;
/** Maximum number of users returned per reference, for a choice between people of the same name. */
export const MAX_MATCHES = 10;

/** Returns the other order of a name: "Lee, Ann" for "Ann Lee", and the reverse. Undefined for an address or one word. */
function otherOrder(name: string): string | undefined {
  if (name.includes('@')) return undefined;
  const [last = '', first, ...more] = name.split(',').map((part) => part.trim());
  if (first) return more.length === 0 && last !== '' ? `${first} ${last}` : undefined;
  const words = name.split(/\s+/);
  return words.length > 1 ? `${words.at(-1)}, ${words.slice(0, -1).join(' ')}` : undefined;
}

/**
 * Finds the people whom a list names by id, user principal name, mail address or display name, in the order of the
 * list. Everyone in the tenant may read the directory.
 */
export async function lookupUsers(
  { suite }: { suite: Pick<Suite, 'users'> },
  { tenantId }: Principal,
  references: readonly string[],
): Promise<{ reference: string; matches: User[] }[]> {
  const texts = references.map((text) => text.trim());
  const found = await suite.users.lookup(tenantId, texts, MAX_MATCHES);
  const reversed = texts.map((text, index) => (found[index]?.length ? undefined : otherOrder(text)));
  const others = await suite.users.lookup(
    tenantId,
    reversed.map((text) => text ?? ''),
    MAX_MATCHES,
  );
  return references.map((reference, index) => {
    const matches = found[index] ?? [];
    return { reference, matches: matches.length > 0 ? matches : (others[index] ?? []) };
  });
}
