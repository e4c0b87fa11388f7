// @ts-check
import { parentPort, workerData } from 'node:worker_threads';
import { allowed, denied, position as positionSign, readBoard, startedUnits } from './board.js';
import { isFailure, Vm } from './vm.js';

/**
 * The entry of the sandbox's worker thread, which runs slices one after the other. This file and its imports are plain
 * JavaScript with types in comments. Loading Node's type stripper would double the start time of each new worker.
 *
 * @import { BootData, RuleOutcome, Slice, SliceReport, UnitFailure } from './protocol.ts'
 */

/** @type {UnitFailure} */
const scopeTooLarge = {
  kind: 'memory',
  message: 'The data of this request and user is too large.',
  harmful: false,
};

/**
 * Runs the units until the slice's time is over, or until one overruns or spoils the VM.
 * @type {(vm: Vm, boot: BootData, slice: Slice) => Pick<SliceReport, 'outcomes' | 'slow'>}
 */
const runUnits = (vm, boot, { work, input, sources }) => {
  const { signs, verdicts } = readBoard(boot.board);
  /** @type {RuleOutcome[]} */
  const outcomes = [];
  /** @type {number[]} */
  const slow = [];
  const start = performance.now();
  if (!vm.begin(input)) return { outcomes: sources.map(() => scopeTooLarge), slow };
  // The time to read the scope does not count for the first unit.
  let last = performance.now();
  for (const [position, source] of sources.entries()) {
    Atomics.store(signs, positionSign, position);
    Atomics.add(signs, startedUnits, 1);
    const outcome = vm.run(work, source);
    outcomes.push(outcome);
    if (typeof outcome === 'boolean') verdicts[position] = outcome ? allowed : denied;
    const now = performance.now();
    if (now - last > boot.slowMilliseconds) slow.push(position);
    last = now;
    if (vm.spoiled || (isFailure(outcome) && outcome.harmful) || now - start >= boot.sliceMilliseconds) break;
  }
  return { outcomes, slow };
};

/** @type {(vm: Vm, boot: BootData, slice: Slice) => SliceReport} */
const runSlice = (vm, boot, slice) => {
  const startCpu = process.threadCpuUsage();
  const { outcomes, slow } = runUnits(vm, boot, slice);
  const { user, system } = process.threadCpuUsage(startCpu);
  return {
    outcomes,
    slow,
    cpuMilliseconds: (user + system) / 1_000,
    retire: vm.spoiled || vm.hasGrown(),
  };
};

const boot = /** @type {BootData} */ (workerData);
const port = parentPort;
if (port === null) throw new Error('This module is the entry of a worker thread.');
const vm = await Vm.create(boot);
port.on('message', (/** @type {Slice} */ slice) => port.postMessage(runSlice(vm, boot, slice)));
port.postMessage('ready');
