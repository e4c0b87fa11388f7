/** Compares random decisions, questions, answers and waits with a model of an approval. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import fc from 'fast-check';
import {
  type ApprovalNode,
  type ApprovalWorld,
  approvalTemplate,
  codeOf,
  newCall,
  openApprovalWorld,
  person,
} from '../../../test/approval-world.ts';
import { DAY_MILLISECONDS } from '../../kernel/clock.ts';
import type { ApprovalStatus } from './model.ts';
import { getApproval } from './read-approvals.ts';

/** Number of random requests; `npm run test:chaos` runs more (scripts/test.mjs). */
const RUNS = Number(process.env.CHARTER_TEST_APPROVALS ?? 25);

const ADMINISTRATOR = 'person-9';
const REQUESTER = 'ada';
const APPROVERS = ['person-1', 'person-2', 'person-3'];
/** The last person is neither requester, approver nor administrator. */
const PEOPLE = [...APPROVERS, REQUESTER, ADMINISTRATOR, 'person-4'];
const EXPIRY_DAYS = 14;

interface Stage {
  require: 'any' | 'all';
  approvers: string[];
  /** The stage applies to budgets above this amount; null if it always applies. */
  above: number | null;
}

type Action = 'approve' | 'reject' | 'ask' | 'answer' | 'withdraw' | 'comment' | 'cancel';
type Step = { action: Action; who: string } | { days: number };

const stages = fc.array(
  fc.record<Stage>({
    require: fc.constantFrom('any', 'all'),
    approvers: fc.uniqueArray(fc.constantFrom(...APPROVERS), { minLength: 1, maxLength: 3 }),
    above: fc.option(fc.constantFrom(0, 500, 1000)),
  }),
  { minLength: 1, maxLength: 3 },
);

const steps = fc.array(
  fc.oneof<{ weight: number; arbitrary: fc.Arbitrary<Step> }[]>(
    {
      weight: 6,
      arbitrary: fc.record({
        action: fc.constantFrom<Action>('approve', 'approve', 'ask', 'answer', 'withdraw', 'comment'),
        who: fc.constantFrom(...PEOPLE),
      }),
    },
    { weight: 2, arbitrary: fc.constant({ action: 'answer' as const, who: REQUESTER }) },
    {
      weight: 1,
      arbitrary: fc.record({
        action: fc.constantFrom<Action>('reject', 'cancel'),
        who: fc.constantFrom(...PEOPLE),
      }),
    },
    { weight: 1, arbitrary: fc.record({ days: fc.integer({ min: 1, max: 8 }) }) },
  ),
  { minLength: 1, maxLength: 12 },
);

/**
 * Requests that each run begins with: one that is approved by rule, and one that is decided after a question in the
 * second stage.
 */
const EXAMPLES: [Stage[], number, Step[]][] = [
  [[{ require: 'any', approvers: ['person-1'], above: 500 }], 0, []],
  [
    [
      { require: 'all', approvers: ['person-1', 'person-2'], above: null },
      { require: 'any', approvers: ['person-3'], above: 500 },
    ],
    600,
    [
      { action: 'approve', who: 'person-1' },
      { action: 'approve', who: 'person-2' },
      { days: 5 },
      { action: 'ask', who: 'person-3' },
      { days: 8 },
      { action: 'answer', who: REQUESTER },
      { days: 8 },
      { action: 'approve', who: 'person-3' },
    ],
  ],
];

/** A model of one request, as docs/approvals.md describes it. Times are days since its creation. */
class Model {
  readonly stages: (Stage & { approvedBy: Set<string> })[];
  status: ApprovalStatus;
  stage = 0;
  now = 0;
  deadline = EXPIRY_DAYS;
  question: { asker: string; remaining: number } | null = null;
  comments = 0;

  constructor(template: readonly Stage[], budget: number) {
    this.stages = template
      .filter(({ above }) => above === null || budget > above)
      .map((stage) => ({ ...stage, approvedBy: new Set() }));
    this.status = this.stages.length === 0 ? 'approved' : 'pending';
  }

  get #current(): Pick<Stage, 'require' | 'approvers'> & { approvedBy: Set<string> } {
    return this.stages[this.stage] ?? { require: 'any', approvers: [], approvedBy: new Set() };
  }

  #reads(who: string): boolean {
    const isApprover = this.stages.some(({ approvers }) => approvers.includes(who));
    return who === REQUESTER || who === ADMINISTRATOR || isApprover;
  }

  /** Returns the code of the error with which a decision by this person ends; undefined when they may decide. */
  #denied(who: string): string | undefined {
    if (!this.#reads(who)) return 'NotFound';
    const mayDecide = who === ADMINISTRATOR || this.#current.approvers.includes(who);
    if (!mayDecide) return 'Forbidden';
    return this.status === 'pending' ? undefined : 'ApprovalAlreadyResolved';
  }

  #close(): void {
    if (this.question !== null) this.deadline = this.now + this.question.remaining;
    this.question = null;
  }

  #approve(who: string): string {
    const denied = this.#denied(who);
    if (denied !== undefined) return denied;
    const { approvers, approvedBy, require } = this.#current;
    if (approvedBy.has(who)) return 'Conflict';
    if (this.question !== null && ![ADMINISTRATOR, this.question.asker].includes(who)) return 'Conflict';
    this.#close();
    for (const id of approvers.includes(who) ? [who] : [who, ...approvers]) approvedBy.add(id);
    if (require === 'all' && !approvers.every((id) => approvedBy.has(id))) return 'done';
    if (this.stage === this.stages.length - 1) this.status = 'approved';
    else this.stage += 1;
    return 'done';
  }

  #ask(who: string): string {
    const denied = this.#denied(who);
    if (denied !== undefined) return denied;
    if (this.question !== null || this.#current.approvedBy.has(who)) return 'Conflict';
    this.question = { asker: who, remaining: this.deadline - this.now };
    this.deadline = this.now + EXPIRY_DAYS;
    this.comments += 1;
    return 'done';
  }

  /** Returns the code of the error of an action that only the requester may perform; undefined when it is permitted. */
  #ofRequester(who: string): string | undefined {
    if (!this.#reads(who)) return 'NotFound';
    if (who !== REQUESTER) return 'Forbidden';
    return this.status === 'pending' ? undefined : 'ApprovalAlreadyResolved';
  }

  #answer(who: string): string {
    const denied = this.#ofRequester(who);
    if (denied !== undefined) return denied;
    if (this.question === null) return 'Conflict';
    this.#close();
    this.comments += 1;
    return 'done';
  }

  #withdraw(who: string): string {
    const denied = this.#denied(who);
    if (denied !== undefined) return denied;
    if (this.question === null) return 'Conflict';
    if (who !== ADMINISTRATOR && this.question.asker !== who) return 'Forbidden';
    this.#close();
    this.comments += 1;
    return 'done';
  }

  #comment(who: string): string {
    if (!this.#reads(who)) return 'NotFound';
    if (this.status !== 'pending') return 'ApprovalAlreadyResolved';
    this.comments += 1;
    return 'done';
  }

  #end(status: ApprovalStatus, denied: string | undefined): string {
    if (denied !== undefined) return denied;
    this.status = status;
    this.question = null;
    return 'done';
  }

  /** Returns `done`, or the code of the error. */
  perform(action: Action, who: string): string {
    if (action === 'approve') return this.#approve(who);
    if (action === 'ask') return this.#ask(who);
    if (action === 'answer') return this.#answer(who);
    if (action === 'withdraw') return this.#withdraw(who);
    if (action === 'comment') return this.#comment(who);
    return action === 'reject'
      ? this.#end('rejected', this.#denied(who))
      : this.#end('cancelled', this.#ofRequester(who));
  }

  wait(days: number): void {
    this.now += days;
    if (this.status === 'pending' && this.deadline <= this.now) this.#end('expired', undefined);
  }

  get jobStatus(): string {
    if (this.status === 'pending') return 'paused';
    return this.status === 'approved' ? 'waiting' : 'failed';
  }
}

describe('an approval', () => {
  let world: ApprovalWorld;
  let node: ApprovalNode;
  let templates = 0;
  before(async () => {
    world = await openApprovalWorld();
    node = world.node;
  });
  after(() => world.close());

  const principalOf = (who: string) =>
    who === ADMINISTRATOR ? person(who, 'GOVERNANCE_MANAGER') : person(who);

  async function request(template: readonly Stage[], budget: number): Promise<string> {
    templates += 1;
    const id = `random-${templates}`;
    const declared = template.map(({ require, approvers, above }) => ({
      require,
      approvers: approvers.map((approver) => ({ id: approver })),
      ...(above !== null && { when: `request.metadata.budget > ${above}` }),
    }));
    await node.storeTemplate(approvalTemplate(id, { stages: declared }));
    const job = await node.ask({
      template: { id },
      team: { name: `Team ${templates}` },
      metadata: { budget },
    });
    return job.data.approval?.id ?? '';
  }

  const perform = (action: Action, who: string, id: string, stage: number): Promise<string> => {
    const as = principalOf(who);
    const actions: Record<Action, () => Promise<void>> = {
      approve: () => node.approve(as, id, { stage }),
      reject: () => node.reject(as, id),
      ask: () => node.askBack(as, id),
      answer: () => node.answer(as, id),
      withdraw: () => node.withdrawQuestion(as, id),
      comment: () => node.comment(as, id),
      cancel: () => node.cancel(as, id),
    };
    return codeOf(actions[action]());
  };

  async function assertIs(model: Model, id: string, start: number): Promise<void> {
    const found = await getApproval(node.deps, principalOf(ADMINISTRATOR), newCall(), { approvalId: id });
    const days = (Date.parse(found.expiresDateTime) - start) / DAY_MILLISECONDS;
    assert.deepEqual(
      {
        status: found.status,
        stage: found.stage,
        approvedBy: found.stages.map(({ approvedBy }) => approvedBy.toSorted()),
        asker: found.question?.asker.id,
        comments: found.comments.length,
        ...(model.status === 'pending' && { days }),
      },
      {
        status: model.status,
        stage: model.stage,
        approvedBy: model.stages.map(({ approvedBy }) => [...approvedBy].toSorted()),
        asker: model.question?.asker,
        comments: model.comments,
        ...(model.status === 'pending' && { days: model.deadline }),
      },
    );
    const { jobStatus, queued } = await world.outcomeOf(id);
    assert.deepEqual([jobStatus, queued], [model.jobStatus, model.status === 'approved' ? 1 : 0]);
  }

  it(`behaves like the documented model in ${RUNS} random requests`, async () => {
    const outcomes = new Map<string, number>();
    const count = (outcome: string) => outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
    const property = fc.asyncProperty(
      stages,
      fc.constantFrom(0, 600, 2000),
      steps,
      async (template, budget, actions) => {
        const start = world.clock.now().getTime();
        const id = await request(template, budget);
        const model = new Model(template, budget);
        await assertIs(model, id, start);
        if (model.stages.length === 0) count('by rule');
        for (const step of actions) {
          if ('days' in step) {
            world.clock.advance((step.days * DAY_MILLISECONDS) / 1000);
            model.wait(step.days);
            await node.expire();
          } else {
            const { stage } = model;
            const expected = model.perform(step.action, step.who);
            assert.equal(await perform(step.action, step.who, id, stage), expected, JSON.stringify(step));
            count(`${step.action} ${expected}`);
          }
          await assertIs(model, id, start);
        }
      },
    );
    await fc.assert(property, { numRuns: RUNS, examples: EXAMPLES });
    for (const seen of ['by rule', 'approve done', 'ask done', 'answer done']) {
      assert.ok(outcomes.has(seen), `some request saw: ${seen}`);
    }
  });
});
