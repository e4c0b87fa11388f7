import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { CharterError } from '../../../kernel/errors.ts';
import { say } from '../../../kernel/messages.ts';
import type { ProvisioningPlan } from '../plan.ts';
import { runWithoutDeparted } from './departed-people.ts';

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

describe('people who left the directory before a step added them', () => {
  /** Runs a call to a suite that reports one missing person per call. */
  const call = (holdId: string | null, ...gone: string[]) =>
    runWithoutDeparted({ plan: PLAN, job: { holdId } }, async (plan) => {
      const people = [...plan.permanentOwners, ...plan.permanentMembers, ...plan.owners, ...plan.members];
      const missing = people.find(({ id }) => gone.includes(id));
      if (missing !== undefined) throw unknown(missing.id);
      return people.map(({ id }) => id);
    });

  it('are left out when the template names them, even if the suite reports one person per call', async () => {
    const { result, leftOut } = await call(null, 'pia', 'pat');
    assert.deepEqual(result, ['per', 'mia']);
    assert.deepEqual(
      leftOut.map(({ message }) => message),
      ['Left out people who are no longer in the directory: PIA, PAT.'],
    );
  });

  it('are left out of an approved request, and fail any other request', async () => {
    assert.deepEqual((await call('approval', 'mia', 'per')).result, ['pia', 'pat']);
    await assert.rejects(call(null, 'mia'), { code: 'NotFound' });
  });

  it('fail the step when no owner would be left', async () => {
    const plan = { ...PLAN, requester: null };
    const failing = runWithoutDeparted({ plan, job: { holdId: null } }, async () => {
      throw unknown('pia');
    });
    await assert.rejects(failing, { code: 'NotFound' });
  });
});
