/** What is wrong, in a sentence that names the place. */
export interface Fault {
  /** `altered`: something is not what it was. `unproven`: it fits, and what would prove it is missing. */
  kind: 'altered' | 'unproven';
  /** Of the chain; absent for what belongs to no chain. */
  source?: string;
  sequence?: number;
  message: string;
}

export type Report = (fault: Fault) => void;
