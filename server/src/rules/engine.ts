import { randomInt } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type {
  AudienceVerdict,
  ConventionOutcome,
  RuleEngine,
  RuleFailure,
  RuleScope,
} from '../domain/catalog/rules.ts';
import { type Clock, systemClock } from '../kernel/clock.ts';
import { type Message, say } from '../kernel/messages.ts';
import { counter } from '../kernel/metrics.ts';
import { Batch, type RuleRecord, type Unit, type UnitOutcome } from './batch.ts';
import { Dispatcher } from './dispatcher.ts';
import {
  defaultLimits,
  maximumScopeLength,
  maximumSourceLength,
  type RuleLimits,
  vmBounds,
} from './limits.ts';
import type { SharedInput, Slice } from './protocol.ts';

interface RuleEngineOptions {
  /** Clock for the time that rules see, the quarantine and the wait in the queue. */
  readonly clock?: Clock;
  readonly limits?: Partial<RuleLimits>;
}

const SPENT = counter(
  'charter_rules_sandbox_seconds_total',
  'Time that rules and conventions ran in the sandbox, by kind of work',
  ['work'],
);
const FAILED = counter(
  'charter_rules_failures_total',
  'Sources of rules and conventions that failed, by kind of failure',
  ['kind'],
);

const yes: AudienceVerdict = Object.freeze({ allowed: true });
const no: AudienceVerdict = Object.freeze({ allowed: false });

const syntaxFailure = (message: Message): RuleFailure => ({ kind: 'syntax', ...message, repeated: false });

const scopeTooLarge: RuleFailure = {
  kind: 'memory',
  ...say('rules.dataTooLong', 'The data of this request and user is longer than {most} characters.', {
    most: maximumScopeLength,
  }),
  repeated: false,
};

/** Returns the failure of a source that is rejected without compilation. */
const rejectionOf = (source: string, work: Slice['work']): RuleFailure | undefined => {
  if (source.length > maximumSourceLength) {
    return syntaxFailure(
      say('rules.tooLong', 'It is longer than {most} characters.', { most: maximumSourceLength }),
    );
  }
  // An empty convention renders an empty text. An empty rule is not an expression.
  const isRule = work === 'judge' || work === 'check-rule';
  return isRule && source.trim() === '' ? syntaxFailure(say('rules.empty', 'It is empty.')) : undefined;
};

const outOfTime = (milliseconds: number): RuleFailure => ({
  kind: 'timeout',
  ...say(
    'rules.peopleOutOfTime',
    'It did not run: the people before this one used up the {milliseconds} ms of the call.',
    { milliseconds },
  ),
  repeated: false,
});

/** Each tenant has its own record of a source, because the source may overrun only with that tenant's data. */
const recordKey = (tenantId: string, source: string): string => `${tenantId}\n${source}`;

const newRecord = (): RuleRecord => ({ pace: 'new', quarantine: undefined });

/** Creates an LRU cache of the records of sources. */
const newRecords = () =>
  new LRUCache<string, RuleRecord>({
    max: vmBounds.knownRules,
    maxSize: vmBounds.rememberedLength,
    sizeCalculation: (_record, key) => key.length,
    memoMethod: newRecord,
  });

const isFailure = (outcome: UnitOutcome): outcome is RuleFailure =>
  typeof outcome === 'object' && 'kind' in outcome;

/** Returns the failures among the outcomes, by index. */
const failuresOf = (outcomes: readonly UnitOutcome[]): [number, RuleFailure][] =>
  [...outcomes.entries()].filter((entry): entry is [number, RuleFailure] => isFailure(entry[1]));

const verdictOf = (outcome: UnitOutcome): AudienceVerdict => {
  if (isFailure(outcome)) return { allowed: false, failure: outcome };
  return outcome === true ? yes : no;
};

const textOf = (outcome: UnitOutcome): ConventionOutcome =>
  isFailure(outcome) ? { failure: outcome } : (outcome as { text: string });

/**
 * Creates the rules sandbox (docs/specification.md, section 9). It starts a worker thread at the first call and ends it
 * when idle. An idle thread does not keep the process alive.
 */
export const createRuleEngine = ({
  clock = systemClock,
  limits: changed = {},
}: RuleEngineOptions = {}): RuleEngine => {
  const limits = { ...defaultLimits, ...changed };
  const dispatcher = new Dispatcher(limits, clock);
  const rules = newRecords();
  const conventions = newRecords();
  const recordFor = {
    judge: (tenantId: string, source: string) => rules.memo(recordKey(tenantId, source)),
    render: (tenantId: string, source: string) => conventions.memo(recordKey(tenantId, source)),
    // A check doesn't measure a source's running time, so its records are temporary.
    'check-rule': newRecord,
    'check-convention': newRecord,
  };

  /** Runs the sources of one call, except invalid and quarantined ones. Returns outcomes and CPU time. */
  const runTimed = async (
    tenantId: string,
    work: Slice['work'],
    sources: readonly string[],
    scope: RuleScope | object = {},
  ): Promise<{ outcomes: UnitOutcome[]; spentMilliseconds: number }> => {
    const instant = clock.now().getTime();
    const input: SharedInput = { scope: JSON.stringify(scope), instant, seed: randomInt(2 ** 31) };
    const outcomes: (UnitOutcome | undefined)[] = sources.map((source) => rejectionOf(source, work));
    const units: Unit[] = [];
    for (const [index, source] of sources.entries()) {
      if (outcomes[index] !== undefined) continue;
      const record = recordFor[work](tenantId, source);
      const { quarantine } = record;
      if (quarantine !== undefined && quarantine.until > instant) outcomes[index] = quarantine.failure;
      else if (input.scope.length > maximumScopeLength) outcomes[index] = scopeTooLarge;
      else units.push({ source, record, index });
    }
    const batch = new Batch(limits, work, input, units, outcomes);
    await dispatcher.run(tenantId, batch);
    SPENT.inc({ work }, batch.spentMilliseconds / 1000);
    for (const outcome of outcomes) {
      if (outcome !== undefined && isFailure(outcome)) FAILED.inc({ kind: outcome.kind });
    }
    return { outcomes: outcomes as UnitOutcome[], spentMilliseconds: batch.spentMilliseconds };
  };

  const run = async (...call: Parameters<typeof runTimed>): Promise<UnitOutcome[]> =>
    (await runTimed(...call)).outcomes;

  /** Evaluates a rule for one scope after another, so that the sandbox holds one scope at a time. */
  const judgeFor: RuleEngine['evaluateAudienceFor'] = async (tenantId, rule, scopes) => {
    const verdicts: AudienceVerdict[] = [];
    let left = limits.audienceMilliseconds;
    for (const scope of scopes) {
      if (left <= 0) {
        verdicts.push({ allowed: false, failure: outOfTime(limits.audienceMilliseconds) });
        continue;
      }
      const { outcomes, spentMilliseconds } = await runTimed(tenantId, 'judge', [rule], scope);
      verdicts.push(...outcomes.map(verdictOf));
      left -= spentMilliseconds;
    }
    return verdicts;
  };

  return {
    evaluateAudience: async (tenantId, sources, scope) =>
      (await run(tenantId, 'judge', sources, scope)).map(verdictOf),
    evaluateAudienceFor: judgeFor,
    renderConventions: async (tenantId, sources, scope) => {
      const names = Object.keys(sources);
      const outcomes = await run(tenantId, 'render', Object.values(sources), scope);
      return Object.fromEntries(outcomes.map((outcome, index) => [names[index], textOf(outcome)]));
    },
    check: async (tenantId, { rules = [], conventions = {} }) => {
      const names = Object.keys(conventions);
      const badRules = failuresOf(await run(tenantId, 'check-rule', rules));
      const badConventions = failuresOf(await run(tenantId, 'check-convention', Object.values(conventions)));
      return {
        rules: new Map(badRules),
        conventions: new Map(badConventions.map(([index, failure]) => [String(names[index]), failure])),
      };
    },
    close: () => dispatcher.close(),
  };
};
