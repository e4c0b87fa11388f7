import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { callerOf } from '../../../test/role-tables.ts';
import { hasCode } from '../../kernel/errors.ts';
import { assertCanListGroups, canReadGroupMembers } from './access.ts';

/** The rights of each caller: list all groups, read the members of their own group, read those of others. */
const RIGHTS = {
  person: [false, true, false],
  'integration manager': [false, true, false],
  'governance manager': [true, true, true],
  'teams administrator': [true, true, true],
  'global administrator': [true, true, true],
  app: [true, true, true],
} as const;

describe('reading groups', () => {
  for (const [caller, [lists, readsOwn, readsOther]] of Object.entries(RIGHTS)) {
    it(`is allowed for the caller ${caller}: ${lists ? 'all groups and their members' : 'only the members of their own groups'}`, () => {
      const principal = callerOf(caller as keyof typeof RIGHTS);
      const list = () => assertCanListGroups(principal);
      if (lists) assert.doesNotThrow(list);
      else assert.throws(list, (error) => hasCode(error, 'Forbidden'));
      assert.equal(canReadGroupMembers(principal, true), readsOwn);
      assert.equal(canReadGroupMembers(principal, false), readsOther);
    });
  }
});
