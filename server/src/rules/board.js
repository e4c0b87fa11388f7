// @ts-check
/**
 * Memory shared with the worker. The watchdog can read it even when the worker does not answer. This file is plain
 * JavaScript, because the worker loads it (worker.js).
 */

/** Indexes into Board.signs: a counter of started units, and the position of the running unit. */
export const startedUnits = 0;
export const position = 1;

/** The position before the first unit has begun. */
export const preparing = -1;

/** Codes in Board.verdicts, as in realm.js; 0 for a unit without a verdict. */
export const allowed = 1;
export const denied = 2;

const headerBytes = 8;

/** @typedef {{ signs: Int32Array, verdicts: Uint8Array }} Board */

/**
 * Returns the memory of a board with one verdict per position.
 * @param {number} units maximum number of units in a slice
 */
export const newBoard = (units) => new SharedArrayBuffer(headerBytes + units);

/** @type {(buffer: SharedArrayBuffer) => Board} */
export const readBoard = (buffer) => ({
  signs: new Int32Array(buffer, 0, 2),
  verdicts: new Uint8Array(buffer, headerBytes),
});
