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
  /** The caller's index for its outcome. */
  readonly place: number;
}

/** The result of one source: verdict, rendered text, `true` for one that compiles, or failure. */
export type UnitOutcome = typeof allowed | typeof denied | true | string | RuleFailure;

/** The sources of one call, which run in slices until `waiting` is empty. */
export interface Batch {
  readonly work: Slice['work'];
  readonly frame: Frame;
  readonly settle: (place: number, outcome: UnitOutcome) => void;
  waiting: Unit[];
  /** CPU time of its slices. */
  spentMilliseconds: number;
  /** Whether one of its sources overran or was slow; from then on batchMilliseconds applies. */
  suspect: boolean;
}

interface Surroundings {
  readonly limits: RuleLimits;
  /** Epoch milliseconds. */
  readonly now: number;
}

const rank = { quick: 0, new: 1, slow: 2 } as const;

/** Puts sources that are known to be quick first, so that hostile ones can't use up their time. */
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

/** Returns the first waiting units as a message for the sandbox with this number. */
export const nextSlice = (batch: Batch, records: RuleRecords, sandbox: number): Slice => {
  const units =
    batch.waiting.length > maximumSliceUnits ? batch.waiting.slice(0, maximumSliceUnits) : batch.waiting;
  const { work, frame } = batch;
  if (work !== 'judge') {
    const sources = units.map((unit) => unit.source);
    return work === 'render' ? { work, frame, sources } : { work, sources };
  }
  // Comes first, because a forgotten rule may be loaded again for units of this batch.
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

/** Settles a unit as failed. A guilty one is quarantined. */
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

/** Settles the finished units of a slice. */
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

/** Fails the waiting units without quarantine. */
const abandon = (batch: Batch, kind: RuleFailure['kind'], message: string): void => {
  const told = failure(kind, message);
  for (const unit of batch.waiting) batch.settle(unit.place, told);
  batch.waiting = [];
};

/** Settles the verdicts on a dead worker's board, and blames the unit that was running. */
export const absorbCasualty = (
  batch: Batch,
  { cause, position }: Casualty,
  { verdicts }: Board,
  surroundings: Surroundings,
): void => {
  const blame: UnitFailure =
    cause === 'stalled'
      ? { kind: 'timeout', message: 'It ran too long and was stopped.', guilty: true }
      : { kind: 'memory', message: 'It crashed its sandbox.', guilty: true };
  if (position === preparing) {
    abandon(batch, 'memory', 'Its scope could not be read.');
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

/** Fails the rest of a batch that used up its time. */
export const giveUp = (batch: Batch, limits: RuleLimits): void =>
  abandon(
    batch,
    'timeout',
    `It did not run: other sources of the same call used up the shared ${limits.batchMilliseconds} ms.`,
  );
