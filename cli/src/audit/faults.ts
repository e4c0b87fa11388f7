/** A fault that the verification found. */
export interface Fault {
  /** `altered`: data was changed. `unproven`: the data is consistent, but its proof is missing. */
  kind: 'altered' | 'unproven';
  /** Source of the chain; absent for a fault outside of any chain. */
  source?: string;
  sequence?: number;
  /** A sentence that names the place of the fault. */
  message: string;
}

export type ReportFault = (fault: Fault) => void;
