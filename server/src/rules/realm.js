/**
 * Runs inside the QuickJS VM, before any rule does: fixes the clock, freezes everything a rule can reach,
 * and gives the host the few functions it drives the VM with. It is a script whose value is this function.
 *
 * Rules of all tenants share this one realm, so nothing in it may keep state from one rule to the next:
 * what they can reach is frozen, what cannot be frozen (weak references, finalizers) is removed, and the
 * functions made from a rule's source never see themselves.
 */
(function createRealm(ejs, maximumTextLength) {
  const allowed = 1;
  const denied = 2;
  const failed = 3;

  let request;
  let user;
  let app;
  let scopeJson = '{}';
  let instant = 0;
  let seed = 0;
  let randomState = 0;
  let failure = '';

  // One instant for a whole call: a rule cannot measure time, and two conventions cannot straddle midnight.
  const SystemDate = Date;
  function FixedDate(...parts) {
    if (new.target === undefined) return new SystemDate(instant).toString();
    return Reflect.construct(SystemDate, parts.length === 0 ? [instant] : parts, new.target);
  }
  Object.defineProperties(FixedDate, {
    name: { value: 'Date' },
    length: { value: 7 },
    prototype: { value: SystemDate.prototype, writable: false },
    now: { value: () => instant },
    parse: { value: SystemDate.parse },
    UTC: { value: SystemDate.UTC },
  });
  Object.defineProperty(SystemDate.prototype, 'constructor', { value: FixedDate });
  globalThis.Date = FixedDate;

  // mulberry32, restarted for each rule: how often one rule draws must not show in another.
  Math.random = () => {
    randomState = (randomState + 0x6d2b79f5) | 0;
    let mixed = Math.imul(randomState ^ (randomState >>> 15), 1 | randomState);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };

  // Finalizers and weak references act after their rule has ended; shared memory has no use here.
  delete globalThis.WeakRef;
  delete globalThis.FinalizationRegistry;
  delete globalThis.SharedArrayBuffer;

  /** Freezes the roots and everything reachable from them by property or prototype. */
  const freezeReachable = (roots) => {
    const seen = new Set();
    const waiting = [...roots];
    while (waiting.length > 0) {
      const value = waiting.pop();
      if ((typeof value !== 'object' && typeof value !== 'function') || value === null || seen.has(value)) {
        continue;
      }
      seen.add(value);
      Object.freeze(value);
      waiting.push(Object.getPrototypeOf(value));
      for (const key of Reflect.ownKeys(value)) {
        const property = Object.getOwnPropertyDescriptor(value, key);
        waiting.push(property.value, property.get, property.set);
      }
    }
  };

  const plainText = (value) => (value === undefined || value === null ? '' : String(value));
  const refuseInclude = () => {
    throw new Error('include() is not available in conventions');
  };
  const conventionOptions = { escape: plainText, compileDebug: false };

  /** EJS hands every template two functions of its own; they are shared, so they are frozen too. */
  const functionsGivenToTemplates = () => {
    const given = [];
    ejs.compile('<% given.push(...arguments) %>', conventionOptions)({ given });
    return given;
  };

  /** One of each object whose prototype no global name leads to. */
  const unnamedIntrinsics = () => [
    function* () {},
    (function* () {})(),
    async () => {},
    async function* () {},
    (async function* () {})(),
    [].values(),
    ''[Symbol.iterator](),
    new Map().entries(),
    new Set().values(),
    'a'.matchAll(/a/g),
    [].values().map((value) => value),
    Iterator.from({ next: () => ({ done: true }) }),
    ...(typeof Iterator.concat === 'function' ? [Iterator.concat([])] : []),
  ];

  // QuickJS lets Object.defineProperty give a frozen data property of the global object another value, but
  // not an accessor. The three constants cannot be made accessors; isIntact watches over them.
  const globals = [];
  for (const name of Reflect.ownKeys(globalThis)) {
    const { configurable, value } = Object.getOwnPropertyDescriptor(globalThis, name);
    if (configurable) Object.defineProperty(globalThis, name, { get: () => value, configurable: false });
    globals.push(value);
  }
  const { isNaN: isNotANumber, POSITIVE_INFINITY: infinity } = Number;
  const isIntact = () => undefined === void 0 && Infinity === infinity && isNotANumber(NaN);

  freezeReachable([
    ...unnamedIntrinsics(),
    ...functionsGivenToTemplates(),
    ejs,
    conventionOptions,
    refuseInclude,
    ...globals,
    globalThis,
  ]);

  const outOfMemory = { kind: 'memory', message: 'It needs more memory than a rule may use.' };
  const tooDeep = { kind: 'memory', message: 'It calls itself or nests too deeply.' };
  const tampered = { kind: 'error', message: 'It redefines undefined, NaN or Infinity.' };

  /** What was thrown, as a kind and one text. May run code of the rule (getters), within the rule's time. */
  const describe = (thrown, kind) => {
    try {
      if (!isIntact()) return tampered;
      // QuickJS throws null when it has no memory left even for an error.
      if (thrown === null) return outOfMemory;
      if (typeof thrown !== 'object') return { kind, message: `It threw ${String(thrown).slice(0, 300)}` };
      const message = String(thrown.message);
      if (message === 'out of memory') return outOfMemory;
      if (message === 'stack overflow') return tooDeep;
      if (kind === 'syntax') return { kind, message: message.split(' while compiling ejs')[0].slice(0, 300) };
      return { kind, message: `${String(thrown.name)}: ${message}`.slice(0, 300) };
    } catch {
      return { kind, message: 'It threw something that cannot be described.' };
    }
  };

  /** Freezes what JSON.parse gave. Unlike freezeReachable it leaves prototypes alone: they are frozen. */
  const frozenData = (data) => {
    const waiting = [data];
    while (waiting.length > 0) {
      const value = Object.freeze(waiting.pop());
      for (const inner of Object.values(value)) {
        if (typeof inner === 'object' && inner !== null) waiting.push(inner);
      }
    }
    return data;
  };

  const fail = (thrown, kind) => {
    failure = JSON.stringify(describe(thrown, kind));
    return failed;
  };

  return {
    /** Sets what the following rules and conventions see; the argument is a Frame as JSON. */
    begin(frameJson) {
      const frame = JSON.parse(frameJson);
      scopeJson = frame.scope;
      instant = frame.instant;
      seed = frame.seed;
      ({ request, user, app } = frozenData(JSON.parse(scopeJson)));
    },

    /** @returns 1 allowed, 2 denied, 3 failed (see failure). */
    judge(rule) {
      randomState = seed;
      try {
        const verdict = rule(request, user, app) === true ? allowed : denied;
        return isIntact() ? verdict : fail(tampered, 'error');
      } catch (thrown) {
        return fail(thrown, 'error');
      }
    },

    /**
     * @param sourceJson the EJS source as JSON text, which carries what a C string cannot
     * @returns the text as JSON, or '' when it failed (see failure). Compiled anew each time: a template's
     * function can reach itself, so a kept one could remember.
     */
    render(sourceJson) {
      randomState = seed;
      let template;
      try {
        template = ejs.compile(JSON.parse(sourceJson), conventionOptions);
      } catch (thrown) {
        fail(thrown, 'syntax');
        return '';
      }
      try {
        const scope = JSON.parse(scopeJson);
        const text = template({
          request: scope.request,
          user: scope.user,
          app: scope.app,
          include: refuseInclude,
          rethrow: undefined,
        });
        if (typeof text !== 'string')
          throw new TypeError('the template returned something that is not a text');
        if (!isIntact()) throw tampered;
        if (text.length <= maximumTextLength) return JSON.stringify(text);
        throw new RangeError(`the text is longer than ${maximumTextLength} characters`);
      } catch (thrown) {
        fail(thrown, 'error');
        return '';
      }
    },

    /** @returns whether the EJS source compiles (see failure). */
    compiles(sourceJson) {
      try {
        ejs.compile(JSON.parse(sourceJson), conventionOptions);
        return true;
      } catch (thrown) {
        fail(thrown, 'syntax');
        return false;
      }
    },

    /** Records why the host could not compile a rule. */
    reject(thrown) {
      return fail(thrown, 'syntax');
    },

    /** @returns the last failure: JSON of kind and message. */
    failure: () => failure,

    /** @returns whether the realm is as it was made. A rule can only have changed what isIntact knows of. */
    isIntact,
  };
});
