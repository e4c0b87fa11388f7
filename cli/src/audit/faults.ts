/** A fault, as a sentence that names its place. */
export interface Fault {
  /** `altered`: data was changed. `unproven`: the data is consistent, but its proof is missing. */
  kind: 'altered' | 'unproven';
  /** Source of the chain; absent for a fault outside of any chain. */
  source?: string;
  sequence?: number;
  message: string;
}

export type Report = (fault: Fault) => void;
