import type { Store } from '../../engine/store.ts';
import { currentScope } from './access.ts';
import type { SubscribedHook } from './model.ts';
import { readCreatorAccounts, type UserResolver } from './recipients.ts';

/**
 * Finds the webhooks of the organisation that templates name: those of the scope `tenant` whose creators may still
 * receive the events of the whole tenant. Other webhooks are not found, because the messages may be about any team.
 * @param references names or ids
 * @returns a function that returns the webhooks of a reference: none if it is unknown, several if they share a name
 */
export async function findNamedHooks(
  { store, suite }: { store: Pick<Store, 'in'>; suite: UserResolver },
  tenantId: string,
  references: readonly string[],
): Promise<(reference: string) => SubscribedHook[]> {
  const found = references.length === 0 ? [] : await store.in(tenantId).hooks.listNamed(references);
  const accounts = await readCreatorAccounts(suite, tenantId, found);
  const usable = found.filter((hook) => currentScope(hook, accounts.get(hook.creator.id)) === 'tenant');
  return (reference) => {
    const byId = usable.filter(({ id }) => id === reference);
    return byId.length > 0 ? byId : usable.filter(({ name }) => name === reference);
  };
}
