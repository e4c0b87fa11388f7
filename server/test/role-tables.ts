/** Tables of the rules that depend only on the caller's roles (docs/specification.md, sections 2 and 4). */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Principal } from '../src/engine/principal.ts';
import { hasCode } from '../src/kernel/errors.ts';
import { CALLERS } from './policy-cases.ts';

/** A kind of caller without a role in a team. */
export type RoleCaller = Exclude<keyof typeof CALLERS, 'stranger' | 'guest' | 'member' | 'owner'> | 'person';

export const callerOf = (caller: RoleCaller): Principal =>
  CALLERS[caller === 'person' ? 'stranger' : caller].principal;

/** Tests that the rule accepts the callers with `true`, and rejects the others with 403. */
export function checkRoles(
  rule: (principal: Principal) => void,
  expected: Readonly<Record<RoleCaller, boolean>>,
): void {
  for (const [caller, isAccepted] of Object.entries(expected) as [RoleCaller, boolean][]) {
    it(`is ${isAccepted ? 'granted' : 'denied'} to ${caller === 'integration manager' || caller === 'app' ? 'an' : 'a'} ${caller}`, () => {
      const check = (): void => rule(callerOf(caller));
      if (isAccepted) check();
      else assert.throws(check, (error) => hasCode(error, 'Forbidden'));
    });
  }
}
