// @ts-check
/**
 * The memory shared with the worker: what the watchdog can still read when the worker no longer answers.
 * Plain JavaScript like everything the worker loads, see worker.js.
 */

/** Places in Board.signs: the first grows whenever a unit begins, the second is that unit's position. */
export const beat = 0;
export const position = 1;

/** The position before the first unit has begun. */
export const preparing = -1;

/** Codes in Board.verdicts; the realm gives the same ones. */
export const undecided = 0;
export const allowed = 1;
export const denied = 2;

const headerBytes = 8;

/**
 * @typedef {object} Board
 * @property {Int32Array} signs
 * @property {Uint8Array} verdicts one code per position
 */

/**
 * @param {number} units the most a slice may have
 * @returns {SharedArrayBuffer}
 */
export const newBoard = (units) => new SharedArrayBuffer(headerBytes + units);

/**
 * @param {SharedArrayBuffer} buffer
 * @returns {Board}
 */
export const readBoard = (buffer) => ({
  signs: new Int32Array(buffer, 0, 2),
  verdicts: new Uint8Array(buffer, headerBytes),
});
