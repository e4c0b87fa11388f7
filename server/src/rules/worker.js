// @ts-check
import { parentPort, workerData } from 'node:worker_threads';
import { beat, position as positionSign, readBoard, undecided } from './board.js';
import { createVm, isFailure } from './vm.js';

/**
 * The entry of the sandbox's worker thread, which runs slices one after the other. This file and its imports are plain
 * JavaScript with types in comments. Loading Node's type stripper would double the start time of each new worker.
 *
 * @import { Boot, Slice, SliceReport, UnitFailure } from './protocol.ts'
 * @import { Outcome, Vm } from './vm.js'
 */

/** @type {UnitFailure} */
const scopeTooLarge = {
  kind: 'memory',
  message: 'The data of this request and user is too large.',
  guilty: false,
};

/**
 * @typedef {object} Progress
 * @property {number} finished
 * @property {[number, UnitFailure][]} failures
 * @property {[number, string][]} texts
 * @property {number[]} slow
 */

/** @param {Slice} slice */
const unitsOf = (slice) => (slice.work === 'judge' ? slice.ids.length : slice.sources.length);

/**
 * @param {Vm} vm
 * @param {Slice} slice
 * @param {number} position
 * @returns {Outcome}
 */
const runUnit = (vm, slice, position) => {
  if (slice.work === 'judge') return vm.judge(Number(slice.ids[position]));
  const source = String(slice.sources[position]);
  if (slice.work === 'render') return vm.render(source);
  return slice.work === 'check-rule' ? vm.checkRule(source) : vm.checkConvention(source);
};

/**
 * @param {Vm} vm
 * @param {Slice} slice
 * @param {Progress} progress
 * @returns {boolean} false when the scope does not fit, which fails every unit of the slice
 */
const prepare = (vm, slice, progress) => {
  if (slice.work === 'judge') {
    for (const id of slice.drop) vm.drop(id);
    for (const [id, source] of slice.load) vm.load(id, source);
  }
  if (!('frame' in slice) || vm.begin(slice.frame)) return true;
  progress.finished = unitsOf(slice);
  progress.failures = Array.from({ length: progress.finished }, (_, at) => [at, scopeTooLarge]);
  return false;
};

/**
 * @param {Uint8Array} verdicts
 * @param {Progress} progress
 * @param {Outcome} outcome
 */
const record = (verdicts, progress, outcome) => {
  const position = progress.finished;
  if (typeof outcome === 'number') verdicts[position] = outcome;
  else if (outcome === true) verdicts[position] = undecided;
  else if ('text' in outcome) progress.texts.push([position, outcome.text]);
  else progress.failures.push([position, outcome]);
  progress.finished += 1;
};

/**
 * @param {Vm} vm
 * @param {Boot} boot
 * @param {Slice} slice
 * @returns {SliceReport}
 */
const runSlice = (vm, boot, slice) => {
  const { signs, verdicts } = readBoard(boot.board);
  /** @type {Progress} */
  const progress = { finished: 0, failures: [], texts: [], slow: [] };
  const units = unitsOf(slice);
  const startCpu = process.threadCpuUsage();
  const start = performance.now();
  let last = start;
  let going = prepare(vm, slice, progress);
  while (going && progress.finished < units) {
    const position = progress.finished;
    Atomics.store(signs, positionSign, position);
    Atomics.add(signs, beat, 1);
    const outcome = runUnit(vm, slice, position);
    record(verdicts, progress, outcome);
    const now = performance.now();
    if (now - last > boot.slowMilliseconds) progress.slow.push(position);
    going = !vm.spoiled() && !(isFailure(outcome) && outcome.guilty) && now - start < boot.sliceMilliseconds;
    last = now;
  }
  const used = process.threadCpuUsage(startCpu);
  return {
    ...progress,
    cpuMilliseconds: (used.user + used.system) / 1_000,
    retire: vm.spoiled() || vm.hasGrown(),
  };
};

const boot = /** @type {Boot} */ (workerData);
const port = parentPort;
if (port === null) throw new Error('This module is the entry of a worker thread.');
const vm = await createVm(boot);
port.on('message', (/** @type {Slice} */ slice) => port.postMessage(runSlice(vm, boot, slice)));
port.postMessage('ready');
