/** A metric of a node. */
export interface Metric {
  name: string;
  help: string;
  kind: 'counter' | 'gauge';
  labels?: readonly string[];
  /** Returns the current values, each with its labels. A counter never decreases. */
  read(): readonly MetricValue[] | Promise<readonly MetricValue[]>;
}

export interface MetricValue {
  value: number;
  labels?: Readonly<Record<string, string>>;
}
