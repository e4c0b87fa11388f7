/** Checkpoints of one chain, and whether its records were signed in time. */
import { groupBy } from '../collections.ts';
import type { Checkpoint, Gap } from './checkpoints.ts';
import type { Line } from './line.ts';
import type { Loss } from './losses.ts';
import type { SignedLines } from './verify-checkpoints.ts';

/**
 * Largest difference in milliseconds between a record's time and its first checkpoint, outside of signed gaps. A pause
 * of up to 90 seconds is not signed as a gap; the rest is for the duration of the record's transaction.
 */
const LENIENCE = 3 * 60 * 1000;

const shifted = (time: string, milliseconds: number): string =>
  new Date(Date.parse(time) + milliseconds).toISOString();

/** The last record of a chain in a checkpoint or an observation. Its hash covers all records before it. */
export interface SignedHead {
  by: 'checkpoint' | 'observation';
  sequence: number;
  hash: string;
  /** Time of the checkpoint or observation. */
  time: string;
  gap?: Gap | undefined;
  /** Allowed times of the records that this checkpoint signed first; undefined without the previous checkpoint. */
  window?: { from: string; until: string; gapFrom: string } | undefined;
}

function windowOf({ time, gap }: Checkpoint): SignedHead['window'] {
  const from = shifted(time, -LENIENCE);
  return { from, until: shifted(time, LENIENCE), gapFrom: gap ? shifted(gap.since, -LENIENCE) : from };
}

/** Records of one checkpoint with times outside of its window. */
interface UntimelyRecords {
  first: number;
  count: number;
}

export class SignedHeads {
  /** Signings by sequence number, observations included. */
  readonly #at: ReadonlyMap<number, readonly SignedHead[]>;
  /** Signings by checkpoints, in the order of their numbers. */
  readonly #all: SignedHead[] = [];
  /** The signing with the highest sequence number, observations included. */
  readonly furthest: SignedHead | undefined;
  /** Records older than this should have been signed by the newest checkpoint. */
  readonly #overdueBefore: string | undefined;
  readonly #losses: readonly Loss[];
  /** Index of the first checkpoint that covers the current record. */
  #next = 0;
  readonly untimely = new Map<SignedHead, UntimelyRecords>();
  /** Gaps that excuse late signatures. */
  readonly gaps = new Set<Gap>();
  readonly newest: Checkpoint | undefined;

  /** @param signed all checkpoints and observations of the tenant */
  constructor({ checkpoints, observations, losses }: SignedLines, trail: string) {
    this.#losses = losses;
    for (const [index, checkpoint] of checkpoints.entries()) {
      const head = Object.hasOwn(checkpoint.heads, trail) ? checkpoint.heads[trail] : undefined;
      if (head === undefined) continue;
      const { number, time, gap } = checkpoint;
      const isAnchored = number === 1 || checkpoints[index - 1]?.number === number - 1;
      const window = isAnchored ? windowOf(checkpoint) : undefined;
      this.#all.push({ by: 'checkpoint', ...head, time, gap, window });
    }
    const observed = observations.flatMap(({ heads, observed: time }) => {
      const head = Object.hasOwn(heads, trail) ? heads[trail] : undefined;
      return head === undefined ? [] : [{ by: 'observation' as const, ...head, time }];
    });
    const every: SignedHead[] = [...this.#all, ...observed];
    this.#at = groupBy(every, ({ sequence }) => sequence);
    this.furthest = every.reduce<SignedHead | undefined>(
      (furthest, signing) => (signing.sequence > (furthest?.sequence ?? 0) ? signing : furthest),
      undefined,
    );
    this.newest = checkpoints.at(-1);
    this.#overdueBefore = this.newest && shifted(this.newest.time, -LENIENCE);
  }

  at(sequence: number): readonly SignedHead[] {
    return this.#at.get(sequence) ?? [];
  }

  /** Whether a record after the last signed one should have been signed. */
  isOverdue({ time }: Line): boolean {
    return this.#overdueBefore !== undefined && time < this.#overdueBefore;
  }

  /** Compares the record's time with its first checkpoint. Records must come in order. */
  judgeTime({ sequence, time }: Line): void {
    while ((this.#all[this.#next]?.sequence ?? sequence) < sequence) this.#next += 1;
    const signing = this.#all[this.#next];
    const { window, gap } = signing ?? {};
    if (signing === undefined || window === undefined) return;
    if (time >= window.from && time <= window.until) return;
    if (gap !== undefined && time >= window.gapFrom && time <= window.until) {
      this.gaps.add(gap);
      return;
    }
    // The checkpoint that signed the record in time was lost.
    if (this.#losses.some(({ since, until }) => time >= shifted(since, -LENIENCE) && time <= until)) return;
    const { first = sequence, count = 0 } = this.untimely.get(signing) ?? {};
    this.untimely.set(signing, { first, count: count + 1 });
  }
}
