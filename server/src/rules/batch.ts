import type { RuleFailure } from '../domain/catalog/rules.ts';
import { type Message, say, verbatim } from '../kernel/messages.ts';
import { allowed, type Board, denied, preparing } from './board.js';
import { maximumSliceUnits, type RuleLimits } from './limits.ts';
import type { RuleOutcome, SharedInput, Slice, SliceReport, UnitFailure } from './protocol.ts';
import type { WorkerFailure } from './sandbox.ts';

/**
 * Messages with codes for the sandbox's own error texts. A sandbox reports only texts, because a rule could forge a
 * code. Texts of errors that a rule threw have no code and stay unchanged.
 */
const MESSAGES = new Map(
  [
    say('rules.ranTooLong', 'It ran too long and was stopped.'),
    say('rules.crashed', 'It crashed its sandbox.'),
    say('rules.brokeDown', 'It exhausted the memory or the call stack of its sandbox.'),
    say(
      'rules.asynchronous',
      'It started asynchronous work (a promise, an async function), which is not available.',
    ),
    say('rules.outOfMemory', 'It needs more memory than a rule may use.'),
    say('rules.tooDeep', 'It calls itself or nests too deeply.'),
    say('rules.tampered', 'It redefines undefined, NaN or Infinity.'),
    say('rules.indescribable', 'It threw something that cannot be described.'),
    say('rules.dataTooLarge', 'The data of this request and user is too large.'),
  ].map((message) => [message.message, message]),
);

/** Returns the message for a failure's text. */
const sandboxMessage = (text: string): Message => MESSAGES.get(text) ?? verbatim(text);

/** The history of one source. Quick sources run first, and quarantined sources don't run. */
export interface RuleRecord {
  pace: 'new' | 'quick' | 'slow';
  quarantine: { readonly until: number; readonly failure: RuleFailure } | undefined;
}

/** One source of a call. */
export interface Unit {
  readonly source: string;
  readonly record: RuleRecord;
  /** Index of the unit's outcome in the outcomes of the call. */
  readonly index: number;
}

export type UnitOutcome = Exclude<RuleOutcome, UnitFailure> | RuleFailure;

const rank = { quick: 0, new: 1, slow: 2 } as const;

const failureByCause: Record<WorkerFailure['cause'], UnitFailure> = {
  stalled: { kind: 'timeout', message: 'It ran too long and was stopped.', harmful: true },
  crashed: { kind: 'memory', message: 'It crashed its sandbox.', harmful: true },
};

/** The sources of one call, which run in slices until all are settled. */
export class Batch {
  readonly #limits: RuleLimits;
  readonly #work: Slice['work'];
  readonly #input: SharedInput;
  readonly #outcomes: (UnitOutcome | undefined)[];
  #waiting: Unit[];
  /** CPU time of the batch's slices so far. */
  #spentMilliseconds = 0;
  /** Whether a source of the batch was slow or harmful. From then on, batchMilliseconds applies. */
  #suspect = false;

  /** @param outcomes receives the outcome of each unit at its index */
  constructor(
    limits: RuleLimits,
    work: Slice['work'],
    input: SharedInput,
    units: readonly Unit[],
    outcomes: (UnitOutcome | undefined)[],
  ) {
    this.#limits = limits;
    this.#work = work;
    this.#input = input;
    this.#outcomes = outcomes;
    // Known quick sources run first, so that hostile ones can't use up their time.
    this.#waiting = units.toSorted((left, right) => rank[left.record.pace] - rank[right.record.pace]);
  }

  get spentMilliseconds(): number {
    return this.#spentMilliseconds;
  }

  get isSettled(): boolean {
    return this.#waiting.length === 0;
  }

  /** Returns the first waiting units as a message for a sandbox. */
  nextSlice(): Slice {
    const sources = this.#waiting.slice(0, maximumSliceUnits).map(({ source }) => source);
    return { work: this.#work, input: this.#input, sources };
  }

  /** Settles the finished units of a slice. @param now epoch milliseconds */
  absorbReport(report: SliceReport, now: number): void {
    const done = this.#waiting.splice(0, report.outcomes.length);
    this.#suspect ||= report.slow.length > 0;
    for (const [index, unit] of done.entries()) {
      this.#settle(unit, report.outcomes[index] as RuleOutcome, now);
      if (report.slow.includes(index)) unit.record.pace = 'slow';
      else if (unit.record.pace === 'new') unit.record.pace = 'quick';
    }
    this.#spend(report.cpuMilliseconds);
  }

  /**
   * Settles the units that have a verdict on a dead worker's board, and fails the unit that was running. Fails all
   * waiting units when the worker died before the first one.
   */
  absorbFailure({ cause, position }: WorkerFailure, { verdicts }: Board, now: number): void {
    if (position === preparing) {
      this.#abandon(
        'memory',
        say('rules.dataUnreadable', 'The data of this request and user could not be read.'),
      );
      return;
    }
    this.#suspect = true;
    this.#waiting = this.#waiting.filter((unit, index) => {
      const code = verdicts[index];
      if (code === allowed || code === denied) this.#settle(unit, code === allowed, now);
      else if (index === position) this.#settle(unit, failureByCause[cause], now);
      else return true;
      return false;
    });
    this.#spend(this.#limits.stallMilliseconds);
  }

  /** Settles a unit, and quarantines its source after a harmful failure. */
  #settle({ index, record }: Unit, outcome: RuleOutcome, now: number): void {
    if (typeof outcome !== 'object' || 'text' in outcome) {
      this.#outcomes[index] = outcome;
      return;
    }
    const { harmful, kind, message } = outcome;
    const failed = { kind, ...sandboxMessage(message) };
    this.#outcomes[index] = { ...failed, repeated: false };
    if (!harmful) return;
    this.#suspect = true;
    record.pace = 'slow';
    const until = now + this.#limits.quarantineMilliseconds;
    record.quarantine = { until, failure: { ...failed, repeated: true } };
  }

  /** Adds the time. Fails the rest of a suspect batch that has used up batchMilliseconds. */
  #spend(milliseconds: number): void {
    const { batchMilliseconds } = this.#limits;
    this.#spentMilliseconds += milliseconds;
    if (!this.#suspect || this.#spentMilliseconds < batchMilliseconds) return;
    this.#abandon(
      'timeout',
      say(
        'rules.callOutOfTime',
        'It did not run: other sources of the same call used up the shared {milliseconds} ms.',
        { milliseconds: batchMilliseconds },
      ),
    );
  }

  /** Fails the waiting units without quarantine. */
  #abandon(kind: RuleFailure['kind'], reason: Message): void {
    for (const { index } of this.#waiting) this.#outcomes[index] = { kind, ...reason, repeated: false };
    this.#waiting = [];
  }
}
