// @ts-check
import { newQuickJSWASMModuleFromVariant, newVariant, RELEASE_SYNC } from 'quickjs-emscripten';
import { allowed, denied } from './board.js';

/**
 * @import { QuickJSContext, QuickJSEmscriptenModule, QuickJSHandle, QuickJSRuntime } from 'quickjs-emscripten'
 * @import { RuleFailureKind } from '../domain/catalog/rules.ts'
 * @import { Boot, Frame, UnitFailure } from './protocol.ts'
 */

/**
 * The result of one unit: a verdict code, a rendered text, `true` for a source that compiles, or a failure.
 * @typedef {typeof allowed | typeof denied | true | { text: string } | UnitFailure} Outcome
 */

/**
 * A QuickJS VM with fixed memory, and one realm for all rules (realm.js).
 * @typedef {object} Vm
 * @property {(frame: Frame) => boolean} begin false when the frame does not fit into memory
 * @property {(id: number) => Outcome} judge
 * @property {(source: string) => Outcome} render
 * @property {(source: string) => Outcome} checkRule
 * @property {(source: string) => Outcome} checkConvention
 * @property {(id: number, source: string) => void} load registers a rule, which is compiled when first judged
 * @property {(id: number) => void} drop
 * @property {() => boolean} spoiled true when the last unit left the VM unusable
 * @property {() => boolean} hasGrown true when the VM retains more memory than compiled rules and scope explain
 */

/** Thrown when the interrupt handler stopped a unit. */
class Interrupted extends Error {}

/** @type {UnitFailure} */
const timeout = { kind: 'timeout', message: 'It ran too long and was stopped.', guilty: true };

/** @type {UnitFailure} */
const brokenDown = {
  kind: 'memory',
  message: 'It exhausted the memory or the call stack of its sandbox.',
  guilty: true,
};

/** @type {UnitFailure} */
const leftWork = {
  kind: 'error',
  message: 'It started asynchronous work (a promise, an async function), which is not available.',
  guilty: true,
};

/**
 * @param {Outcome} outcome
 * @returns {outcome is UnitFailure}
 */
export const isFailure = (outcome) => typeof outcome === 'object' && 'kind' in outcome;

/**
 * Compiles a rule to a function of request, user and app, without running any of the source.
 * @param {QuickJSContext} context
 * @param {string} source
 */
const compileExpression = (context, source) => {
  // The source must be one expression in two different wrappings, so that it can't close one of them and put
  // code outside of the function. "1); x(); (2" is no array element, and "1)}; x(); {(2" closes a brace that
  // the first wrapping has not opened.
  const element = context.evalCode(`"use strict";[(\n${source}\n)]`, 'rule', { compileOnly: true });
  if (element.error) return element;
  element.dispose();
  // An arrow function has no name, `arguments` or prototype, so a rule can't reach its own function and can't
  // keep state on it.
  return context.evalCode(`"use strict";(request,user,app)=>{return(\n${source}\n)}`, 'rule', {
    strip: true,
  });
};

/**
 * Interrupts a unit that overruns.
 * @param {QuickJSRuntime} runtime
 * @param {Boot} boot
 */
const budgetOf = (runtime, { ruleMilliseconds, interruptMilliseconds }) => {
  let armed = false;
  let fresh = true;
  let interrupted = false;
  let startCpu = process.threadCpuUsage();
  let startWall = performance.now();
  runtime.setInterruptHandler(() => {
    if (!armed) return false;
    // QuickJS calls this about every 10,000 branches. Ordinary rules end before, so the clocks start here.
    if (fresh) {
      fresh = false;
      startCpu = process.threadCpuUsage();
      startWall = performance.now();
      return false;
    }
    const used = process.threadCpuUsage(startCpu);
    interrupted ||=
      used.user + used.system > ruleMilliseconds * 1_000 ||
      performance.now() - startWall > interruptMilliseconds;
    return interrupted;
  });
  return {
    /** Starts the time of a unit. */
    arm: () => {
      armed = true;
      fresh = true;
      interrupted = false;
    },
    /** Ends the time of the unit. The sandbox's own work is not limited. */
    disarm: () => {
      armed = false;
    },
    interrupted: () => interrupted,
  };
};

/**
 * Creates a runtime with fixed memory. Returns it with its allocator.
 * @param {Boot} boot
 */
const newRuntime = async (boot) => {
  const variant = newVariant(RELEASE_SYNC, {
    wasmModule: boot.quickjs,
    wasmMemory: new WebAssembly.Memory({ initial: boot.memoryPages, maximum: boot.memoryPages }),
  });
  /** @type {QuickJSEmscriptenModule[]} */
  const loaded = [];
  const quickjs = await newQuickJSWASMModuleFromVariant({
    ...variant,
    importModuleLoader: async () => {
      const load = await variant.importModuleLoader();
      if (typeof load !== 'function') throw new Error('This variant of QuickJS has no loader');
      return async (options) => {
        const module = await load(options);
        loaded.push(module);
        return module;
      };
    },
  });
  const [allocator] = loaded;
  if (allocator === undefined) throw new Error('QuickJS was not loaded by its variant');
  const runtime = quickjs.newRuntime();
  runtime.setMemoryLimit(boot.largestAllocation);
  runtime.setMaxStackSize(boot.stack);
  return { runtime, allocator };
};

/**
 * Loads EJS (the browser build, which has no imports) and the realm. Returns the realm's functions.
 * @param {QuickJSContext} context
 * @param {Boot} boot
 */
const newRealm = (context, boot) => {
  const bundle = `((exports, module) => { ${boot.ejs}\n; return module.exports; })({}, { exports: {} })`;
  const ejs = context.unwrapResult(context.evalCode(bundle, 'ejs'));
  const createRealm = context.unwrapResult(context.evalCode(boot.realm, 'realm'));
  const maximumTextLength = context.newNumber(boot.maximumTextLength);
  return context.unwrapResult(context.callFunction(createRealm, context.undefined, ejs, maximumTextLength));
};

/**
 * Calls the functions of the realm.
 * @param {QuickJSContext} context
 * @param {QuickJSHandle} realm
 * @param {() => boolean} interrupted
 */
const doorOf = (context, realm, interrupted) => {
  const names = /** @type {const} */ ([
    'begin',
    'judge',
    'render',
    'compiles',
    'reject',
    'failure',
    'isIntact',
  ]);
  const functions = new Map(names.map((name) => [name, context.getProp(realm, name)]));

  /**
   * @param {typeof names[number]} name
   * @param {QuickJSHandle[]} values
   * @returns {QuickJSHandle}
   * @throws Interrupted when the unit overran; another error when the VM is out of memory
   */
  const call = (name, ...values) => {
    const entry = /** @type {QuickJSHandle} */ (functions.get(name));
    const result = context.callFunction(entry, context.undefined, ...values);
    if (!result.error) return result.value;
    result.dispose();
    throw interrupted() ? new Interrupted() : new Error(`The realm could not ${name}`);
  };

  return {
    call,
    /**
     * @param {typeof names[number]} name
     * @param {string} text
     */
    callWithText: (name, text) => context.newString(text).consume((handle) => call(name, handle)),
    /** @returns {UnitFailure} */
    lastFailure: () => {
      const json = call('failure').consume((handle) => context.getString(handle));
      const failure = /** @type {{ kind: RuleFailureKind, message: string }} */ (JSON.parse(json));
      // Makes one line and one sentence of any thrown text.
      const line = failure.message.replace(/[\s\p{C}]+/gu, ' ').trim();
      return { kind: failure.kind, message: /[.!?]$/.test(line) ? line : `${line}.`, guilty: false };
    },
    isIntact: () => call('isIntact').consume((handle) => context.dump(handle) === true),
  };
};

/** Estimated memory of a compiled rule. Measured: 420 bytes for a source of 65 characters. */
const bytesOfRule = (/** @type {string} */ source) => 512 + 8 * source.length;

/** Estimated memory of a scope per character of its JSON. */
const bytesOfScopeCharacter = 6;

/**
 * Compiles rules when first used, and keeps them.
 * @param {QuickJSContext} context
 * @param {ReturnType<typeof doorOf>} door
 */
const createLibrary = (context, door) => {
  /** @type {Map<number, string>} */
  const sources = new Map();
  /** @type {Map<number, QuickJSHandle | UnitFailure>} */
  const compiled = new Map();
  /** @type {Map<number, number>} */
  const sizes = new Map();
  let size = 0;

  /**
   * @param {string} source
   * @returns {QuickJSHandle | UnitFailure}
   */
  const compile = (source) => {
    const result = compileExpression(context, source);
    if (!result.error) return result.value;
    try {
      door.call('reject', result.error).dispose();
      return door.lastFailure();
    } finally {
      result.dispose();
    }
  };

  return {
    compile,
    /**
     * @param {number} id
     * @param {string} source
     */
    load: (id, source) => {
      sources.set(id, source);
    },
    /** @param {number} id */
    drop: (id) => {
      const rule = compiled.get(id);
      if (rule !== undefined && !('kind' in rule)) rule.dispose();
      compiled.delete(id);
      sources.delete(id);
      size -= sizes.get(id) ?? 0;
      sizes.delete(id);
    },
    /** An upper estimate of the memory of all compiled rules. */
    size: () => size,
    /** @param {number} id */
    rule: (id) => {
      const known = compiled.get(id);
      if (known !== undefined) return known;
      const source = sources.get(id) ?? '';
      const rule = compile(source);
      sources.delete(id);
      sizes.set(id, bytesOfRule(source));
      size += bytesOfRule(source);
      compiled.set(id, rule);
      return rule;
    },
  };
};

/**
 * @param {Boot} boot
 * @returns {Promise<Vm>}
 */
export const createVm = async (boot) => {
  const { runtime, allocator } = await newRuntime(boot);
  const context = runtime.newContext();
  const realm = newRealm(context, boot);
  const budget = budgetOf(runtime, boot);
  const door = doorOf(context, realm, budget.interrupted);
  const library = createLibrary(context, door);

  let spoiled = false;
  let scopeLength = 0;

  /** @param {number} bytes */
  const hasRoom = (bytes) => {
    const room = allocator._malloc(bytes);
    if (room !== 0) allocator._free(room);
    return room !== 0;
  };

  /** Returns the largest free block of a new VM, in steps of 64 KiB. */
  const largestBlock = () => {
    let pages = boot.memoryPages;
    while (pages > 0 && !hasRoom(pages * 65_536)) pages -= 1;
    return pages * 65_536;
  };
  const freeAtFirst = largestBlock();

  /**
   * @param {() => Outcome} run
   * @returns {Outcome}
   */
  const attempt = (run) => {
    budget.arm();
    try {
      const outcome = run();
      // A value does not count when the code swallowed the interruption.
      return budget.interrupted() ? timeout : outcome;
    } catch (error) {
      if (error instanceof Interrupted) return timeout;
      // A WebAssembly trap or a limit of the host: the VM is in an unknown state.
      return brokenDown;
    } finally {
      budget.disarm();
    }
  };

  /** @param {UnitFailure} failure */
  const isSpoiledBy = (failure) => {
    try {
      return failure.kind === 'memory' || !door.isIntact();
    } catch {
      return true;
    }
  };

  /**
   * Whether the next unit has enough memory. Checked after each unit, because the bridge to QuickJS does not check its
   * own allocations.
   */
  const isRoomy = () => hasRoom(boot.room);

  /**
   * Runs a unit and checks the state of the VM.
   * @param {() => Outcome} run
   * @returns {Outcome}
   */
  const unit = (run) => {
    const outcome = attempt(run);
    const pending = runtime.hasPendingJob();
    if (!isFailure(outcome)) {
      spoiled = pending || !isRoomy();
      return pending ? leftWork : outcome;
    }
    const guilty = pending || isSpoiledBy(outcome);
    spoiled = guilty || !isRoomy();
    return guilty ? { ...outcome, guilty } : outcome;
  };

  /**
   * @param {number} id
   * @returns {Outcome}
   */
  const judge = (id) => {
    const rule = library.rule(id);
    if ('kind' in rule) return rule;
    const verdict = door.call('judge', rule);
    const code = context.getNumber(verdict);
    verdict.dispose();
    return code === allowed || code === denied ? code : door.lastFailure();
  };

  /**
   * @param {string} source
   * @returns {Outcome}
   */
  const render = (source) => {
    const json = door
      .callWithText('render', JSON.stringify(source))
      .consume((handle) => context.getString(handle));
    return json === '' ? door.lastFailure() : { text: JSON.parse(json) };
  };

  /**
   * @param {string} source
   * @returns {Outcome}
   */
  const checkRule = (source) => {
    const rule = library.compile(source);
    if ('kind' in rule) return rule;
    rule.dispose();
    return true;
  };

  /**
   * @param {string} source
   * @returns {Outcome}
   */
  const checkConvention = (source) => {
    const answer = door.callWithText('compiles', JSON.stringify(source));
    return answer.consume((handle) => context.dump(handle) === true) || door.lastFailure();
  };

  return {
    begin: (frame) => {
      try {
        scopeLength = frame.scope.length;
        door.callWithText('begin', JSON.stringify(frame)).dispose();
        spoiled = false;
      } catch {
        spoiled = true;
      }
      return !spoiled;
    },
    judge: (id) => unit(() => judge(id)),
    render: (source) => unit(() => render(source)),
    checkRule: (source) => unit(() => checkRule(source)),
    checkConvention: (source) => unit(() => checkConvention(source)),
    load: library.load,
    drop: library.drop,
    spoiled: () => spoiled,
    hasGrown: () => {
      const explained = library.size() + bytesOfScopeCharacter * scopeLength + boot.retained;
      return !hasRoom(Math.max(freeAtFirst - explained, boot.room));
    },
  };
};
