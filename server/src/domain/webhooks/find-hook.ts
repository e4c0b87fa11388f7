import type { Principal } from '../../engine/principal.ts';
import { mustTouchHook } from './access.ts';
import type { HookRecord } from './model.ts';
import type { HookStore } from './ports.ts';

/**
 * A hook that the caller may see, and so do everything with. With `lock`, inside a transaction, nobody else
 * changes it meanwhile.
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
