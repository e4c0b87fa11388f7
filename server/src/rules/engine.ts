import { randomInt } from 'node:crypto';
import type {
  AudienceVerdict,
  ConventionOutcome,
  RuleEngine,
  RuleFailure,
  RuleScope,
} from '../domain/catalog/rules.ts';
import { type Clock, systemClock } from '../kernel/clock.ts';
import { newBatch, type Unit, type UnitOutcome } from './batch.ts';
import { allowed } from './board.js';
import { createDispatcher, type Dispatcher } from './dispatcher.ts';
import {
  defaultLimits,
  maximumKnownRules,
  maximumScopeLength,
  maximumSourceLength,
  type RuleLimits,
} from './limits.ts';
import type { Frame, Slice } from './protocol.ts';
import { createRecords, passingRecord, type RuleRecord, type RuleRecords } from './records.ts';

interface RuleEngineOptions {
  /** The clock of rules and of the quarantine. */
  readonly clock?: Clock;
  readonly limits?: Partial<RuleLimits>;
}

const yes: AudienceVerdict = Object.freeze({ allowed: true });
const no: AudienceVerdict = Object.freeze({ allowed: false });

const syntaxFailure = (message: string): RuleFailure => ({ kind: 'syntax', message, repeated: false });

const scopeTooLarge: RuleFailure = {
  kind: 'memory',
  message: `The data of this request and user is longer than ${maximumScopeLength} characters.`,
  repeated: false,
};

/** Returns the failure of a source that need not be compiled to be rejected. */
const refusalOf = (source: string, kind: 'rule' | 'convention'): RuleFailure | undefined => {
  if (source.length > maximumSourceLength) {
    return syntaxFailure(`It is longer than ${maximumSourceLength} characters.`);
  }
  // An empty convention renders an empty text. An empty rule is no expression.
  return kind === 'rule' && source.trim() === '' ? syntaxFailure('It is empty.') : undefined;
};

type Places = Iterable<readonly [place: number, source: string]>;
type Settle = (place: number, outcome: UnitOutcome) => void;

/** Returns the units to run. Settles invalid and quarantined sources at once. */
const unitsToRun = (
  sources: Places,
  kind: 'rule' | 'convention',
  recordOf: (source: string) => RuleRecord,
  now: number,
  settle: Settle,
): Unit[] => {
  const units: Unit[] = [];
  for (const [place, source] of sources) {
    const refusal = refusalOf(source, kind);
    if (refusal !== undefined) {
      settle(place, refusal);
      continue;
    }
    const record = recordOf(source);
    if (record.quarantine !== undefined && record.quarantine.until > now) {
      settle(place, record.quarantine.failure);
    } else {
      units.push({ source, record, place });
    }
  }
  return units;
};

/** Runs the sources of one call and reports the outcome of each. */
type Runner = (work: Slice['work'], sources: Places, settle: Settle, scope?: RuleScope) => Promise<void>;

const createRunner = (dispatcher: Dispatcher, rules: RuleRecords, clock: Clock): Runner => {
  const conventions = createRecords(maximumKnownRules);
  const recordsFor = {
    judge: rules.of,
    render: conventions.of,
    // A check tells nothing about a source's running time, so it needs no lasting record.
    'check-rule': passingRecord,
    'check-convention': passingRecord,
  };
  return (work, sources, settle, scope) => {
    const instant = clock.now().getTime();
    const kind = work === 'judge' || work === 'check-rule' ? 'rule' : 'convention';
    const units = unitsToRun(sources, kind, recordsFor[work], instant, settle);
    const frame: Frame = { scope: JSON.stringify(scope ?? {}), instant, seed: randomInt(2 ** 31) };
    if (frame.scope.length > maximumScopeLength) {
      for (const { place } of units) settle(place, scopeTooLarge);
      units.length = 0;
    }
    return dispatcher.run(newBatch(work, frame, units, settle));
  };
};

const isFailure = (outcome: UnitOutcome): outcome is RuleFailure => typeof outcome === 'object';

const audience =
  (run: Runner): RuleEngine['evaluateAudience'] =>
  async (rules, scope) => {
    const verdicts = rules.map(() => no);
    const settle: Settle = (place, outcome) => {
      verdicts[place] = isFailure(outcome)
        ? { allowed: false, failure: outcome }
        : outcome === allowed
          ? yes
          : no;
    };
    await run('judge', rules.entries(), settle, scope);
    return verdicts;
  };

const rendering =
  (run: Runner): RuleEngine['renderConventions'] =>
  async (conventions, scope) => {
    const names = Object.keys(conventions);
    const outcomes: Record<string, ConventionOutcome> = {};
    const settle: Settle = (place, outcome) => {
      outcomes[names[place] as string] = isFailure(outcome)
        ? { failure: outcome }
        : { text: String(outcome) };
    };
    await run('render', Object.values(conventions).entries(), settle, scope);
    return outcomes;
  };

const checking =
  (run: Runner): RuleEngine['check'] =>
  async ({ rules = [], conventions = {} }) => {
    const badRules: [number, RuleFailure][] = [];
    const badConventions: [string, RuleFailure][] = [];
    const names = Object.keys(conventions);
    await run('check-rule', rules.entries(), (place, outcome) => {
      if (isFailure(outcome)) badRules.push([place, outcome]);
    });
    await run('check-convention', Object.values(conventions).entries(), (place, outcome) => {
      if (isFailure(outcome)) badConventions.push([names[place] as string, outcome]);
    });
    return { rules: new Map(badRules), conventions: new Map(badConventions) };
  };

/**
 * Creates the rules sandbox (docs/specification.md, section 9). It starts a worker thread at the first call and ends it
 * when idle. The thread does not keep the process alive.
 */
export const createRuleEngine = ({
  clock = systemClock,
  limits = {},
}: RuleEngineOptions = {}): RuleEngine => {
  const rules = createRecords(maximumKnownRules);
  const dispatcher = createDispatcher({ ...defaultLimits, ...limits }, rules, clock);
  const run = createRunner(dispatcher, rules, clock);
  return {
    evaluateAudience: audience(run),
    renderConventions: rendering(run),
    check: checking(run),
    close: dispatcher.close,
  };
};
