/** Bounds of the sandbox. Times are milliseconds, sizes bytes unless said otherwise. */
export interface RuleLimits {
  /**
   * Processor time one source may use before QuickJS interrupts it, so that a busy machine does not make
   * an honest one fail. An ordinary rule needs 0.002, a convention 0.5.
   */
  readonly ruleMilliseconds: number;
  /** Wall-clock time after which QuickJS interrupts it nevertheless. */
  readonly interruptMilliseconds: number;
  /**
   * Wall-clock time without a sign of life after which the watchdog ends the worker: for what QuickJS
   * cannot interrupt, such as `new Array(2e8) + ''`. Longer than interruptMilliseconds, so that an endless
   * loop does not cost a worker.
   */
  readonly stallMilliseconds: number;
  /** The same for the time before the first source of a call, when the VM reads what they will see. */
  readonly prepareMilliseconds: number;
  /**
   * Processor time for one call once one of its sources has overrun or was slow; what is then left fails
   * with `timeout`. Known quick sources are run first, so only new and slow ones are ever left.
   */
  readonly batchMilliseconds: number;
  /** A call gives way to the next one in the queue after this time in the worker. */
  readonly sliceMilliseconds: number;
  /** How long a source that overran is refused without being run. */
  readonly quarantineMilliseconds: number;
  /** How long an unused worker is kept. */
  readonly idleMilliseconds: number;
  /** How long a worker may take to start before the sandbox counts as unavailable. */
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

/** Longest source, in UTF-16 units: an audience of some 400 group ids still fits. */
export const maximumSourceLength = 16_384;

/** Longest scope as JSON, in UTF-16 units: a user in 12,000 groups. A new VM has room for it twice over. */
export const maximumScopeLength = 512 * 1024;

/** Rules remembered by the service and kept compiled in the worker; about 0.5 KiB of VM memory each. */
export const maximumKnownRules = 4_096;

/** Most sources handed to the worker at once. */
export const maximumSliceUnits = 1_024;

/** Bounds inside the worker, handed to it when it starts. */
export interface VmBounds {
  /** Longest rendered text, in UTF-16 units. */
  readonly maximumTextLength: number;
  /** A source slower than this is run after the quick ones of its batch. */
  readonly slowMilliseconds: number;
  /**
   * The VM's whole memory, in WebAssembly pages of 64 KiB. It is fixed (initial = maximum), so it is the
   * real memory limit; about 10 MiB of it is heap.
   */
  readonly memoryPages: number;
  /** QuickJS' own memory limit: in this build it sees the size of single allocations only. */
  readonly largestAllocation: number;
  /** What must be free, in one piece, before a unit is run; otherwise a new VM takes over. */
  readonly room: number;
  /**
   * Memory that a call may leave behind besides compiled rules and scope; with more, a new VM takes over. A rule
   * can keep data in private fields of shared objects, frozen ones too.
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

/**
 * The worker thread's stack. Large enough for QuickJS to reach its own limit first: its parser takes about
 * 16 bytes of this one for each of its own.
 */
export const hostStackMegabytes = 8;
