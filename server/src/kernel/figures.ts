/** A metric of a node. */
export interface Figure {
  name: string;
  help: string;
  kind: 'counter' | 'gauge';
  labels?: readonly string[];
  /** Returns the current values, each with its labels. A counter never decreases. */
  read(): readonly FigureValue[] | Promise<readonly FigureValue[]>;
}

export interface FigureValue {
  value: number;
  labels?: Readonly<Record<string, string>>;
}
