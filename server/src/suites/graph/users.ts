/** People, from Charter's copy of the directory. Who is not in it yet is looked up in Graph. */
import type { User } from '../../domain/users/model.ts';
import type { SuiteUsers } from '../../domain/users/suite.ts';
import { isUuid } from '../../kernel/ids.ts';
import type { ChangedUser, Directory } from './directory.ts';
import { GraphFailure } from './failure.ts';
import type { GraphParts } from './parts.ts';
import { userCall } from './user-call.ts';

/** More unknown people at once are no new colleagues, but mistakes. */
const MOST_LOOKED_UP = 20;

const PRINCIPAL_NAME = /^[^\s@'";<>]+@[^\s@'";<>]+\.[^\s@'";<>]+$/;

export function createUsers(
  kept: SuiteUsers,
  directory: Pick<Directory, 'saveUsers'>,
  graphOf: GraphParts['graphOf'],
): SuiteUsers {
  /** Saves those of the people whom Graph knows. Returns whether there are any. */
  async function lookUp(tenantId: string, references: readonly string[]): Promise<boolean> {
    const candidates = [...new Set(references)].filter((text) => isUuid(text) || PRINCIPAL_NAME.test(text));
    if (candidates.length === 0 || candidates.length > MOST_LOOKED_UP) return false;
    const answers = await graphOf(tenantId).batch(candidates.map(userCall));
    const found = answers.flatMap((answer) =>
      answer instanceof GraphFailure ? [] : [answer.body as ChangedUser],
    );
    if (found.length > 0) await directory.saveUsers(tenantId, found);
    return found.length > 0;
  }

  return {
    ...kept,
    async resolve(tenantId, references): Promise<(User | undefined)[]> {
      const users = await kept.resolve(tenantId, references);
      const unknown = references.filter((_, index) => users[index] === undefined);
      if (unknown.length === 0 || !(await lookUp(tenantId, unknown))) return users;
      return kept.resolve(tenantId, references);
    },
  };
}
