import type { RuleFailureKind } from '../domain/catalog/rules.ts';
import type { VmBounds } from './limits.ts';

/** The start parameters of a worker. Scripts come as text, so that a new worker reads no file. */
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

/** Common to all sources of a call. */
export interface Frame {
  /** The RuleScope as JSON. */
  readonly scope: string;
  /** Epoch milliseconds that Date returns as now. */
  readonly instant: number;
  /** Seed of Math.random for each source. */
  readonly seed: number;
}

/** Loads each audience rule into a worker once. Later slices send only its id. */
interface JudgeSlice {
  readonly work: 'judge';
  readonly frame: Frame;
  readonly ids: Int32Array;
  readonly load: readonly (readonly [id: number, source: string])[];
  readonly drop: readonly number[];
}

interface RenderSlice {
  readonly work: 'render';
  readonly frame: Frame;
  readonly sources: readonly string[];
}

interface CheckSlice {
  readonly work: 'check-rule' | 'check-convention';
  readonly sources: readonly string[];
}

/** A part of a call: one message, answered by one SliceReport. */
export type Slice = JudgeSlice | RenderSlice | CheckSlice;

export interface UnitFailure {
  readonly kind: RuleFailureKind;
  readonly message: string;
  /** Whether the source overran or harmed its VM. It is then quarantined. */
  readonly guilty: boolean;
}

export interface SliceReport {
  /** Number of finished units, counted from the first. */
  readonly finished: number;
  readonly failures: readonly (readonly [position: number, failure: UnitFailure])[];
  /** Rendered texts by position; empty for other work. Verdicts are on the board. */
  readonly texts: readonly (readonly [position: number, text: string])[];
  /** Positions that took longer than slowMilliseconds. */
  readonly slow: readonly number[];
  /** CPU time of the slice. */
  readonly cpuMilliseconds: number;
  /** Whether the VM must not be used again. */
  readonly retire: boolean;
}

/** The worker's first message; every later one is a SliceReport. */
export type Ready = 'ready';
