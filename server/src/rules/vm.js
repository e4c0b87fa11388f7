// @ts-check
import { LRUCache } from 'lru-cache';
import { newQuickJSWASMModuleFromVariant, newVariant, RELEASE_SYNC } from 'quickjs-emscripten';
import { allowed, denied } from './board.js';

/**
 * @import { QuickJSContext, QuickJSEmscriptenModule, QuickJSHandle, QuickJSRuntime } from 'quickjs-emscripten'
 * @import { RuleFailureKind } from '../domain/catalog/rules.ts'
 * @import { BootData, SharedInput, RuleOutcome, Slice, UnitFailure } from './protocol.ts'
 */

/** A page of WebAssembly memory. */
const pageBytes = 65_536;

/** Thrown when the interrupt handler stopped a unit. */
class Interrupted extends Error {}

/** @type {UnitFailure} */
const timeout = { kind: 'timeout', message: 'It ran too long and was stopped.', harmful: true };

/** @type {UnitFailure} */
const brokenDown = {
  kind: 'memory',
  message: 'It exhausted the memory or the call stack of its sandbox.',
  harmful: true,
};

/** @type {UnitFailure} */
const leftWork = {
  kind: 'error',
  message: 'It started asynchronous work (a promise, an async function), which is not available.',
  harmful: true,
};

/** @type {(outcome: RuleOutcome) => outcome is UnitFailure} */
export const isFailure = (outcome) => typeof outcome === 'object' && 'kind' in outcome;

/**
 * Compiles a rule to a function of request, user and app, without running any of the source.
 * @type {(context: QuickJSContext, source: string) => ReturnType<QuickJSContext['evalCode']>}
 */
const compileExpression = (context, source) => {
  // The source must be one expression in two different wrappings, so that it can't close one of them and put
  // code outside of the function. "1); x(); (2" is not an array element, and "1)}; x(); {(2" closes a brace that
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
 * Interrupts a unit that overruns. It counts CPU time, so that a busy machine does not fail an honest unit.
 * @param {QuickJSRuntime} runtime
 * @param {BootData} boot
 */
const budgetOf = (runtime, { ruleMilliseconds }) => {
  let armed = false;
  let fresh = true;
  let interrupted = false;
  let startCpu = process.threadCpuUsage();
  runtime.setInterruptHandler(() => {
    if (!armed) return false;
    // QuickJS calls this handler about every 10,000 branches. Ordinary rules end before the first call, so the time
    // starts here.
    if (fresh) {
      fresh = false;
      startCpu = process.threadCpuUsage();
      return false;
    }
    const used = process.threadCpuUsage(startCpu);
    interrupted ||= used.user + used.system > ruleMilliseconds * 1_000;
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
 * @param {BootData} boot
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
 * @param {BootData} boot
 */
const newRealm = (context, boot) => {
  const bundle = `((exports, module) => { ${boot.ejs}\n; return module.exports; })({}, { exports: {} })`;
  const ejs = context.unwrapResult(context.evalCode(bundle, 'ejs'));
  const createRealm = context.unwrapResult(context.evalCode(boot.realm, 'realm'));
  const maximumTextLength = context.newNumber(boot.maximumTextLength);
  return context.unwrapResult(context.callFunction(createRealm, context.undefined, ejs, maximumTextLength));
};

/**
 * Returns functions that call those of the realm.
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
   * @type {(name: typeof names[number], ...values: QuickJSHandle[]) => QuickJSHandle}
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
    /** @type {(name: typeof names[number], text: string) => QuickJSHandle} */
    callWithText: (name, text) => context.newString(text).consume((handle) => call(name, handle)),
    /** @type {() => UnitFailure} */
    lastFailure: () => {
      const json = call('failure').consume((handle) => context.getString(handle));
      const failure = /** @type {{ kind: RuleFailureKind, message: string }} */ (JSON.parse(json));
      // Converts any thrown text to one line and one sentence.
      const line = failure.message.replace(/[\s\p{C}]+/gu, ' ').trim();
      return { kind: failure.kind, message: /[.!?]$/.test(line) ? line : `${line}.`, harmful: false };
    },
    isIntact: () => call('isIntact').consume((handle) => context.dump(handle) === true),
  };
};

/** Estimated memory of a compiled rule. Measured: 420 bytes for a source of 65 characters. */
const bytesOfRule = (/** @type {string} */ source) => 512 + 8 * source.length;

/** Estimated memory of a scope per character of its JSON. */
const bytesOfScopeCharacter = 6;

/** A QuickJS VM with fixed memory, and one realm for all rules (realm.js). */
export class Vm {
  /** Whether the last input or unit left the VM unusable. */
  spoiled = false;
  #scopeLength = 0;
  #boot;
  #runtime;
  #allocator;
  #context;
  #budget;
  #door;
  #library;
  #freeAtFirst;

  /**
   * @param {BootData} boot
   * @param {Awaited<ReturnType<typeof newRuntime>>} quickjs
   */
  constructor(boot, { runtime, allocator }) {
    const context = runtime.newContext();
    this.#boot = boot;
    this.#runtime = runtime;
    this.#allocator = allocator;
    this.#context = context;
    const realm = newRealm(context, boot);
    this.#budget = budgetOf(runtime, boot);
    this.#door = doorOf(context, realm, this.#budget.interrupted);
    /** Cache of the compiled rules that were used last. Its size is an upper estimate of their memory. */
    this.#library = new LRUCache({
      max: boot.knownRules,
      maxSize: boot.memoryPages * pageBytes,
      sizeCalculation: (_, source) => bytesOfRule(source),
      memoMethod: (/** @type {string} */ source) => this.#compile(source),
      dispose: (rule) => {
        if (!('kind' in rule)) rule.dispose();
      },
    });
    this.#freeAtFirst = this.#largestBlock();
  }

  /** @param {BootData} boot */
  static async create(boot) {
    return new Vm(boot, await newRuntime(boot));
  }

  /**
   * Sets the input of the following units. Returns false when it does not fit into memory.
   * @param {SharedInput} input
   */
  begin(input) {
    try {
      this.#scopeLength = input.scope.length;
      this.#door.callWithText('begin', JSON.stringify(input)).dispose();
      this.spoiled = false;
    } catch {
      this.spoiled = true;
    }
    return !this.spoiled;
  }

  /**
   * Runs a unit and checks the state of the VM.
   * @param {Slice['work']} work
   * @param {string} source
   * @returns {RuleOutcome}
   */
  run(work, source) {
    const outcome = this.#attempt(work, source);
    const pending = this.#runtime.hasPendingJob();
    if (!isFailure(outcome)) {
      this.spoiled = pending || !this.#isRoomy();
      return pending ? leftWork : outcome;
    }
    const harmful = pending || this.#isSpoiledBy(outcome);
    this.spoiled = harmful || !this.#isRoomy();
    return harmful ? { ...outcome, harmful } : outcome;
  }

  /** Whether the VM retains more memory than compiled rules and scope explain. */
  hasGrown() {
    const { retained, room } = this.#boot;
    const explained = this.#library.calculatedSize + bytesOfScopeCharacter * this.#scopeLength + retained;
    return !this.#hasRoom(Math.max(this.#freeAtFirst - explained, room));
  }

  /** @type {(work: Slice['work'], source: string) => RuleOutcome} */
  #attempt(work, source) {
    const budget = this.#budget;
    budget.arm();
    try {
      const outcome = this.#work(work, source);
      // The outcome does not count when the source caught the interruption.
      return budget.interrupted() ? timeout : outcome;
    } catch (error) {
      if (error instanceof Interrupted) return timeout;
      // A WebAssembly trap or a limit of the host: the VM is in an unknown state.
      return brokenDown;
    } finally {
      budget.disarm();
    }
  }

  /** @type {(work: Slice['work'], source: string) => RuleOutcome} */
  #work(work, source) {
    if (work === 'judge') return this.#judge(source);
    if (work === 'render') return this.#render(source);
    return work === 'check-rule' ? this.#checkRule(source) : this.#checkConvention(source);
  }

  /** @type {(source: string) => RuleOutcome} */
  #judge(source) {
    const rule = this.#library.memo(source);
    if ('kind' in rule) return rule;
    const code = this.#door.call('judge', rule).consume((verdict) => this.#context.getNumber(verdict));
    return code === allowed || code === denied ? code === allowed : this.#door.lastFailure();
  }

  /** @type {(source: string) => RuleOutcome} */
  #render(source) {
    const json = this.#door
      .callWithText('render', JSON.stringify(source))
      .consume((handle) => this.#context.getString(handle));
    return json === '' ? this.#door.lastFailure() : { text: JSON.parse(json) };
  }

  /** @type {(source: string) => RuleOutcome} */
  #checkRule(source) {
    const rule = this.#compile(source);
    if ('kind' in rule) return rule;
    rule.dispose();
    return true;
  }

  /** @type {(source: string) => RuleOutcome} */
  #checkConvention(source) {
    const answer = this.#door.callWithText('compiles', JSON.stringify(source));
    return answer.consume((handle) => this.#context.dump(handle) === true) || this.#door.lastFailure();
  }

  /** @type {(source: string) => QuickJSHandle | UnitFailure} */
  #compile(source) {
    const result = compileExpression(this.#context, source);
    if (!result.error) return result.value;
    try {
      this.#door.call('reject', result.error).dispose();
      return this.#door.lastFailure();
    } finally {
      result.dispose();
    }
  }

  /** @type {(failure: UnitFailure) => boolean} */
  #isSpoiledBy(failure) {
    try {
      return failure.kind === 'memory' || !this.#door.isIntact();
    } catch {
      return true;
    }
  }

  /**
   * Whether the next unit has enough memory. Checked after each unit, because the bridge to QuickJS does not check its
   * own allocations.
   */
  #isRoomy() {
    return this.#hasRoom(this.#boot.room);
  }

  /** @param {number} bytes */
  #hasRoom(bytes) {
    const room = this.#allocator._malloc(bytes);
    if (room !== 0) this.#allocator._free(room);
    return room !== 0;
  }

  /** Returns the size of the largest free block in bytes, in steps of 64 KiB. */
  #largestBlock() {
    let pages = this.#boot.memoryPages;
    while (pages > 0 && !this.#hasRoom(pages * pageBytes)) pages -= 1;
    return pages * pageBytes;
  }
}
