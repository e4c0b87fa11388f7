import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { CharterError } from '../../../kernel/errors.ts';
import { say } from '../../../kernel/messages.ts';
import type { ProvisioningPlan } from '../plan.ts';
import { withoutDeparted } from './departed-people.ts';

const person = (id: string) => ({ id, displayName: id.toUpperCase() });

const PLAN = {
  requester: person('ada'),
  owners: [],
  members: [person('mia')],
  permanentOwners: [person('pia')],
  permanentMembers: [person('pat'), person('per')],
} as unknown as ProvisioningPlan;

const unknown = (id: string) =>
  new CharterError('NotFound', 'Somebody is gone.', {
    details: [{ target: id, code: 'UnknownUser', ...say('users.someUnknown', 'Somebody is gone.') }],
  });

describe('people who left before a step needed them', () => {
  /** Runs a call of a suite that names one of those who have left at a time. */
  const call = (holdId: string | null, ...gone: string[]) =>
    withoutDeparted({ plan: PLAN, job: { holdId } }, async (plan) => {
      const people = [...plan.permanentOwners, ...plan.permanentMembers, ...plan.owners, ...plan.members];
      const missing = people.find(({ id }) => gone.includes(id));
      if (missing !== undefined) throw unknown(missing.id);
      return people.map(({ id }) => id);
    });

  it('are left out when the template names them, however many calls it takes to learn of them', async () => {
    const { result, leftOut } = await call(null, 'pia', 'pat');
    assert.deepEqual(result, ['per', 'mia']);
    assert.deepEqual(
      leftOut.map(({ message }) => message),
      ['Left out people who are no longer in the directory: PIA, PAT.'],
    );
  });

  it('are left out of a request that was approved, and fail any other', async () => {
    assert.deepEqual((await call('approval', 'mia', 'per')).result, ['pia', 'pat']);
    await assert.rejects(call(null, 'mia'), { code: 'NotFound' });
  });

  it('fail the step when nobody is left to own the team', async () => {
    const plan = { ...PLAN, requester: null };
    const failing = withoutDeparted({ plan, job: { holdId: null } }, async () => {
      throw unknown('pia');
    });
    await assert.rejects(failing, { code: 'NotFound' });
  });
});
