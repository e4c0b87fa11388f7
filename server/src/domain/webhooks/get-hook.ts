import type { Principal } from '../../engine/principal.ts';
import type { Store } from '../../engine/store.ts';
import { findHook } from './find-hook.ts';
import { describeHook, type Hook } from './model.ts';

/** The hook, without its secret. @throws NotFound, also for what the caller may not see */
export async function getHook(
  { store }: { store: Store },
  principal: Principal,
  { hookId }: { hookId: string },
): Promise<Hook> {
  return describeHook(await findHook(store.in(principal.tenantId), principal, hookId));
}
