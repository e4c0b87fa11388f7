import type { RuleFailureKind } from '../domain/catalog/rules.ts';
import type { VmBounds } from './limits.ts';

/** What the worker is started with. Sources are text, so a new worker reads no file of the realm. */
export interface Boot extends VmBounds {
  readonly quickjs: WebAssembly.Module;
  readonly realm: string;
  readonly ejs: string;
  /** See board.js. */
  readonly board: SharedArrayBuffer;
  readonly ruleMilliseconds: number;
  readonly interruptMilliseconds: number;
  readonly sliceMilliseconds: number;
}

/** Seen by every source of a call. */
export interface Frame {
  /** The RuleScope as JSON. */
  readonly scope: string;
  /** Epoch milliseconds that Date gives as now. */
  readonly instant: number;
  /** Start of Math.random's sequence, the same for each source of the call. */
  readonly seed: number;
}

/** Audience rules travel once; afterwards their id stands for them as long as the worker lives. */
export interface JudgeSlice {
  readonly work: 'judge';
  readonly frame: Frame;
  readonly ids: Int32Array;
  readonly load: readonly (readonly [id: number, source: string])[];
  readonly drop: readonly number[];
}

export interface RenderSlice {
  readonly work: 'render';
  readonly frame: Frame;
  readonly sources: readonly string[];
}

export interface CheckSlice {
  readonly work: 'check-rule' | 'check-convention';
  readonly sources: readonly string[];
}

/** Part of a call, handed to the worker in one message and answered by one SliceReport. */
export type Slice = JudgeSlice | RenderSlice | CheckSlice;

export interface UnitFailure {
  readonly kind: RuleFailureKind;
  readonly message: string;
  /** The source overran or harmed its VM, and is not run again for a while. */
  readonly guilty: boolean;
}

export interface SliceReport {
  /** Units done, counted from the first. The rest was not run. */
  readonly finished: number;
  readonly failures: readonly (readonly [position: number, failure: UnitFailure])[];
  /** Rendered texts by position; empty for other work. Verdicts are on the board. */
  readonly texts: readonly (readonly [position: number, text: string])[];
  /** Positions that took longer than slowMilliseconds. */
  readonly slow: readonly number[];
  /** Processor time the slice took. */
  readonly cpuMilliseconds: number;
  /** The VM must not be used again. */
  readonly retire: boolean;
}

/** The worker's first message; every later one is a SliceReport. */
export type Ready = 'ready';
