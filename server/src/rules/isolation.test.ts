import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { sampleScope, TENANT } from '../../test/sample-scope.ts';
import { UNLIMITED_TIME } from '../../test/unlimited-rule-time.ts';
import { createRuleEngine } from './engine.ts';

const engine = createRuleEngine();
/** An engine with generous limits, for rules that walk the whole realm. */
const unlimited = createRuleEngine({ limits: UNLIMITED_TIME });
after(() => Promise.all([engine.close(), unlimited.close()]));

const iife = (body: string): string => `(() => { ${body} })()`;

/** Returns a rule that runs `visit` with each `object` reachable by property, prototype or accessor. */
const walk = (visit: string): string => `
  const seen = new Set();
  const waiting = [globalThis, request, user, app];
  for (const name of Reflect.ownKeys(globalThis)) waiting.push(globalThis[name]);
  for (const instance of [
    function* () {}, async () => {}, async function* () {}, [].values(), ''[Symbol.iterator](), new Map().keys(),
    new Set().keys(), 'a'.matchAll(/a/g), [].values().filter(() => 1), Iterator.from({ next() {} }),
  ]) waiting.push(Object.getPrototypeOf(instance));
  while (waiting.length > 0) {
    const object = waiting.pop();
    if (Object(object) !== object || seen.has(object)) continue;
    seen.add(object);
    ${visit}
    waiting.push(Object.getPrototypeOf(object));
    for (const key of Reflect.ownKeys(object)) {
      const { value, get, set } = Object.getOwnPropertyDescriptor(object, key);
      waiting.push(value, get, set);
    }
  }`;

const verdictsOf = async (
  rules: string[],
  user: Record<string, unknown> = {},
  asked = engine,
): Promise<(boolean | string)[]> => {
  const verdicts = await asked.evaluateAudience(TENANT, rules, sampleScope(user));
  return verdicts.map((verdict) => verdict.failure?.message ?? verdict.allowed);
};

describe('the realm', () => {
  it('exposes no object of the host', async () => {
    const names = [
      ...['process', 'require', 'module', 'exports', 'global', 'Buffer', 'console', 'fetch', 'setTimeout'],
      ...['queueMicrotask', 'performance', 'crypto', 'WebAssembly', 'Atomics', 'SharedArrayBuffer', 'Worker'],
      ...['WeakRef', 'FinalizationRegistry', 'std', 'os', 'bjson', 'print', 'scriptArgs', 'ejs', 'navigator'],
    ];
    assert.deepEqual(
      await verdictsOf(names.map((name) => `typeof ${name} === 'undefined'`)),
      names.map(() => true),
    );
  });

  it('is frozen wherever a rule can reach', async () => {
    const frozen = iife(
      `let loose = 0; ${walk('if (!Object.isFrozen(object)) loose += 1;')} return loose === 0`,
    );
    const large = iife(`${walk('')} return seen.size > 500`);
    assert.deepEqual(await verdictsOf([frozen, large], {}, unlimited), [true, true]);
  });

  it('rejects every way to change a property', async () => {
    const ways = {
      assignment: 'object[key] = mark',
      'sloppy assignment': `Function('object, key, mark', 'object[key] = mark')(object, key, mark)`,
      'Reflect.set': 'Reflect.set(object, key, mark)',
      'Reflect.set through another': 'Reflect.set({}, key, mark, object)',
      'a definition of all':
        'Reflect.defineProperty(object, key, { value: mark, writable: true, configurable: true })',
      'a definition of the value': 'Reflect.defineProperty(object, key, { value: mark })',
      'a definition through a proxy': 'Reflect.defineProperty(new Proxy(object, {}), key, { value: mark })',
      'a getter': 'Object.prototype.__defineGetter__.call(object, key, () => mark)',
      'a class field': 'new (class extends (class { constructor() { return object } }) { [key] = mark })()',
      'Object.assign': 'Object.assign(object, { [key]: mark })',
      deletion: 'Reflect.deleteProperty(object, key)',
      'a prototype': 'Reflect.setPrototypeOf(object, { [key]: mark })',
    };
    // Skips the constants of the global object: writing them ends the VM (see the next test).
    const constants = `object === globalThis && ['undefined', 'NaN', 'Infinity'].includes(key)`;
    for (const [name, way] of Object.entries(ways)) {
      const attack = iife(`let changed = 0, tried = 0; const mark = { mark: 1 };
        ${walk(`for (const key of [...Reflect.ownKeys(object), 'fresh', 0]) {
          if (${constants}) continue;
          tried += 1;
          const before = Object.getOwnPropertyDescriptor(object, key), parent = Object.getPrototypeOf(object);
          try { ${way} } catch {}
          const after = Object.getOwnPropertyDescriptor(object, key);
          const kept = before && after ? Object.is(before.value, after.value) && before.get === after.get : before === after;
          if (!kept || Object.getPrototypeOf(object) !== parent) changed += 1;
        }`)}
        return changed === 0 && tried > 2000`);
      assert.deepEqual(await verdictsOf([attack], {}, unlimited), [true], name);
    }
  });

  it('is replaced after a change of its constants', async () => {
    for (const constant of ['undefined', 'NaN', 'Infinity']) {
      const attack = `Object.defineProperty(globalThis, '${constant}', { value: 1 }) && true`;
      const [first, second] = await verdictsOf([
        attack,
        '[void 0, 0 / 0, 1 / 0].every((v, i) => Object.is(v, [undefined, NaN, Infinity][i]))',
      ]);
      assert.match(String(first), /redefines/);
      assert.equal(second, true);
      const name = await engine.renderConventions(
        TENANT,
        { one: `<% ${attack} %>`, two: '<%= [typeof undefined, NaN, Infinity] %>' },
        sampleScope(),
      );
      assert.ok(name.one && 'failure' in name.one);
      assert.deepEqual(name.two, { text: 'undefined,NaN,Infinity' });
    }
  });

  it('is replaced after a rule that changes its constants and hangs', async () => {
    const attack = iife(`Object.defineProperty(globalThis, 'NaN', { value: 1 }); for (;;);`);
    assert.deepEqual(await verdictsOf([attack, 'Number.isNaN(NaN)']), [
      'It ran too long and was stopped.',
      true,
    ]);
  });
});

describe('a rule', () => {
  const counting = {
    'its own name': `(function self() { self.count = (self.count ?? 0) + 1; return self.count > 1 })()`,
    'arguments.callee': `Function('const f = arguments.callee; f.count = (f.count ?? 0) + 1; return f.count > 1')()`,
    'the name Function gives': `Function('anonymous.count = (anonymous.count ?? 0) + 1; return anonymous.count > 1')()`,
    'the calling function': `Function('const f = arguments.callee.caller; f.count = (f.count ?? 0) + 1; return f.count > 1')()`,
    'a template object':
      '((strings) => { strings.count = (strings.count ?? 0) + 1; return strings.count > 1 })`x`',
    'a symbol': iife(`const s = Symbol.for('count'); s.count = (s.count ?? 0) + 1; return s.count > 1`),
    'a regular expression': iife(`return [1, 2].every(() => /a/g.test('ba') && RegExp.$1 === 'x')`),
    'the scope': iife('user.count = (user.count ?? 0) + 1; return user.count > 1'),
    'a list around the function': '1), (kept => () => kept.push(1) > 1)([]',
    'an indirect eval': iife(`(0, eval)('let kept = 1'); return typeof kept !== 'undefined'`),
    'a sloppy global': iife(`Function('kept = 1')(); return typeof kept !== 'undefined'`),
    'the prototype of an async function': iife(
      `(async () => {}).constructor('return process')(); return true`,
    ),
  };
  for (const [place, rule] of Object.entries(counting)) {
    it(`keeps no state in ${place}`, async () => {
      // Runs the rule twice in a batch and again for another user, so that leaked state would show.
      for (const id of ['u1', 'u2']) {
        const verdicts = await verdictsOf([rule, `1 < 2`, rule], { id });
        const expected = place.startsWith('the prototype') ? true : verdicts[0];
        assert.deepEqual(verdicts, [expected, true, verdicts[0]]);
        if (!place.startsWith('the prototype')) assert.notEqual(verdicts[0], true);
      }
    });
  }

  it('cannot change the user for the next rule', async () => {
    const attacks = [
      `user.groups.direct.push('admins') > 0`,
      `(user.department = 'Board') === 'Board'`,
      `delete user.department`,
      `(user.__proto__.vip = true)`,
      `Object.assign(user.groups, { direct: ['admins'] }) && true`,
    ];
    const checks = [
      `user.groups.direct.includes('admins')`,
      `user.department === 'Board'`,
      'user.vip === true',
    ];
    const verdicts = await engine.evaluateAudience(TENANT, [...attacks, ...checks], sampleScope());
    assert.ok(verdicts.every((verdict) => !verdict.allowed));
    assert.ok(verdicts.slice(-checks.length).every((verdict) => verdict.failure === undefined));
  });

  it('cannot take memory from later rules through private fields of shared objects', async () => {
    const keep = (mark: number) => `(() => {
      class Base { constructor(object) { return object } }
      class Mark extends Base { #kept = 'x'.repeat(1e6 + ${mark}); static is(object) { return #kept in object } }
      new Mark(Object.prototype);
      return Mark.is(Object.prototype);
    })()`;
    for (let mark = 0; mark < 6; mark += 1) {
      assert.deepEqual(await verdictsOf([keep(mark)], {}, unlimited), [true]);
    }
    const large = iife(
      `const texts = []; for (let i = 0; i < 80; i++) texts.push(i + 'y'.repeat(1e5)); return texts.length === 80`,
    );
    assert.deepEqual(await verdictsOf([large], {}, unlimited), [true]);
  });

  it('does not see how often another rule called Math.random', async () => {
    const draw = '<% for (let i = 0; i < user.draws; i++) Math.random(); %>';
    const { first, second } = await engine.renderConventions(
      TENANT,
      { first: '<%= Math.random() %>', drawing: draw, second: '<%= Math.random() %><%# again %>' },
      sampleScope({ draws: 5 }),
    );
    assert.deepEqual(first, second);
  });

  it('sees its own user in concurrent calls', async () => {
    const rule = iife('return user.secret === user.expected');
    const calls = Array.from({ length: 50 }, (_, secret) =>
      verdictsOf([rule, rule], { secret, expected: secret }),
    );
    assert.deepEqual(
      await Promise.all(calls),
      Array.from({ length: 50 }, () => [true, true]),
    );
  });
});

describe('a convention', () => {
  const counters = {
    'arguments.callee': 'arguments.callee',
    'its prototype': 'arguments.callee.prototype',
    'the escape function': 'escapeFn',
    'the second argument': 'arguments[1]',
    'the include function': 'arguments[2]',
    'the rethrow function': 'arguments[3]',
    'the global object': 'globalThis',
    locals: 'locals',
    user: 'user',
  };
  for (const [name, place] of Object.entries(counters)) {
    it(`keeps no state in ${name}`, async () => {
      const source = `<% ${place}.count = (${place}.count || 0) + 1 %><%= ${place}.count > 1 %>`;
      for (const _call of [1, 2]) {
        const outcomes = await engine.renderConventions(TENANT, { one: source, two: source }, sampleScope());
        for (const outcome of [outcomes.one, outcomes.two]) assert.deepEqual(outcome, { text: 'false' });
      }
    });
  }

  it('keeps no state by closing its function early', async () => {
    const source =
      '<% }}; const kept = []; return function (locals, escapeFn) { var __output = ""; function __append(s) { __output += s } with (locals) { kept.push(user.id); __append(kept.length > 1) %>';
    for (const _call of [1, 2]) {
      const { it: outcome } = await engine.renderConventions(TENANT, { it: source }, sampleScope());
      assert.ok(outcome);
      if ('text' in outcome) assert.doesNotMatch(outcome.text, /true/);
    }
  });

  it('cannot set options of EJS through the data', async () => {
    const options = {
      settings: { 'view options': { client: true, escapeFunction: '1;throw 1' } },
      outputFunctionName: 'x;throw 1;s',
      escape: 'throw 1',
      delimiter: '?',
    };
    const { it: outcome } = await engine.renderConventions(
      TENANT,
      { it: '<%= user.outputFunctionName %>|<%= typeof settings %>' },
      { ...sampleScope(options), ...options },
    );
    assert.deepEqual(outcome, { text: 'x;throw 1;s|undefined' });
  });

  it('may change its own copy of the scope', async () => {
    const sorting = `<%= user.groups.direct.reverse().join() %>`;
    const { one, two } = await engine.renderConventions(
      TENANT,
      { one: sorting, two: `${sorting}` },
      sampleScope(),
    );
    assert.deepEqual([one, two], [{ text: 'group-2,group-1' }, { text: 'group-2,group-1' }]);
  });
});
