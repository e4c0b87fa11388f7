import type { Principal } from '../principal.ts';
import type { Store } from '../store.ts';
import { describeHook, type Hook } from './model.ts';
import { managesHooks } from './policy.ts';

export interface ListHooksInput {
  /** Page size, 1 to 999. */
  top: number;
  /** Where the page before ended: its `next`. */
  after: string | undefined;
}

export interface HookPage {
  hooks: Hook[];
  /** Where this page ends, when more follow. */
  next: string | undefined;
}

/** A page of the caller's hooks, oldest first; of the tenant's for those who manage them. No secrets. */
export async function listHooks(
  { store }: { store: Store },
  principal: Principal,
  { top, after }: ListHooksInput,
): Promise<HookPage> {
  const found = await store.in(principal.tenantId).hooks.list({
    ...(managesHooks(principal) ? {} : { creatorId: principal.id }),
    most: top + 1,
    ...(after === undefined ? {} : { after }),
  });
  const page = found.slice(0, top);
  const next = found.length > top ? page.at(-1)?.id : undefined;
  return { hooks: page.map((hook) => describeHook(hook)), next };
}
