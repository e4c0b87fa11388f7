/** A job in its run: the recorded steps, and the completed steps that are not recorded yet. */
import { type Message, say } from '../../kernel/messages.ts';
import type { Deps } from '../deps.ts';
import type { DomainEvent, NewEvent } from '../events/model.ts';
import type { TenantStores, UnitOfWork } from '../store.ts';
import type { StepOutcome } from './define-job.ts';
import {
  type BuiltObject,
  type BulkProgress,
  type Cancellation,
  type JobRecord,
  type LedgerEntry,
  type LogLine,
  logLine,
  type StepProgress,
} from './model.ts';
import type { JobProgress } from './ports.ts';

/** Completed steps that are not recorded yet. */
interface Unrecorded {
  done: readonly LedgerEntry[];
  log: readonly LogLine[];
  events: readonly DomainEvent[];
}

const NOTHING: Unrecorded = { done: [], log: [], events: [] };

const toDomainEvents = (job: JobRecord, events: readonly NewEvent[]): DomainEvent[] =>
  events.map((event) => ({ ...event, actor: job.requester, requestId: job.requestId }));

export const CONTINUED_MESSAGE = say('jobs.continued', 'Continued.');

/**
 * Returns the percentage of completed steps, or of ended objects of a bulk job. It reaches 100 only with the job's
 * end.
 */
function percentageOf({ steps, ledger, bulk, part }: JobRecord): number {
  const begun = part === null ? 0 : part.done / Math.max(1, part.count);
  if (bulk === null) return Math.floor((100 * (ledger.length + begun)) / (steps.length + 1));
  const ended = bulk.done + bulk.skipped + bulk.failed;
  return Math.min(99, Math.floor((100 * ended) / Math.max(1, bulk.count)));
}

/** Additions to a record: the same statement writes `events`, and `rest` runs in the same transaction. */
export interface RecordAdditions {
  events?: readonly NewEvent[];
  rest?: (unit: UnitOfWork) => Promise<void>;
}

export class RecordedJob {
  readonly #store: Deps['store'];
  readonly #tenantId: string;
  /** The job's state, including the unrecorded steps. */
  #job: JobRecord<never>;
  #unrecorded = NOTHING;
  #fencedAt: number;
  /** Whether the log ends with a wait, so its next line must be preceded by 'Continued.'. */
  #isSilent: boolean;

  constructor(store: Deps['store'], tenantId: string, job: JobRecord) {
    this.#store = store;
    this.#tenantId = tenantId;
    // The type is safe: the job's own definition created its plan.
    this.#job = job as JobRecord<never>;
    this.#fencedAt = job.lastActionAt.getTime();
    this.#isSilent = job.wait?.bySuite === true;
  }

  get job(): JobRecord<never> {
    return this.#job;
  }

  /** Time of the last write that checked the fence, in milliseconds. */
  get fencedAt(): number {
    return this.#fencedAt;
  }

  /** Adds completed steps, which the next record writes. */
  advance(outcomes: readonly StepOutcome[], at: Date): void {
    const job = this.#job;
    const done = outcomes.map(
      ({ status = 'completed', result }, index): LedgerEntry => ({
        step: job.steps[job.ledger.length + index] as string,
        status,
        startedDateTime: job.lastActionAt.toISOString(),
        completedDateTime: at.toISOString(),
        ...(result && { result }),
      }),
    );
    const ledger = [...job.ledger, ...done];
    const subjectId = outcomes.find((outcome) => outcome.subjectId !== undefined)?.subjectId ?? job.subjectId;
    this.#job = { ...job, ledger, subjectId, part: null, tries: 1, lastActionAt: at };
    this.advanceBulk(outcomes.findLast(({ bulk }) => bulk !== undefined)?.bulk);
    const happened = outcomes.flatMap(({ events = [] }) => events);
    this.#unrecorded = {
      done: [...this.#unrecorded.done, ...done],
      log: [...this.#unrecorded.log, ...outcomes.map(({ message }) => logLine(at, message))],
      events: [...this.#unrecorded.events, ...toDomainEvents(job, happened)],
    };
  }

  /** Returns true when the run waits again for the same reason. Its log then stays unchanged. */
  waitsAgain({ message: english }: Message): boolean {
    const { wait } = this.#job;
    return this.#isSilent && this.#unrecorded.done.length === 0 && wait?.message === english;
  }

  /** Replaces the progress of a bulk job. The next record writes it. */
  advanceBulk(bulk: BulkProgress | undefined): void {
    if (bulk !== undefined) this.#job = { ...this.#job, bulk };
  }

  /** Replaces the progress of the current step, which the next record writes. */
  advancePart(part: StepProgress): void {
    this.#job = { ...this.#job, part };
  }

  /** Remembers the objects that the unfinished step has created. The next record writes them. */
  leave(left: readonly BuiltObject[]): void {
    this.#job = { ...this.#job, left: [...left] };
  }

  /** Resets the count of tries with the next record. */
  countAnew(): void {
    this.#job = { ...this.#job, tries: 1 };
  }

  /**
   * Records the unrecorded steps and `more`. Returns false, and writes nothing, when another run holds the job, or
   * `more` must not be written to a cancelled job.
   */
  async record(more: JobProgress, at: Date, { events = [], rest }: RecordAdditions = {}): Promise<boolean> {
    const { id, attempt, subjectId, left, tries, bulk, part } = this.#job;
    const lines = [...this.#unrecorded.log, ...(more.log ?? [])];
    const continued = this.#isSilent && lines.length > 0 ? [logLine(at, CONTINUED_MESSAGE)] : [];
    const progress: JobProgress = {
      progress: percentageOf(this.#job),
      tries,
      part,
      ...(bulk !== null && { bulk }),
      ...(subjectId !== null && { subjectId }),
      ...(left !== null && { left }),
      ...more,
      done: this.#unrecorded.done,
      log: [...continued, ...lines],
    };
    const all = [...this.#unrecorded.events, ...toDomainEvents(this.#job, events)];
    const write = ({ jobs }: TenantStores) => jobs.record(id, attempt, progress, at, all);
    const recorded =
      rest === undefined
        ? await write(this.#store.in(this.#tenantId))
        : await this.#store.transaction(this.#tenantId, async (unit) => {
            const written = await write(unit);
            if (written !== undefined) await rest(unit);
            return written;
          });
    if (recorded === undefined) return false;
    this.#job = { ...this.#job, cancellation: recorded.cancellation };
    this.#unrecorded = NOTHING;
    this.#isSilent &&= lines.length === 0;
    this.#fencedAt = at.getTime();
    return true;
  }

  /** Returns the cancellation of the job; null if there is none, and when this run no longer holds the job. */
  async readCancellation(): Promise<Cancellation | null> {
    const found = await this.#store.in(this.#tenantId).jobs.find(this.#job.id);
    if (found?.attempt !== this.#job.attempt || found.status !== 'active') return null;
    this.#job = { ...this.#job, cancellation: found.cancellation };
    return found.cancellation;
  }
}
