import { availableParallelism } from 'node:os';

/** Bounds of the sandbox. Times are milliseconds, sizes are bytes unless stated otherwise. */
export const defaultLimits = {
  /**
   * CPU time after which QuickJS interrupts a source (docs/adr/0031-time-of-rules.md). An ordinary rule takes 0.002 ms,
   * a convention 0.5 ms.
   */
  ruleMilliseconds: 20,
  /**
   * CPU time without progress after which the watchdog ends the worker, for code that QuickJS can't interrupt, such as
   * `new Array(2e8) + ''`. Longer than ruleMilliseconds, so that an endless loop does not end the worker.
   */
  stallMilliseconds: 60,
  /** Replaces stallMilliseconds while the VM reads the scope, before the first source. */
  prepareMilliseconds: 1_000,
  /** Wall-clock time without progress after which the watchdog ends the worker, even if it used little CPU time. */
  backstopMilliseconds: 5_000,
  /**
   * CPU time of a call with a slow or harmful source. The remaining sources then fail with `timeout`. Known quick
   * sources run first, so that mainly new and slow ones fail this way.
   */
  batchMilliseconds: 1_000,
  /** CPU time of a call that evaluates one rule for many people. The remaining people then fail with `timeout`. */
  audienceMilliseconds: 3_000,
  /**
   * Maximum number of sandboxes of the process. The second one starts when a long call makes others wait. One core
   * stays free for the service itself.
   */
  sandboxes: Math.max(1, Math.min(2, availableParallelism() - 1)),
  /** Maximum number of waiting calls of a tenant. Further ones are rejected. */
  waitingCalls: 200,
  /** Time after which a waiting call with at most one slice is rejected. */
  waitMilliseconds: 10_000,
  /** Time in the worker after which a call yields to the next one in the queue. */
  sliceMilliseconds: 25,
  /** Time for which a source is rejected without running after a harmful failure (UnitFailure). */
  quarantineMilliseconds: 60_000,
  /** Time after which an unused worker ends. */
  idleMilliseconds: 30_000,
  /** Time to start a worker, before the sandbox counts as unavailable. */
  startMilliseconds: 10_000,
};

export type RuleLimits = Readonly<typeof defaultLimits>;

/** Maximum length of a source, in UTF-16 units. Enough for about 400 group ids. */
export const maximumSourceLength = 16_384;

/**
 * Maximum length of a scope as JSON, in UTF-16 units. Enough for a user in 12,000 groups. A new VM has memory for two
 * such scopes.
 */
export const maximumScopeLength = 512 * 1024;

/** Maximum number of sources handed to the worker at once. */
export const maximumSliceUnits = 1_024;

/** Bounds inside the worker. */
export const vmBounds = {
  /** Maximum length of a rendered text, in UTF-16 units. */
  maximumTextLength: 16_384,
  /** A slower source runs after the quick ones of its batch. */
  slowMilliseconds: 10,
  /** Maximum number of cached compiled rules, and of records of sources. A compiled rule takes 0.5 KiB of VM memory. */
  knownRules: 4_096,
  /** Maximum total length of the recorded sources of each kind, in UTF-16 units. */
  rememberedLength: 4 * 1024 * 1024,
  /**
   * The VM's fixed memory, in WebAssembly pages of 64 KiB: the real memory limit. It is 16 MiB, the least that this
   * build of QuickJS accepts. About 10 MiB of it are heap.
   */
  memoryPages: 256,
  /** QuickJS' own memory limit, which in this build only applies to single allocations. */
  largestAllocation: 8 * 1024 * 1024,
  /** Contiguous free memory that a unit needs. When less is free, the VM is replaced. */
  room: 4 * 1024 * 1024,
  /**
   * Memory that a call may retain besides compiled rules and scope. When it retains more, the VM is replaced. A rule
   * can retain data in private fields, which even frozen objects accept.
   */
  retained: 1024 * 1024,
  /** Size of QuickJS' call stack (see hostStackMegabytes). */
  stack: 128 * 1024,
};

/** Stack size of the worker thread. QuickJS' parser takes about 16 bytes of it for each byte of QuickJS' own stack. */
export const hostStackMegabytes = 8;
