import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { callerOf, type RoleCaller } from '../../../test/role-tables.ts';
import type { Principal } from '../../engine/principal.ts';
import { hasCode } from '../../kernel/errors.ts';
import {
  approverIdsOf,
  assertCanDecideApproval,
  assertCanReadApproval,
  assertNewApproval,
  assertNoOpenQuestion,
  type Decider,
  isApproverOf,
} from './access.ts';
import type { ApprovalRecord, ApprovalStage } from './model.ts';

const people = (...ids: string[]) => ids.map((id) => ({ id, displayName: id }));

const aStage = (approvers: string[], change: Partial<ApprovalStage> = {}): ApprovalStage => ({
  require: 'any',
  approvers: people(...approvers),
  approvedBy: [],
  ...change,
});

/**
 * A request by Rita in its first stage. Ada and Ben are its approvers, and Dora is Ben's deputy. Cleo is the approver
 * of the second stage.
 */
const anApproval = (change: Partial<ApprovalRecord> = {}): ApprovalRecord =>
  ({
    requester: { id: 'rita', kind: 'user', displayName: 'Rita', mail: null },
    stages: [
      aStage(['ada', 'dora'], {
        delegations: [{ from: { id: 'ben', displayName: 'Ben' }, to: { id: 'dora', displayName: 'Dora' } }],
      }),
      aStage(['cleo']),
    ],
    stage: 0,
    ...change,
  }) as ApprovalRecord;

const personOf = (id: string): Principal => ({ ...callerOf('person'), id });
const deciderOf = (id: string, isAdministrator = false): Decider => ({
  id,
  kind: 'user',
  displayName: id,
  isAdministrator,
});

describe('reading an approval', () => {
  const reads = (principal: Principal): boolean => {
    try {
      assertCanReadApproval(principal, 'approval', anApproval());
      return true;
    } catch (error) {
      assert.ok(hasCode(error, 'NotFound'));
      return false;
    }
  };
  for (const [who, id, expected] of [
    ['the requester', 'rita', true],
    ['an approver', 'ada', true],
    ['a deputy', 'dora', true],
    ['a person who delegated', 'ben', true],
    ['an approver of a later stage', 'cleo', true],
    ['another person', 'somebody', false],
  ] as const) {
    it(`is ${expected ? 'allowed' : 'rejected with 404'} for ${who}`, () =>
      assert.equal(reads(personOf(id)), expected));
  }
  for (const [caller, expected] of Object.entries({
    'integration manager': false,
    'governance manager': true,
    'teams administrator': true,
    'global administrator': true,
    app: true,
  }) as [RoleCaller, boolean][]) {
    it(`is ${expected ? 'allowed' : 'rejected with 404'} for the caller ${caller}`, () =>
      assert.equal(reads(callerOf(caller)), expected));
  }
  it('is rejected with the same message for a hidden approval and for one that does not exist', () => {
    const messageFor = (approval: ApprovalRecord | undefined): string => {
      try {
        assertCanReadApproval(personOf('somebody'), 'approval', approval);
      } catch (error) {
        return (error as Error).message;
      }
      return assert.fail();
    };
    assert.equal(messageFor(undefined), messageFor(anApproval()));
  });
});

describe('the approvers of a request', () => {
  it('include the approvers of all stages and the people who delegated', () => {
    assert.deepEqual(approverIdsOf(anApproval()).sort(), ['ada', 'ben', 'cleo', 'dora']);
    assert.equal(isApproverOf(anApproval(), 'ben'), true);
    assert.equal(isApproverOf(anApproval(), 'rita'), false);
  });
});

describe('deciding about a request', () => {
  type Row = [
    what: string,
    decider: Decider,
    approval: ApprovalRecord,
    rejection: RegExp | undefined,
    caller?: string,
  ];
  const alone = anApproval({ stages: [aStage(['rita'])] });
  const notAlone = anApproval({ stages: [aStage(['rita']), aStage(['rita', 'ada'])] });
  const rows: Row[] = [
    ['an approver of the stage', deciderOf('ada'), anApproval(), undefined],
    ['a deputy', deciderOf('dora'), anApproval(), undefined],
    ['a person who delegated', deciderOf('ben'), anApproval(), /delegated this decision to Dora/],
    ['an approver of a later stage', deciderOf('cleo'), anApproval(), /Another approval stage/],
    ['an approver of an earlier stage', deciderOf('ada'), anApproval({ stage: 1 }), /Another approval stage/],
    ['an approver of the second stage', deciderOf('cleo'), anApproval({ stage: 1 }), undefined],
    ['another person', deciderOf('somebody'), anApproval(), /needs one of its approvers/],
    ['an administrator', deciderOf('somebody', true), anApproval(), undefined],
    ['the requester', deciderOf('rita'), anApproval(), /a request of their own/],
    ['the requester as an administrator', deciderOf('rita', true), anApproval(), /a request of their own/],
    ['the requester as the only approver', deciderOf('rita'), alone, undefined],
    ['the requester as one of two approvers', deciderOf('rita'), notAlone, /a request of their own/],
    [
      'an app on behalf of an approver, when the app is the requester',
      deciderOf('ada'),
      anApproval(),
      /a request of their own/,
      'rita',
    ],
  ];
  for (const [what, decider, approval, rejection, caller = decider.id] of rows) {
    it(`is ${rejection === undefined ? 'allowed' : 'rejected with 403'} for ${what}`, () => {
      const decide = (): void => assertCanDecideApproval(personOf(caller), decider, approval);
      if (rejection === undefined) return decide();
      assert.throws(
        decide,
        (error) => hasCode(error, 'Forbidden') && rejection.test((error as Error).message),
      );
    });
  }
});

describe('an approval', () => {
  const stages = (first: string[], second: string[]) => [
    aStage(['ada', 'ben'], { approvedBy: first }),
    aStage(['ada'], { approvedBy: second }),
  ];
  type Row = [
    what: string,
    stages: ApprovalStage[],
    stage: number,
    named: number | undefined,
    conflict: RegExp | undefined,
  ];
  const rows: Row[] = [
    ['that names the current stage is accepted', stages([], []), 0, 0, undefined],
    [
      'without a stage is accepted from a person who has not approved',
      stages([], []),
      0,
      undefined,
      undefined,
    ],
    [
      'that names a later stage is rejected with 409',
      stages([], []),
      0,
      1,
      /Stage 0 decides now, not stage 1/,
    ],
    [
      'that names an earlier stage is rejected with 409',
      stages(['ben'], []),
      1,
      0,
      /Stage 1 decides now, not stage 0/,
    ],
    ['that is sent twice is rejected with 409', stages(['ada'], []), 0, 0, /is counted/],
    [
      'of a second stage by the same person is rejected with 409 unless it names the stage',
      stages(['ada'], []),
      1,
      undefined,
      /send "stage": 1/,
    ],
    [
      'of a second stage by the same person is accepted when it names the stage',
      stages(['ada'], []),
      1,
      1,
      undefined,
    ],
    [
      'of a second stage by another person is accepted without a stage',
      stages(['ben'], []),
      1,
      undefined,
      undefined,
    ],
  ];
  for (const [what, given, stage, named, conflict] of rows) {
    it(what, () => {
      const approve = (): void => assertNewApproval(deciderOf('ada'), { stages: given, stage }, named);
      if (conflict === undefined) return approve();
      assert.throws(
        approve,
        (error) => hasCode(error, 'Conflict') && conflict.test((error as Error).message),
      );
    });
  }
});

describe('an approval while a question is open', () => {
  const question = { asker: { id: 'ada', displayName: 'Ada' } } as ApprovalRecord['question'];
  const rows: [name: string, decider: Decider, question: ApprovalRecord['question'], isAccepted: boolean][] =
    [
      ['is rejected with 409 for another approver', deciderOf('ben'), question, false],
      ['is accepted from the asker', deciderOf('ada'), question, true],
      ['is accepted from an administrator', deciderOf('ben', true), question, true],
      ['is accepted from everybody once the question is closed', deciderOf('ben'), null, true],
    ];
  for (const [name, decider, asked, isAccepted] of rows) {
    it(name, () => {
      const approve = (): void => assertNoOpenQuestion(decider, { question: asked });
      if (isAccepted) approve();
      else assert.throws(approve, (error) => hasCode(error, 'Conflict'));
    });
  }
});
