/**
 * Reads of teams that people wait for. People often open the same team at once, and Graph permits only few calls a
 * second about one team. Equal reads in progress are therefore shared, and answers are kept for some seconds. A change
 * by Charter on any node and a notification of Graph end both, because they increment the team's revision in the
 * index. Only what Graph answered is shared: each caller is authorised from it anew. Background work reads anew each
 * time, because it compares teams with what others may just have changed.
 */

import type { Clock } from '../../../kernel/clock.ts';
import { GraphFailure } from '../client/failure.ts';
import type { Sleep } from '../client/pacing.ts';
import type { GraphCall, GraphTransport } from '../client/transport.ts';
import { type Answer, bodyOf } from '../client/transport.ts';
import type { GroupIndex } from './group-index.ts';
import { KEPT_MILLISECONDS, type NodeAnswers, type Place, type TeamState } from './node-answers.ts';

/** Time for which a throttled read is repeated. Each try waits for its turn, and for the end of a pause (pacing.ts). */
const REPEATED_MILLISECONDS = 10_000;

/** Wait between two looks for the answer of another node. */
const LOOK_MILLISECONDS = 50;

/** Maximum number of calls in one batch: as many as Graph permits about one team in a second. */
const MOST_AT_ONCE = 4;

interface Kept {
  revision: number;
  answer: Promise<Answer>;
  /** Time until which the answer is used; infinite while it is awaited. */
  until: number;
}

/** An answer, and the time at which it was complete. */
interface Dated {
  answer: Answer;
  at: number;
}

interface TeamReadsParts {
  clock: Clock;
  groups: GroupIndex;
  /** Answers that the nodes share; undefined when reads are not shared. */
  nodes: NodeAnswers | undefined;
  sleep: Sleep;
  graphOf(tenantId: string): GraphTransport;
}

const keyOf = (tenantId: string, { path, headers = {} }: GraphCall): string =>
  JSON.stringify([tenantId, path, headers]);

export class TeamReads {
  readonly #parts: TeamReadsParts;
  readonly #kept = new Map<string, Kept>();

  constructor(parts: TeamReadsParts) {
    this.#parts = parts;
  }

  /** Returns an answer or a failure for each read about the team, in order. */
  async answers(tenantId: string, teamId: string, calls: readonly GraphCall[]): Promise<Answer[]> {
    const { nodes } = this.#parts;
    if (nodes === undefined) return this.#send(tenantId, calls);
    const revision = (await this.#parts.groups.find(tenantId, teamId))?.revision;
    // Nothing tells when a team changes that the index lacks.
    if (revision === undefined) return this.#read(tenantId, calls);
    this.#removeOld();
    const missing = calls.filter((call) => !this.#isKept(keyOf(tenantId, call), revision));
    for (const some of chunksOf(missing)) {
      const answers = this.#obtain(nodes, { tenantId, teamId, revision }, some);
      for (const [place, call] of some.entries()) {
        const answer = answers.then((all) => all[place] as Dated);
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

  #keep(key: string, revision: number, dated: Promise<Dated>): void {
    const answer = dated.then((one) => one.answer);
    const kept = { revision, answer, until: Number.POSITIVE_INFINITY };
    const settle = (until: number): void => {
      kept.until = until;
    };
    // Deletes first, so that the map stays in the order of time.
    this.#kept.delete(key);
    this.#kept.set(key, kept);
    dated.then(
      (settled) => settle(settled.answer instanceof GraphFailure ? 0 : settled.at + KEPT_MILLISECONDS),
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

  /** Returns the answers of this node or another one. Makes the calls itself when the others take too long. */
  async #obtain(nodes: NodeAnswers, team: TeamState, calls: readonly GraphCall[]): Promise<Dated[]> {
    const found = new Map<GraphCall, Dated>();
    const end = this.#now() + REPEATED_MILLISECONDS;
    for (let open = calls; open.length > 0; open = calls.filter((call) => !found.has(call))) {
      if (this.#now() >= end) {
        await this.#make(team, open, found);
        break;
      }
      const places = await nodes.lease(team, open);
      for (const [index, call] of open.entries()) {
        const { body, answeredAt } = places[index] as Place;
        if (answeredAt === null) continue;
        const answer = { status: 200, headers: new Headers(), body: JSON.parse(body as string) };
        found.set(call, { answer, at: answeredAt.getTime() });
      }
      const leased = open.filter((_, index) => places[index]?.isLeased);
      if (leased.length > 0) await this.#makeLeased(nodes, team, leased, found);
      else if (found.size < calls.length) await this.#parts.sleep(LOOK_MILLISECONDS);
    }
    return calls.map((call) => found.get(call) as Dated);
  }

  async #makeLeased(
    nodes: NodeAnswers,
    team: TeamState,
    calls: readonly GraphCall[],
    found: Map<GraphCall, Dated>,
  ): Promise<void> {
    const bodies = new Map<GraphCall, unknown>();
    try {
      await this.#make(team, calls, found);
      for (const call of calls) {
        const answer = found.get(call)?.answer;
        if (answer !== undefined && !(answer instanceof GraphFailure)) bodies.set(call, answer.body);
      }
    } finally {
      await nodes.settle(team, calls, bodies);
    }
  }

  async #make(
    { tenantId }: TeamState,
    calls: readonly GraphCall[],
    found: Map<GraphCall, Dated>,
  ): Promise<void> {
    const answers = await this.#read(tenantId, calls);
    for (const [index, call] of calls.entries()) {
      found.set(call, { answer: answers[index] as Answer, at: this.#now() });
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
