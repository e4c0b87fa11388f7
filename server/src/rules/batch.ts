import type { RuleFailure } from '../domain/catalog/rules.ts';
import { allowed, type Board, denied, preparing, undecided } from './board.js';
import { maximumSliceUnits, type RuleLimits } from './limits.ts';
import type { Frame, Slice, SliceReport, UnitFailure } from './protocol.ts';
import type { RuleRecord, RuleRecords } from './records.ts';
import type { Casualty } from './sandbox.ts';

/** One source of a call. */
export interface Unit {
  readonly source: string;
  readonly record: RuleRecord;
  /** Where its outcome belongs; only the call itself knows what that means. */
  readonly place: number;
}

/** A verdict, a text, `true` for a source that compiles, or why there is none. */
export type UnitOutcome = typeof allowed | typeof denied | true | string | RuleFailure;

/** One call on its way through the sandbox: given out in slices, gone when `waiting` is empty. */
export interface Batch {
  readonly work: Slice['work'];
  readonly frame: Frame;
  readonly settle: (place: number, outcome: UnitOutcome) => void;
  waiting: Unit[];
  /** Processor time its slices took. */
  spentMilliseconds: number;
  /** One of its sources overran or was slow: from now on batchMilliseconds counts. */
  suspect: boolean;
}

/** What absorbing a slice's end needs to know of its surroundings. */
export interface Surroundings {
  readonly limits: RuleLimits;
  /** Epoch milliseconds. */
  readonly now: number;
}

const rank = { quick: 0, new: 1, slow: 2 } as const;

/** Known quick sources first: what a hostile one costs the batch, or leaves of its time, does not touch them. */
const inOrder = (units: Unit[]): Unit[] => {
  const pace = units[0]?.record.pace;
  if (units.every((unit) => unit.record.pace === pace)) return units;
  return units.toSorted((left, right) => rank[left.record.pace] - rank[right.record.pace]);
};

export const newBatch = (
  work: Slice['work'],
  frame: Frame,
  units: Unit[],
  settle: (place: number, outcome: UnitOutcome) => void,
): Batch => ({ work, frame, settle, waiting: inOrder(units), spentMilliseconds: 0, suspect: false });

/** The first waiting units as one message for the sandbox numbered `sandbox`. */
export const nextSlice = (batch: Batch, records: RuleRecords, sandbox: number): Slice => {
  const units =
    batch.waiting.length > maximumSliceUnits ? batch.waiting.slice(0, maximumSliceUnits) : batch.waiting;
  const { work, frame } = batch;
  if (work !== 'judge') {
    const sources = units.map((unit) => unit.source);
    return work === 'render' ? { work, frame, sources } : { work, sources };
  }
  // First of all: a rule may have been forgotten while units of this batch still wait for it.
  const drop = records.takeForgotten(sandbox);
  const load: [number, string][] = [];
  const ids = new Int32Array(units.length);
  for (const [index, { record, source }] of units.entries()) {
    ids[index] = record.id;
    if (record.sandbox !== sandbox) {
      record.sandbox = sandbox;
      load.push([record.id, source]);
    }
  }
  return { work, frame, ids, load, drop };
};

const failure = (kind: RuleFailure['kind'], message: string): RuleFailure => ({
  kind,
  message,
  repeated: false,
});

/** Settles a unit as failed; a guilty one is not run again for a while. */
const settleFailed = (batch: Batch, unit: Unit, failed: UnitFailure, { limits, now }: Surroundings): void => {
  const told = failure(failed.kind, failed.message);
  if (failed.guilty) {
    batch.suspect = true;
    unit.record.pace = 'slow';
    unit.record.quarantine = {
      until: now + limits.quarantineMilliseconds,
      failure: { ...told, repeated: true },
    };
  }
  batch.settle(unit.place, told);
};

/** Takes over what a slice has done. */
export const absorbReport = (
  batch: Batch,
  report: SliceReport,
  { verdicts }: Board,
  surroundings: Surroundings,
): void => {
  const done = batch.waiting.slice(0, report.finished);
  batch.waiting = batch.waiting.slice(report.finished);
  batch.spentMilliseconds += report.cpuMilliseconds;
  batch.suspect ||= report.slow.length > 0;
  const failures = new Map(report.failures);
  const texts = new Map(report.texts);
  for (const [index, unit] of done.entries()) {
    const failed = failures.get(index);
    const code = verdicts[index];
    if (failed !== undefined) settleFailed(batch, unit, failed, surroundings);
    else if (code === allowed || code === denied) batch.settle(unit.place, code);
    else batch.settle(unit.place, texts.get(index) ?? true);
    if (unit.record.pace === 'new') unit.record.pace = 'quick';
  }
  for (const index of report.slow) {
    const unit = done[index];
    if (unit !== undefined) unit.record.pace = 'slow';
  }
};

/** Fails what is waiting, without blame. */
const abandon = (batch: Batch, kind: RuleFailure['kind'], message: string): void => {
  const told = failure(kind, message);
  for (const unit of batch.waiting) batch.settle(unit.place, told);
  batch.waiting = [];
};

/** Takes over what a dead worker left on its board, and blames the unit it died of. */
export const absorbCasualty = (
  batch: Batch,
  { cause, position }: Casualty,
  { verdicts }: Board,
  surroundings: Surroundings,
): void => {
  const blame: UnitFailure =
    cause === 'stalled'
      ? { kind: 'timeout', message: 'It ran too long and was stopped.', guilty: true }
      : { kind: 'memory', message: 'It broke its sandbox down.', guilty: true };
  if (position === preparing) {
    abandon(batch, 'memory', 'What it would see could not be read.');
    return;
  }
  batch.suspect = true;
  batch.spentMilliseconds += surroundings.limits.stallMilliseconds;
  batch.waiting = batch.waiting.filter((unit, index) => {
    const code = index < maximumSliceUnits ? verdicts[index] : undecided;
    if (code === allowed || code === denied) batch.settle(unit.place, code);
    else if (index === position) settleFailed(batch, unit, blame, surroundings);
    else return true;
    return false;
  });
};

/** Ends a batch that used up its time. */
export const giveUp = (batch: Batch, limits: RuleLimits): void =>
  abandon(
    batch,
    'timeout',
    `It was not reached: others of the same call used up the ${limits.batchMilliseconds} ms they share.`,
  );
