/** Bounds of the sandbox. Times are milliseconds, sizes are bytes unless stated otherwise. */
export interface RuleLimits {
  /**
   * CPU time after which QuickJS interrupts a source. CPU time, so that a busy machine does not fail honest sources. An
   * ordinary rule takes 0.002 ms, a convention 0.5 ms.
   */
  readonly ruleMilliseconds: number;
  /** Wall-clock time after which QuickJS interrupts a source. */
  readonly interruptMilliseconds: number;
  /**
   * Wall-clock time without progress after which the watchdog ends the worker, for code that QuickJS can't interrupt,
   * such as `new Array(2e8) + ''`. Longer than interruptMilliseconds, so that an endless loop does not end the worker.
   */
  readonly stallMilliseconds: number;
  /** The same limit while the VM reads the scope, before the first source. */
  readonly prepareMilliseconds: number;
  /**
   * CPU time of a call with a slow or overrunning source. The rest then fails with `timeout`. Sources known to be quick
   * run first, so only new and slow ones can fail so.
   */
  readonly batchMilliseconds: number;
  /** Time in the worker after which a call yields to the next one in the queue. */
  readonly sliceMilliseconds: number;
  /** Time for which a source that overran is rejected without running. */
  readonly quarantineMilliseconds: number;
  /** Time after which an unused worker ends. */
  readonly idleMilliseconds: number;
  /** Time to start a worker, before the sandbox counts as unavailable. */
  readonly startMilliseconds: number;
}

export const defaultLimits: RuleLimits = {
  ruleMilliseconds: 20,
  interruptMilliseconds: 45,
  stallMilliseconds: 60,
  prepareMilliseconds: 1_000,
  batchMilliseconds: 1_000,
  sliceMilliseconds: 25,
  quarantineMilliseconds: 60_000,
  idleMilliseconds: 30_000,
  startMilliseconds: 10_000,
};

/** Longest source, in UTF-16 units. About 400 group ids fit. */
export const maximumSourceLength = 16_384;

/** Longest scope as JSON, in UTF-16 units: a user in 12,000 groups. A new VM has room for two. */
export const maximumScopeLength = 512 * 1024;

/** Rules remembered by the service and kept compiled in the worker; about 0.5 KiB of VM memory each. */
export const maximumKnownRules = 4_096;

/** Most sources handed to the worker at once. */
export const maximumSliceUnits = 1_024;

/** Bounds inside the worker. */
export interface VmBounds {
  /** Longest rendered text, in UTF-16 units. */
  readonly maximumTextLength: number;
  /** A slower source runs after the quick ones of its batch. */
  readonly slowMilliseconds: number;
  /** The VM's fixed memory, in WebAssembly pages of 64 KiB: the real memory limit. About 10 MiB of it are heap. */
  readonly memoryPages: number;
  /** QuickJS' own memory limit, which in this build only applies to single allocations. */
  readonly largestAllocation: number;
  /** Contiguous free memory that a unit needs. With less, a new VM takes over. */
  readonly room: number;
  /**
   * Memory that a call may retain besides compiled rules and scope. With more, a new VM takes over. A rule can retain
   * data in private fields, which even frozen objects accept.
   */
  readonly retained: number;
  /** QuickJS' call stack; see hostStackMegabytes. */
  readonly stack: number;
}

export const vmBounds: VmBounds = {
  maximumTextLength: 16_384,
  slowMilliseconds: 10,
  // 16 MiB, the least this build of QuickJS accepts.
  memoryPages: 256,
  largestAllocation: 8 * 1024 * 1024,
  room: 4 * 1024 * 1024,
  retained: 1024 * 1024,
  stack: 128 * 1024,
};

/** The worker thread's stack. QuickJS' parser takes about 16 bytes of it for each byte of its own, smaller stack. */
export const hostStackMegabytes = 8;
