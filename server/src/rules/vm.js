// @ts-check
import { newQuickJSWASMModuleFromVariant, newVariant, RELEASE_SYNC } from 'quickjs-emscripten';
import { allowed, denied } from './board.js';

/**
 * @import { QuickJSContext, QuickJSEmscriptenModule, QuickJSHandle, QuickJSRuntime } from 'quickjs-emscripten'
 * @import { RuleFailureKind } from '../domain/catalog/rules.ts'
 * @import { Boot, Frame, UnitFailure } from './protocol.ts'
 */

/**
 * What became of one unit: a verdict code, a rendered text, `true` for a source that compiles, or a failure.
 * @typedef {typeof allowed | typeof denied | true | { text: string } | UnitFailure} Outcome
 */

/**
 * One QuickJS VM: one realm, shared by all rules (see realm.js), in a memory that cannot grow.
 * @typedef {object} Vm
 * @property {(frame: Frame) => boolean} begin false when there is no room for the frame
 * @property {(id: number) => Outcome} judge
 * @property {(source: string) => Outcome} render
 * @property {(source: string) => Outcome} checkRule
 * @property {(source: string) => Outcome} checkConvention
 * @property {(id: number, source: string) => void} load makes an id known; compiled when first judged
 * @property {(id: number) => void} drop
 * @property {() => boolean} spoiled true when the unit left the VM in a state no other unit may meet
 * @property {() => boolean} hasGrown true when more memory is retained than compiled rules and scope explain
 */

/** The interrupt handler stopped a unit. Rules cannot catch it. */
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
 * Compiles a rule to a function of request, user and app. Nothing of the source is run by this.
 * @param {QuickJSContext} context
 * @param {string} source
 */
const compileExpression = (context, source) => {
  // The text has to be one expression under both wrappings. Whatever closes the first one early
  // ("1); x(); (2") is no array element, and whatever closes the second one early ("1)}; x(); {(2")
  // closes a bracket the first does not have open. So nothing can stand outside of the function.
  const element = context.evalCode(`"use strict";[(\n${source}\n)]`, 'rule', { compileOnly: true });
  if (element.error) return element;
  element.dispose();
  // An arrow function has no name, no `arguments` and no prototype: a rule cannot reach, and so cannot
  // keep anything on, the function that outlives the call.
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
    // Asked once in about 10,000 branches. The clocks are read then, and not when the unit starts: ordinary
    // rules are never asked.
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
    /** Starts a unit's time. */
    arm: () => {
      armed = true;
      fresh = true;
      interrupted = false;
    },
    /** Ends it: what follows is the sandbox's own work. */
    disarm: () => {
      armed = false;
    },
    interrupted: () => interrupted,
  };
};

/**
 * A runtime in a memory that cannot grow, and the memory's allocator.
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
 * Loads EJS (its browser build, which asks for nothing) and the realm; gives the realm's functions.
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
 * The way into the realm.
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
   * @throws Interrupted when the unit overran; any other error means the VM has no memory even to fail
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
      // One line and one sentence, whatever a rule has thrown.
      const line = failure.message.replace(/[\s\p{C}]+/gu, ' ').trim();
      return { kind: failure.kind, message: /[.!?]$/.test(line) ? line : `${line}.`, guilty: false };
    },
    isIntact: () => call('isIntact').consume((handle) => context.dump(handle) === true),
  };
};

/** Memory of a compiled rule: 420 bytes were measured for a source of 65 characters. */
const bytesOfRule = (/** @type {string} */ source) => 512 + 8 * source.length;

/** Memory of a scope, for each character of its JSON. */
const bytesOfScopeCharacter = 6;

/**
 * The compiled rules.
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
    /** An estimate of the memory of all compiled rules, on the high side. */
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

  /** The largest free piece of a new VM, to a precision of 64 KiB. */
  const largestPiece = () => {
    let pieces = boot.memoryPages;
    while (pieces > 0 && !hasRoom(pieces * 65_536)) pieces -= 1;
    return pieces * 65_536;
  };
  const freeAtFirst = largestPiece();

  /**
   * @param {() => Outcome} run
   * @returns {Outcome}
   */
  const attempt = (run) => {
    budget.arm();
    try {
      const outcome = run();
      // Code that swallowed the interruption goes on and may even give a value.
      return budget.interrupted() ? timeout : outcome;
    } catch (error) {
      if (error instanceof Interrupted) return timeout;
      // A trap or the host's own limits: whatever state the VM is in now, nothing is run in it again.
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
   * Whether kept rules and garbage leave room for the next unit. To be asked after each one: the bridge to
   * QuickJS does not look whether it was given the memory for what it copies in.
   */
  const isRoomy = () => hasRoom(boot.room);

  /**
   * Runs a unit, and finds out what it did to the VM.
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
