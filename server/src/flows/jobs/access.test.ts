import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { callerOf, type RoleCaller } from '../../../test/role-tables.ts';
import type { JobRecord } from '../../engine/jobs/model.ts';
import type { Principal } from '../../engine/principal.ts';
import type { Store } from '../../engine/store.ts';
import { isCharterError } from '../../kernel/errors.ts';
import { findChangeableJob, findReadableJob, mayApproveJob } from './access.ts';

const APPROVAL = {
  stages: [{ require: 'any', approvers: [{ id: 'ada', displayName: 'Ada' }], approvedBy: [] }],
};

/** Returns a store with one job of Rita. With `isHeld`, the job waits for Ada's approval. */
const storeWith = (isHeld: boolean): Store =>
  ({
    in: () => ({
      jobs: {
        find: async (id: string) =>
          id === 'job' ? { id, requester: { id: 'rita' }, holdId: isHeld ? 'approval' : null } : undefined,
      },
      approvals: { find: async (id: string) => (id === 'approval' ? APPROVAL : undefined) },
    }),
  }) as unknown as Store;

const personOf = (id: string): Principal => ({ ...callerOf('person'), id });

type Outcome = 'found' | 'NotFound' | 'Forbidden';

const outcomeOf = (attempt: Promise<unknown>): Promise<Outcome> =>
  attempt.then(
    () => 'found',
    (error: unknown) => (isCharterError(error) ? (error.code as Outcome) : assert.fail(String(error))),
  );

describe('the access to a job', () => {
  type Row = [access: string, principal: Principal, read: Outcome, change: Outcome, readUnheld: Outcome];
  const admins = ['governance manager', 'teams administrator', 'global administrator', 'app'] as const;
  const rows: Row[] = [
    ['allows its requester to read and change it', personOf('rita'), 'found', 'found', 'found'],
    [
      'allows its approver to read it, but not change it, while it waits for the approval',
      personOf('ada'),
      'found',
      'Forbidden',
      'NotFound',
    ],
    ['hides it from other people', personOf('somebody'), 'NotFound', 'NotFound', 'NotFound'],
    [
      'hides it from an integration manager',
      callerOf('integration manager'),
      'NotFound',
      'NotFound',
      'NotFound',
    ],
    ...admins.map(
      (caller: RoleCaller): Row => [
        `allows the caller ${caller} to read and change it`,
        callerOf(caller),
        'found',
        'found',
        'found',
      ],
    ),
  ];
  for (const [access, principal, read, change, readUnheld] of rows) {
    it(access, async () => {
      assert.equal(await outcomeOf(findReadableJob(storeWith(true), principal, 'job')), read);
      assert.equal(await outcomeOf(findChangeableJob(storeWith(true), principal, 'job')), change);
      assert.equal(await outcomeOf(findReadableJob(storeWith(false), principal, 'job')), readUnheld);
      assert.equal(await outcomeOf(findReadableJob(storeWith(true), principal, 'missing')), 'NotFound');
    });
  }
});

describe('the second approval of a job', () => {
  const job = {
    requester: { id: 'rita' },
    secondApproval: { roles: ['GLOBAL_ADMIN'] },
  } as unknown as JobRecord;
  const admin = { ...callerOf('global administrator'), id: 'ada' };
  const rows: [name: string, principal: Principal, job: JobRecord, isAllowed: boolean][] = [
    ['is allowed for another administrator', admin, job, true],
    ['is denied to the requester', { ...admin, id: 'rita' }, job, false],
    ['is denied to an app with the role', { ...admin, kind: 'app' }, job, false],
    ['is denied to a person without the role', callerOf('governance manager'), job, false],
    ['is denied for a job that needs none', admin, { ...job, secondApproval: null } as JobRecord, false],
  ];
  for (const [name, principal, of, isAllowed] of rows) {
    it(name, () => assert.equal(mayApproveJob(principal, of), isAllowed));
  }
});
