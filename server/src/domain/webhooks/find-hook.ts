import type { Principal } from '../../engine/principal.ts';
import { mustTouchHook } from './access.ts';
import type { HookRecord } from './model.ts';
import type { HookStore } from './ports.ts';

/**
 * Returns a webhook that the caller may see and change. `lock` locks the row until the transaction ends.
 * @throws NotFound
 */
export async function findHook(
  { hooks }: { hooks: HookStore },
  principal: Principal,
  hookId: string,
  options: { lock?: boolean } = {},
): Promise<HookRecord> {
  const hook = await hooks.find(hookId, options);
  mustTouchHook(principal, hookId, hook);
  return hook;
}
