/**
 * Prepares the QuickJS VM before any rule runs: fixes the clock, freezes everything that a rule can reach, and returns
 * the functions that the host calls. The value of this script is a function.
 *
 * Rules of all tenants share this realm, so it must not keep state between rules. Reachable objects are frozen, weak
 * references and finalizers are removed, and a compiled rule has no reference to itself.
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

  // A call has one instant: rules can't measure time, and all conventions see the same date.
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

  // mulberry32, seeded again for each rule, so that rules can't signal to each other by drawing numbers.
  Math.random = () => {
    randomState = (randomState + 0x6d2b79f5) | 0;
    let mixed = Math.imul(randomState ^ (randomState >>> 15), 1 | randomState);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };

  // Finalizers and weak references act after their rule has ended. Shared memory is not needed.
  delete globalThis.WeakRef;
  delete globalThis.FinalizationRegistry;
  delete globalThis.SharedArrayBuffer;

  /** Freezes the roots and all objects reachable by property or prototype. */
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
  const rejectInclude = () => {
    throw new Error('include() is not available in conventions. Write the text itself');
  };
  const conventionOptions = { escape: plainText, compileDebug: false };

  /** Returns the functions that EJS passes to all templates, to freeze them. */
  const functionsGivenToTemplates = () => {
    const given = [];
    ejs.compile('<% given.push(...arguments) %>', conventionOptions)({ given });
    return given;
  };

  /** Returns objects whose prototypes have no global name. */
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

  // In QuickJS, Object.defineProperty can change frozen data properties of the global object, but no accessors.
  // undefined, NaN and Infinity can't become accessors, so isIntact checks them.
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
    rejectInclude,
    ...globals,
    globalThis,
  ]);

  const outOfMemory = { kind: 'memory', message: 'It needs more memory than a rule may use.' };
  const tooDeep = { kind: 'memory', message: 'It calls itself or nests too deeply.' };
  const tampered = { kind: 'error', message: 'It redefines undefined, NaN or Infinity.' };

  /** Describes a thrown value. May run the rule's getters, within the rule's time. */
  const describe = (thrown, kind) => {
    try {
      if (!isIntact()) return tampered;
      // QuickJS throws null when it has no memory for an error object.
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

  /** Makes rules that read the groups of a person fail when some groups are unknown (`groups` is null). */
  const withGroups = (scope) => {
    if (scope.user?.groups !== null) return scope;
    const get = () => {
      throw new Error(
        'The groups of this person are unknown: the provider did not list them all in the token (docs/your-own-organisation.md)',
      );
    };
    Object.defineProperty(scope.user, 'groups', { get, enumerable: false, configurable: false });
    Object.freeze(get);
    return scope;
  };

  /** Freezes the result of JSON.parse, whose prototypes are frozen already. */
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
    /** Sets the SharedInput (as JSON) of the following rules and conventions. */
    begin(inputJson) {
      const input = JSON.parse(inputJson);
      scopeJson = input.scope;
      instant = input.instant;
      seed = input.seed;
      ({ request, user, app } = frozenData(withGroups(JSON.parse(scopeJson))));
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
     * Compiles the template each time: its function can reach itself, so a cached one could keep state.
     * @param sourceJson the EJS source as JSON, because a C string can't contain every character
     * @returns the text as JSON, or '' when it failed (see failure)
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
        const scope = withGroups(JSON.parse(scopeJson));
        const text = template({
          request: scope.request,
          user: scope.user,
          app: scope.app,
          include: rejectInclude,
          rethrow: undefined,
        });
        if (typeof text !== 'string') throw new TypeError('the template returned a value that is not a text');
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

    /** Records a syntax error that the host found. */
    reject(thrown) {
      return fail(thrown, 'syntax');
    },

    /** @returns the last failure as JSON of kind and message. */
    failure: () => failure,

    /** @returns whether the realm is unchanged: the three constants are all that a rule can change. */
    isIntact,
  };
});
