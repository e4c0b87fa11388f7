/** Header with which workers name the run that makes a call. Graph has no such header. */
export const RUN_HEADER = 'x-test-run';

/** A call to the stand-in. */
export interface RecordedCall {
  number: number;
  /** Milliseconds since 1970 on the stand-in's clock. */
  at: number;
  method: string;
  /** Path and query below the version. */
  path: string;
  /** Method and pattern of the endpoint; undefined for an unknown one. */
  route?: string;
  tenantId?: string;
  clientId?: string;
  /** Id of the team in the path. */
  teamId?: string;
  /** Number of the `$batch` call that contained this one. */
  batch?: number;
  /** Number of the run that made it (fleet.ts); undefined outside of a fleet. */
  run?: string;
  /** 0 when the connection was reset. */
  status?: number;
  retryAfterSeconds?: number;
  /** Kind of the injected fault (behaviour.ts). */
  fault?: string;
  /** The exceeded budgets. */
  exceeded: string[];
  /** Number of calls that had begun when the response to this one was sent. */
  answeredAfter?: number;
}

/** Returns the run that makes a call. */
export const runOf = ({
  headers: { [RUN_HEADER]: run },
}: {
  headers: Readonly<Record<string, string | undefined>>;
}): Pick<RecordedCall, 'run'> => (run === undefined ? {} : { run });

/** Records every call to the stand-in, in the order in which the calls begin. */
export class CallLog {
  readonly all: RecordedCall[] = [];
  /** For each killed worker, the number of calls that had begun by then. The last responses to the worker are lost. */
  readonly deaths: number[] = [];
  /** Called with each call before its response. */
  onBegin: (call: RecordedCall) => void = () => undefined;

  begin(call: Omit<RecordedCall, 'number' | 'exceeded'>): RecordedCall {
    const recorded = { ...call, number: this.all.length + 1, exceeded: [] };
    this.all.push(recorded);
    this.onBegin(recorded);
    return recorded;
  }

  end(call: RecordedCall, status: number, headers: Record<string, string> = {}): void {
    call.status = status;
    call.answeredAfter = this.all.length;
    const retryAfter = headers['retry-after'];
    if (retryAfter !== undefined) call.retryAfterSeconds = Number(retryAfter);
  }

  /** Counts by endpoint, the most frequent first. */
  byRoute(): [route: string, calls: number][] {
    const counts = new Map<string, number>();
    for (const { route, method, path } of this.all) {
      const name = route ?? `${method} ${path}`;
      counts.set(name, (counts.get(name) ?? 0) + 1);
    }
    return [...counts].sort(([, one], [, other]) => other - one);
  }

  clear(): void {
    this.all.length = 0;
    this.deaths.length = 0;
  }
}
