/** Tests invariants of the state machine over random histories of a team. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { monthsAfter } from '../../kernel/clock.ts';
import {
  changeFor,
  decide,
  type LifecycleDecision,
  type LifecycleSituation,
  renewalChange,
} from './decide.ts';
import {
  addDays,
  type LifecycleAction,
  type LifecycleCause,
  type LifecycleChange,
  type LifecycleRecord,
  type LifecycleRules,
  type LifecycleTeamFacts,
  latest,
} from './model.ts';

type Happening =
  | { what: 'days'; days: number }
  | { what: 'activity' | 'renewal' | 'archive' | 'unarchive' | 'run' }
  | { what: 'operation'; succeeds: boolean }
  | { what: 'owners'; count: number }
  | { what: 'contents'; isEmpty: boolean }
  | { what: 'rules'; rules: LifecycleRules | undefined };

const BEGIN = new Date('2026-01-01T00:00:00Z');

const aRule: fc.Arbitrary<LifecycleRules> = fc.record({
  inactivityDays: fc.constantFrom(7, 30, 90),
  graceDays: fc.constantFrom(7, 30),
  action: fc.constantFrom('None', 'Archive', 'Delete'),
  source: fc.constant({ type: 'template', id: 't', name: 'T' }),
});

/** Rules with some of the time limits, the end within two years. */
const aLimitedRule: fc.Arbitrary<LifecycleRules> = fc
  .tuple(
    aRule,
    fc.option(fc.constantFrom(1, 3, 12), { nil: undefined }),
    fc.option(fc.integer({ min: 0, max: 700 }), { nil: undefined }),
    fc.option(fc.constantFrom(7, 30), { nil: undefined }),
  )
  .map(([rules, renewalMonths, endDays, emptyDays]) => ({
    ...rules,
    ...(renewalMonths !== undefined && { renewalMonths }),
    ...(endDays !== undefined && { endDateTime: addDays(BEGIN, endDays).toISOString() }),
    ...(emptyDays !== undefined && { emptyDays }),
  }));

/** The end is due when the grace period of an unused team, asked after 27 days, is over. */
const ENDS_WITH_GRACE: LifecycleRules = {
  inactivityDays: 7,
  graceDays: 7,
  action: 'None',
  endDateTime: addDays(BEGIN, 41).toISOString(),
  source: { type: 'template', id: 't', name: 'T' },
};

const aHappening: fc.Arbitrary<Happening> = fc.oneof(
  { weight: 16, arbitrary: fc.record({ what: fc.constant('days'), days: fc.integer({ min: 0, max: 60 }) }) },
  { weight: 16, arbitrary: fc.constant({ what: 'run' } as const) },
  {
    weight: 2,
    arbitrary: fc.record({ what: fc.constantFrom('activity', 'renewal', 'archive', 'unarchive') }),
  },
  { weight: 2, arbitrary: fc.record({ what: fc.constant('operation'), succeeds: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('owners'), count: fc.integer({ min: 0, max: 2 }) }) },
  {
    weight: 2,
    arbitrary: fc.record({ what: fc.constant('rules'), rules: fc.option(aLimitedRule, { nil: undefined }) }),
  },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('contents'), isEmpty: fc.boolean() }) },
) as fc.Arbitrary<Happening>;

const SEVERITY: Record<LifecycleAction, number> = { None: 0, Archive: 1, Delete: 2 };

/** An action and its time, as announced to the people who were asked. */
interface Announcement {
  expiresAt: Date;
  action: LifecycleAction;
}

class History {
  at = BEGIN;
  rules: LifecycleRules | undefined;
  team: LifecycleTeamFacts = {
    displayName: 'Harbour',
    isArchived: false,
    createdAt: this.at,
    lastActivityAt: this.at,
    isEmpty: false,
    addresseeIds: ['olga'],
  };
  record: LifecycleRecord | undefined;
  gone = false;
  /** The current announcement, if any. */
  announced: Announcement | undefined;
  /** Number of teams that runs have archived or deleted. */
  actions = 0;

  constructor(rules: LifecycleRules) {
    this.rules = rules;
  }

  get situation(): LifecycleSituation {
    return { rules: this.rules, team: this.gone ? 'gone' : this.team, record: this.record };
  }

  write(change: LifecycleChange): void {
    const operation = change.operationId === null ? null : 'pending';
    this.record = { ...change, revision: (this.record?.revision ?? 0) + 1, operation };
  }

  happen(happening: Happening): void {
    switch (happening.what) {
      case 'days':
        this.at = addDays(this.at, happening.days);
        return;
      case 'activity':
        if (this.team.isArchived) return;
        // Makes the activity later than every earlier event of this history.
        this.at = new Date(this.at.getTime() + 1);
        this.team = { ...this.team, lastActivityAt: this.at };
        // Activity resolves only inactivity, not a due renewal or end.
        if (this.record?.cause === 'inactivity') this.announced = undefined;
        return;
      case 'contents':
        this.team = { ...this.team, isEmpty: happening.isEmpty };
        return;
      case 'renewal':
        if (this.record?.operation === 'pending') return;
        this.write(renewalChange(this.at));
        this.announced = undefined;
        return;
      case 'archive':
      case 'unarchive':
        this.team = { ...this.team, isArchived: happening.what === 'archive' };
        return;
      case 'owners':
        this.team = {
          ...this.team,
          addresseeIds: Array.from({ length: happening.count }, (_, n) => `o${n}`),
        };
        return;
      case 'rules':
        this.rules = happening.rules;
        return;
      case 'operation':
        this.settle(happening.succeeds);
        return;
      case 'run':
        this.run();
    }
  }

  settle(succeeds: boolean): void {
    if (this.record?.operation !== 'pending') return;
    const { action } = this.record;
    this.record = { ...this.record, operation: succeeds ? 'completed' : 'failed' };
    if (!succeeds) return;
    this.actions += 1;
    if (action === 'Delete') this.gone = true;
    else this.team = { ...this.team, isArchived: true };
    this.announced = undefined;
  }

  run(): void {
    const decision = decide(this.situation, this.at);
    this.check(decision);
    const change = changeFor(decision, this.situation, this.at, 'operation');
    if (change === undefined) return;
    if (decision.kind === 'ask') this.announced = { expiresAt: decision.expiresAt, action: decision.action };
    if (decision.kind === 'reset') this.announced = undefined;
    this.write(change);
    assert.equal(decide(this.situation, this.at).kind, 'stay', 'the same run would decide something again');
  }

  /** Whether the cause is due, as docs/lifecycle.md defines it. */
  isDue(cause: LifecycleCause): boolean {
    const { inactivityDays, emptyDays = inactivityDays, renewalMonths, endDateTime, graceDays } = this.rules!;
    const { createdAt, lastActivityAt, isEmpty } = this.team;
    const since = (time: Date): Date => latest(time, this.record?.renewedAt);
    switch (cause) {
      case 'end':
        return endDateTime !== undefined && addDays(this.at, graceDays) >= new Date(endDateTime);
      case 'renewal':
        return renewalMonths !== undefined && this.at >= monthsAfter(since(createdAt), renewalMonths);
      case 'inactivity': {
        const days = isEmpty ? Math.min(emptyDays, inactivityDays) : inactivityDays;
        return this.at >= addDays(lastActivityAt, days);
      }
    }
  }

  check(decision: LifecycleDecision): void {
    if (decision.kind === 'ask') {
      assert.ok(this.rules, 'asks only by rules');
      assert.ok(this.team.addresseeIds.length > 0, 'asks somebody');
      assert.ok(!this.team.isArchived && !this.gone);
      assert.ok(decision.expiresAt >= addDays(this.at, this.rules.graceDays), 'gives the whole grace');
      assert.ok(this.isDue(decision.cause), `${decision.cause} was due`);
      const { endDateTime } = this.rules;
      if (decision.cause === 'end' && endDateTime !== undefined)
        assert.ok(decision.expiresAt >= new Date(endDateTime), 'does not end before the end');
    }
    if (decision.kind !== 'expire') return;
    const { announced } = this;
    assert.ok(announced, 'what happens was announced, and nothing has happened since');
    assert.ok(this.at >= announced.expiresAt, 'not before the time that was announced');
    assert.ok(SEVERITY[decision.action] <= SEVERITY[announced.action], 'nothing worse than was announced');
    assert.ok(
      this.rules && SEVERITY[decision.action] <= SEVERITY[this.rules.action],
      'nor than the rules say now',
    );
    assert.ok(!this.team.isArchived && !this.gone, 'archived teams are left alone');
    assert.notEqual(this.record?.operation, 'pending', 'not while it is under way');
  }
}

describe('the state machine of the lifecycle', () => {
  it('never acts before the announced time, nor on a renewed or active team', () => {
    let actions = 0;
    fc.assert(
      fc.property(
        aLimitedRule,
        fc.array(aHappening, { minLength: 30, maxLength: 90 }),
        (rules, happenings) => {
          const history = new History(rules);
          for (const happening of happenings) history.happen(happening);
          actions += history.actions;
        },
      ),
      { numRuns: 3000 },
    );
    assert.ok(actions > 100, `histories reached the end of a lifecycle ${actions} times only`);
  });

  it('reaches its final state when nobody intervenes', () => {
    fc.assert(
      fc.property(aRule, fc.integer({ min: 1, max: 5 }), (rules, everyDays) => {
        const history = new History(rules);
        const begin = history.at;
        const longest = rules.inactivityDays + rules.graceDays + 2 * everyDays;
        while (history.at <= addDays(begin, longest)) {
          history.run();
          history.happen({ what: 'days', days: everyDays });
        }
        assert.equal(history.record?.state, 'expired');
        assert.equal(history.record?.operation, rules.action === 'None' ? null : 'pending');
        const { askedAt, expiredAt } = history.record;
        assert.ok(askedAt !== null && askedAt >= addDays(begin, rules.inactivityDays));
        assert.ok(expiredAt !== null && expiredAt >= addDays(askedAt, rules.graceDays));
      }),
    );
  });

  it('predicts the time of its next step, and takes no step before it', () => {
    fc.assert(
      fc.property(aLimitedRule, fc.array(aHappening, { maxLength: 30 }), (rules, happenings) => {
        const history = new History(rules);
        for (const happening of happenings) history.happen(happening);
        const decision = decide(history.situation, history.at);
        if (decision.kind !== 'stay' || decision.next === null) return;
        const { step, at } = decision.next;
        assert.equal(decide(history.situation, new Date(at.getTime() - 1)).kind, 'stay');
        const then = decide(history.situation, at);
        if (history.team.addresseeIds.length > 0 || step === 'expire') assert.equal(then.kind, step);
      }),
      { numRuns: 1000, examples: [[ENDS_WITH_GRACE, [{ what: 'days', days: 27 }, { what: 'run' }]]] },
    );
  });
});
