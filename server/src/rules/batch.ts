import type { RuleFailure } from '../domain/catalog/rules.ts';
import { allowed, type Board, denied, preparing } from './board.js';
import { maximumSliceUnits, type RuleLimits } from './limits.ts';
import type { Frame, Outcome, Slice, SliceReport, UnitFailure } from './protocol.ts';
import type { Casualty } from './sandbox.ts';

/** The history of one source: quick ones run first, quarantined ones don't run. */
export interface RuleRecord {
  pace: 'new' | 'quick' | 'slow';
  quarantine: { readonly until: number; readonly failure: RuleFailure } | undefined;
}

/** One source of a call. */
export interface Unit {
  readonly source: string;
  readonly record: RuleRecord;
  /** Index into Batch.outcomes. */
  readonly place: number;
}

export type UnitOutcome = Exclude<Outcome, UnitFailure> | RuleFailure;

/** The sources of one call, which run in slices until `waiting` is empty. */
export interface Batch {
  readonly work: Slice['work'];
  readonly frame: Frame;
  readonly outcomes: (UnitOutcome | undefined)[];
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
export const newBatch = (
  work: Slice['work'],
  frame: Frame,
  units: readonly Unit[],
  outcomes: Batch['outcomes'],
): Batch => ({
  work,
  frame,
  outcomes,
  waiting: units.toSorted((left, right) => rank[left.record.pace] - rank[right.record.pace]),
  spentMilliseconds: 0,
  suspect: false,
});

/** Returns the first waiting units as a message for a sandbox. */
export const nextSlice = ({ work, frame, waiting }: Batch): Slice => ({
  work,
  frame,
  sources: waiting.slice(0, maximumSliceUnits).map(({ source }) => source),
});

/** Settles a unit. A guilty one is quarantined. */
const settle = (batch: Batch, { place, record }: Unit, outcome: Outcome, at: Surroundings): void => {
  if (typeof outcome !== 'object' || 'text' in outcome) {
    batch.outcomes[place] = outcome;
    return;
  }
  const { guilty, ...failed } = outcome;
  batch.outcomes[place] = { ...failed, repeated: false };
  if (!guilty) return;
  batch.suspect = true;
  record.pace = 'slow';
  record.quarantine = {
    until: at.now + at.limits.quarantineMilliseconds,
    failure: { ...failed, repeated: true },
  };
};

/** Settles the finished units of a slice. */
export const absorbReport = (batch: Batch, report: SliceReport, surroundings: Surroundings): void => {
  const done = batch.waiting.splice(0, report.outcomes.length);
  batch.spentMilliseconds += report.cpuMilliseconds;
  batch.suspect ||= report.slow.length > 0;
  for (const [index, unit] of done.entries()) {
    settle(batch, unit, report.outcomes[index] as Outcome, surroundings);
    if (report.slow.includes(index)) unit.record.pace = 'slow';
    else if (unit.record.pace === 'new') unit.record.pace = 'quick';
  }
};

/** Fails the waiting units without quarantine. */
const abandon = (batch: Batch, kind: RuleFailure['kind'], message: string): void => {
  for (const { place } of batch.waiting) batch.outcomes[place] = { kind, message, repeated: false };
  batch.waiting = [];
};

const blames: Record<Casualty['cause'], UnitFailure> = {
  stalled: { kind: 'timeout', message: 'It ran too long and was stopped.', guilty: true },
  crashed: { kind: 'memory', message: 'It crashed its sandbox.', guilty: true },
};

/** Settles the verdicts on a dead worker's board, and blames the unit that was running. */
export const absorbCasualty = (
  batch: Batch,
  { cause, position }: Casualty,
  { verdicts }: Board,
  surroundings: Surroundings,
): void => {
  if (position === preparing) {
    abandon(batch, 'memory', 'Its scope could not be read.');
    return;
  }
  batch.suspect = true;
  batch.spentMilliseconds += surroundings.limits.stallMilliseconds;
  batch.waiting = batch.waiting.filter((unit, index) => {
    const code = verdicts[index];
    if (code === allowed || code === denied) settle(batch, unit, code === allowed, surroundings);
    else if (index === position) settle(batch, unit, blames[cause], surroundings);
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
