import type { RuleFailureKind } from '../domain/catalog/rules.ts';
import type { RuleLimits, vmBounds } from './limits.ts';

/** QuickJS, compiled once for all workers of a slot, and the scripts that run inside it. */
export interface Artifacts {
  readonly quickjs: WebAssembly.Module;
  readonly realm: string;
  readonly ejs: string;
}

/** The start parameters of a worker. */
export type BootData = Artifacts &
  Readonly<typeof vmBounds> &
  Pick<RuleLimits, 'ruleMilliseconds' | 'sliceMilliseconds'> & {
    /** The memory shared with the worker (board.js). */
    readonly board: SharedArrayBuffer;
  };

/** The data that all sources of a call share. */
export interface SharedInput {
  /** The RuleScope as JSON. */
  readonly scope: string;
  /** Epoch milliseconds of the current time that Date returns. */
  readonly instant: number;
  /** Seed of Math.random for each source. */
  readonly seed: number;
}

/** A part of a call: one message, answered by one SliceReport. */
export interface Slice {
  readonly work: 'judge' | 'render' | 'check-rule' | 'check-convention';
  readonly input: SharedInput;
  readonly sources: readonly string[];
}

export interface UnitFailure {
  readonly kind: RuleFailureKind;
  readonly message: string;
  /** Whether the source overran or harmed its VM. A harmful source is quarantined. */
  readonly harmful: boolean;
}

/** The result of one unit: a verdict, a rendered text, `true` for a source that compiles, or a failure. */
export type RuleOutcome = boolean | { readonly text: string } | UnitFailure;

export interface SliceReport {
  /** Outcomes of the finished units, in the order of the slice. */
  readonly outcomes: readonly RuleOutcome[];
  /** Positions of the units that took longer than slowMilliseconds. */
  readonly slow: readonly number[];
  /** CPU time of the slice. */
  readonly cpuMilliseconds: number;
  /** Whether the VM must not be used again. */
  readonly retire: boolean;
}
