/**
 * Metrics, by the conventions of Prometheus (prometheus.io/docs/practices/naming): base units, the unit at the end of the
 * name, `_total` for counters only. A label has few values: never an id, a name of a person or an address.
 */
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { withinTime } from './deadline.ts';

/** A metric of a node whose values are read when it is scraped. */
export interface Metric {
  name: string;
  help: string;
  kind: 'counter' | 'gauge';
  labels?: readonly string[];
  /** Returns the current values, each with its labels. A counter never decreases. A failure leaves the metric empty. */
  read(): readonly MetricValue[] | Promise<readonly MetricValue[]>;
}

export interface MetricValue {
  value: number;
  labels?: Readonly<Record<string, string>>;
}

/** The counters, histograms and peaks of this process. Each is declared beside the code that counts. */
export const PROCESS_METRICS = new Registry();

/** Declares a counter. Its name ends in `_total`. */
export const counter = <Label extends string = never>(
  name: `charter_${string}_total`,
  help: string,
  labelNames: readonly Label[] = [],
): Counter<Label> => new Counter({ name, help, labelNames, registers: [PROCESS_METRICS] });

/** Declares a histogram of durations. @param buckets upper bounds in seconds */
export const durations = <Label extends string = never>(
  name: `charter_${string}_seconds`,
  help: string,
  labelNames: readonly Label[],
  buckets: number[],
): Histogram<Label> => new Histogram({ name, help, labelNames, buckets, registers: [PROCESS_METRICS] });

/** Length of a period of peaks. Assumes that Prometheus scrapes at least once a minute. */
const PEAK_MILLISECONDS = 60_000;

export interface Peaks {
  observe(label: string, value: number): void;
}

/**
 * Declares a gauge of the highest observed values. A scrape finds a peak for one to two minutes, however short the peak
 * was. Without further values, the gauge then returns to 0.
 * @param labelName the gauge's only label
 * @param now returns a time in milliseconds
 */
export function peaks(
  name: `charter_${string}`,
  help: string,
  labelName: string,
  now: () => number = () => performance.now(),
  registry: Registry = PROCESS_METRICS,
): Peaks {
  let period = 0;
  let current = new Map<string, number>();
  let previous = new Map<string, number>();
  const labels = new Set<string>();
  const turn = (): void => {
    const present = Math.floor(now() / PEAK_MILLISECONDS);
    if (present === period) return;
    previous = present === period + 1 ? current : new Map();
    current = new Map();
    period = present;
  };
  new Gauge({
    ...{ name, help, labelNames: [labelName], registers: [registry] },
    collect() {
      turn();
      for (const label of labels)
        this.set({ [labelName]: label }, Math.max(current.get(label) ?? 0, previous.get(label) ?? 0));
    },
  });
  return {
    observe(label, value) {
      turn();
      labels.add(label);
      current.set(label, Math.max(current.get(label) ?? 0, value));
    },
  };
}

/** Maximum time that a scrape waits for a reading. Prometheus gives up after ten seconds by default. */
const WAIT_MILLISECONDS = 2_000;

/**
 * Minimum time between the starts of two readings, as a multiple of the first one's duration: readings take at most 2 %
 * of a core.
 */
const REST = 50;

/**
 * Shares one reading among all scrapes of a node. However often the node is scraped, it reads at most once in
 * `milliseconds`, and less often when a reading takes long. The next scrape repeats a failed reading.
 */
export class SharedReading<Value> {
  readonly #read: () => Promise<Value>;
  readonly #milliseconds: number;
  readonly #now: () => number;
  #dueAt = Number.NEGATIVE_INFINITY;
  #reading: Promise<Value> | undefined;

  /** @param now returns a time in milliseconds */
  constructor(read: () => Promise<Value>, milliseconds: number, now: () => number = () => performance.now()) {
    this.#read = read;
    this.#milliseconds = milliseconds;
    this.#now = now;
  }

  /** @throws the error of the reading, or an error when it takes longer than two seconds */
  get(): Promise<Value> {
    const begun = this.#now();
    if (this.#reading === undefined || begun >= this.#dueAt) {
      this.#dueAt = begun + this.#milliseconds;
      const reading = this.#read();
      this.#reading = reading;
      reading.then(
        () => {
          this.#dueAt = Math.max(this.#dueAt, begun + REST * (this.#now() - begun));
        },
        () => {
          if (this.#reading === reading) this.#reading = undefined;
        },
      );
    }
    return withinTime(this.#reading, WAIT_MILLISECONDS, () => new Error('The reading took too long.'));
  }
}
