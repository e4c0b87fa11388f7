/** A figure of a node, which its metrics show. */
export interface Figure {
  name: string;
  help: string;
  kind: 'counter' | 'gauge';
  labels?: readonly string[];
  /** Returns the present values, each with its labels. A counter only grows. */
  read(): readonly FigureValue[] | Promise<readonly FigureValue[]>;
}

export interface FigureValue {
  value: number;
  labels?: Readonly<Record<string, string>>;
}
