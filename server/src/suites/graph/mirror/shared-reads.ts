/**
 * Reads of teams that people wait for. People often open the same team at once, and Graph permits only few calls a
 * second about one team. Equal reads in progress are therefore shared, and answers are kept for some seconds. A change
 * by Charter on any node and a notification of Graph end both, because they increment the team's revision in the
 * index. Only what Graph answered is shared: each caller is authorised from it anew. Background work reads anew each
 * time, because it compares teams with what others may just have changed.
 */

import type { Clock } from '../../../kernel/clock.ts';
import { GraphFailure } from '../client/failure.ts';
import type { GraphCall, GraphTransport } from '../client/transport.ts';
import { type Answer, bodyOf } from '../client/transport.ts';
import type { GroupIndex } from './group-index.ts';

/** Longest age of an answer. docs/microsoft-365.md names it. */
const KEPT_MILLISECONDS = 5_000;

/** Time for which a throttled read is repeated. Each try waits for its turn, and for the end of a pause (pacing.ts). */
const REPEATED_MILLISECONDS = 10_000;

/** Maximum number of calls in one batch: as many as Graph permits about one team in a second. */
const MOST_AT_ONCE = 4;

interface Kept {
  revision: number;
  answer: Promise<Answer>;
  /** Time until which the answer is used; infinite while it is awaited. */
  until: number;
}

interface TeamReadsParts {
  clock: Clock;
  groups: GroupIndex;
  graphOf(tenantId: string): GraphTransport;
}

const keyOf = (tenantId: string, { path, headers = {} }: GraphCall): string =>
  JSON.stringify([tenantId, path, headers]);

export class TeamReads {
  readonly #parts: TeamReadsParts;
  readonly #isShared: boolean;
  readonly #kept = new Map<string, Kept>();

  /** @param isShared whether equal reads are shared, and answers kept */
  constructor(parts: TeamReadsParts, isShared: boolean) {
    this.#parts = parts;
    this.#isShared = isShared;
  }

  /** Returns an answer or a failure for each read about the team, in order. */
  async answers(tenantId: string, teamId: string, calls: readonly GraphCall[]): Promise<Answer[]> {
    if (!this.#isShared) return this.#send(tenantId, calls);
    const revision = (await this.#parts.groups.find(tenantId, teamId))?.revision;
    // Nothing tells when a team changes that the index lacks.
    if (revision === undefined) return this.#read(tenantId, calls);
    this.#removeOld();
    const missing = calls.filter((call) => !this.#isKept(keyOf(tenantId, call), revision));
    for (const some of chunksOf(missing)) {
      const answers = this.#read(tenantId, some);
      for (const [place, call] of some.entries()) {
        const answer = answers.then((all) => all[place] as Answer);
        this.#keep(keyOf(tenantId, call), revision, answer);
      }
    }
    return Promise.all(calls.map((call) => this.#kept.get(keyOf(tenantId, call))!.answer));
  }

  /**
   * Returns the whole collection.
   * @throws GraphFailure
   */
  async list<Item>(tenantId: string, teamId: string, call: GraphCall): Promise<Item[]> {
    const items: Item[] = [];
    for (let next: string | undefined = call.path; next !== undefined; ) {
      const [answer] = await this.answers(tenantId, teamId, [{ ...call, path: next }]);
      const page: Page<Item> = bodyOf<Page<Item>>(answer);
      items.push(...page.value);
      next = page['@odata.nextLink'];
    }
    return items;
  }

  #now = (): number => this.#parts.clock.now().getTime();

  #isKept(key: string, revision: number): boolean {
    const kept = this.#kept.get(key);
    return kept !== undefined && kept.revision >= revision && this.#now() < kept.until;
  }

  #keep(key: string, revision: number, answer: Promise<Answer>): void {
    const kept = { revision, answer, until: Number.POSITIVE_INFINITY };
    const settle = (until: number): void => {
      kept.until = until;
    };
    // Deletes first, so that the map stays in the order of time.
    this.#kept.delete(key);
    this.#kept.set(key, kept);
    answer.then(
      (settled) => settle(settled instanceof GraphFailure ? 0 : this.#now() + KEPT_MILLISECONDS),
      () => settle(0),
    );
  }

  /** Deletes outdated answers, oldest first. */
  #removeOld(): void {
    for (const [key, { until }] of this.#kept) {
      if (this.#now() < until) return;
      this.#kept.delete(key);
    }
  }

  /** Makes the calls, and repeats throttled ones. A failure to make any call is the failure of each. */
  async #read(tenantId: string, calls: readonly GraphCall[]): Promise<Answer[]> {
    const end = this.#now() + REPEATED_MILLISECONDS;
    const answers = await this.#send(tenantId, calls);
    for (;;) {
      const throttled = calls.filter((_, place) => isThrottled(answers[place]));
      if (throttled.length === 0 || this.#now() >= end) return answers;
      const repeated = await this.#send(tenantId, throttled);
      for (const [place, call] of throttled.entries())
        answers[calls.indexOf(call)] = repeated[place] as Answer;
    }
  }

  async #send(tenantId: string, calls: readonly GraphCall[]): Promise<Answer[]> {
    const graph = this.#parts.graphOf(tenantId);
    try {
      return calls.length === 1 ? [await graph.call(calls[0] as GraphCall)] : await graph.batch(calls);
    } catch (error) {
      if (!(error instanceof GraphFailure)) throw error;
      return calls.map(() => error);
    }
  }
}

interface Page<Item> {
  value: Item[];
  '@odata.nextLink'?: string;
}

const isThrottled = (answer: Answer | undefined): boolean =>
  answer instanceof GraphFailure && answer.isThrottled;

/** Divides the calls into batches with at most four calls about the team. */
function chunksOf(calls: readonly GraphCall[]): GraphCall[][] {
  const chunks: GraphCall[][] = [];
  for (const call of calls) {
    const last = chunks.at(-1);
    const inTeam = last?.filter(({ teamId }) => teamId !== undefined).length ?? MOST_AT_ONCE;
    if (last === undefined || (call.teamId !== undefined && inTeam >= MOST_AT_ONCE)) chunks.push([call]);
    else last.push(call);
  }
  return chunks;
}
