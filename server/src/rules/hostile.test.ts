/**
 * @timed: valid sources must end within the real limits of the sandbox, so scripts/test.mjs runs this file alone.
 * `npm run bench -- rules` measures how soon hostile sources end, and how long they delay the event loop.
 */
import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { sampleScope, TENANT } from '../../test/sample-scope.ts';
import type { RuleFailure, RuleFailureKind } from '../domain/catalog/rules.ts';
import { createRuleEngine } from './engine.ts';

const iife = (body: string): string => `(() => { ${body} })()`;

const hostileRules: Record<string, [source: string, ...kinds: RuleFailureKind[]]> = {
  'endless loop': [iife('for (;;);'), 'timeout'],
  'endless loop with a return in finally': [iife('try { for (;;); } finally { return true }'), 'timeout'],
  'endless loop that catches errors': [iife('for (;;) try { for (;;); } catch {}'), 'timeout'],
  'endless loop in a promise': [iife('new Promise(() => { for (;;); }); return true'), 'timeout'],
  'endless loops in promises': [iife('for (;;) new Promise(() => { for (;;); })'), 'timeout'],
  'endless getter': ['({ get trap() { for (;;); } }).trap', 'timeout'],
  'endless comparison': ['[2, 1].sort(() => { for (;;); })', 'timeout'],
  'endless generator': ['[...(function* () { for (;;) yield 1; })()]', 'timeout', 'memory'],
  'endless error': [iife('throw { get message() { for (;;); } }'), 'timeout'],
  'huge sparse array as text': [`new Array(2e8) + ''`, 'timeout', 'memory'],
  'huge sparse array, joined by nothing': [`new Array(2e8).join('')`, 'timeout'],
  'search of a huge array-like': ['Array.prototype.indexOf.call({ length: 2 ** 53 - 1 }, 1)', 'timeout'],
  'reversal of a huge array-like': ['Array.prototype.reverse.call({ length: 2 ** 53 - 1 })', 'timeout'],
  'string doubling': [iife(`let text = 'a'; for (;;) text += text`), 'memory', 'error'],
  'string growth': [iife(`let text = ''; for (;;) text += 'abcdefgh'.repeat(1e5)`), 'memory', 'timeout'],
  'huge string': [`'a'.repeat(2 ** 29)`, 'memory'],
  'huge padding': [`''.padStart(2 ** 28, 'ab')`, 'memory'],
  'huge replacement': [`'a'.repeat(1e5).replaceAll('a', 'b'.repeat(1e5))`, 'memory', 'timeout'],
  'huge array': ['new Array(1e9).fill(0)', 'memory', 'timeout'],
  'huge buffer': ['new Uint8Array(2 ** 31 - 1)', 'memory'],
  'many buffers': [iife('const all = []; for (;;) all.push(new Uint8Array(1e5))'), 'memory', 'timeout'],
  'endless map': [iife('const map = new Map(); for (let i = 0; ; i++) map.set(i, i)'), 'timeout', 'memory'],
  'endless symbols': [iife(`for (let i = 0; ; i++) Symbol.for('s' + i)`), 'timeout', 'memory'],
  'huge integer': [iife('let big = 2n; for (;;) big *= big'), 'error', 'timeout', 'memory'],
  'deep JSON': [iife(`return JSON.parse('['.repeat(1e5) + ']'.repeat(1e5))`), 'memory'],
  'deep JSON of objects': [
    iife('let deep = {}; for (let i = 0; i < 1e5; i++) deep = { deep }; return JSON.stringify(deep)'),
    'memory',
    'timeout',
  ],
  'deep recursion': ['(function again() { return again(); })()', 'memory'],
  'deep recursion through natives': ['(function again() { return [1].map(again); })()', 'memory'],
  'deep recursion through conversion': [
    iife(`const loop = { toString: () => '' + loop }; return '' + loop`),
    'memory',
  ],
  'deep recursion through a proxy': [
    iife('const p = new Proxy({}, { get: (t, k, r) => r[k] }); return p.x'),
    'memory',
  ],
  'deep nesting of source': [`(0, eval)('('.repeat(1e5))`, 'memory'],
  'deep nesting of the rule': [`${'('.repeat(8_000)}1${')'.repeat(8_000)}`, 'memory', 'syntax'],
  'catastrophic regular expression': [`/^(a+)+$/.test('a'.repeat(40) + 'b')`, 'timeout'],
  'catastrophic backtracking': [`/(x+x+)+y/.test('x'.repeat(5000))`, 'timeout'],
  'endless chain of promises': [
    iife('const go = () => Promise.resolve().then(go); go(); return true'),
    'error',
  ],
  'dynamic import': [`import('node:fs')`, 'error'],
  'constructor of constructor': [`constructor.constructor('return process')()`, 'error'],
  'constructor of a function': [`user.groups.direct.at.constructor('return require')()('fs')`, 'error'],
  'prototype of objects': ['user.__proto__.polluted = true', 'error'],
  'prototype by setter': [`Object.prototype.__defineGetter__('polluted', () => true)`, 'error'],
  'prototype of arrays': ['Array.prototype.includes = () => true', 'error'],
  'prototype of the scope': ['Object.setPrototypeOf(user, { department: 1 }) && true', 'error'],
  'redefinition of a global': [`Object.defineProperty(globalThis, 'Array', { value: 1 })`, 'error'],
  'redefinition of undefined': [
    `Object.defineProperty(globalThis, 'undefined', { value: 1 }) && true`,
    'error',
  ],
  'new global': ['globalThis.leak = user', 'error'],
  'breaking out of the array': ['1)]; for (;;); [(1', 'syntax'],
  'breaking out of the function': ['1)}; for (;;); {(1', 'syntax'],
};

const hostileConventions: Record<string, [source: string, ...kinds: RuleFailureKind[]]> = {
  'endless loop': ['<% for (;;); %>', 'timeout'],
  'endless output': ['<% for (;;) { %>xxxxxxxxxxxxxxxxxxxxxxxx<% } %>', 'timeout', 'memory'],
  'huge sparse array': [`<%= new Array(2e8) + 'convention' %>`, 'timeout', 'memory'],
  'include of a file': [`<%- include('/etc/passwd') %>`, 'error'],
  'include by argument': [`<%- arguments[2]('/etc/passwd') %>`, 'error'],
  'rethrow by argument': [`<% arguments[3](new Error('x'), '', '', 0, String) %>`, 'error'],
  process: [`<%= this.constructor.constructor('return process')().env %>`, 'error'],
  'replaced escape function': [`<% 'use strict'; escapeFn.call = 1; %><%= process %>`, 'error'],
  'breaking out of the function': [
    '<% }}); (() => { for (;;); })(); (function (locals) { with (locals) { %>',
    'syntax',
    'timeout',
  ],
  'unclosed tag': ['<%= user.mail', 'syntax'],
};

describe('hostile sources', () => {
  const engine = createRuleEngine();
  after(() => engine.close());

  const assertClear = (failure: RuleFailure | undefined, kinds: RuleFailureKind[]): void => {
    assert.ok(failure, 'it should have failed');
    assert.ok(kinds.includes(failure.kind), `${failure.kind}: ${failure.message}`);
    assert.match(failure.message, /^\S.{5,398}\S$/);
    assert.equal(failure.repeated, false);
  };

  /** Waits for the sandbox, so that its start does not count towards the time of the next rule. */
  const settled = () => engine.evaluateAudience(TENANT, ['true'], sampleScope());

  for (const [name, [source, ...kinds]] of Object.entries(hostileRules)) {
    it(`fail as a rule: ${name}`, async () => {
      await settled();
      const [verdict] = await engine.evaluateAudience(TENANT, [source], sampleScope());
      assert.equal(verdict?.allowed, false);
      assertClear(verdict.failure, kinds);
    });
  }

  for (const [name, [source, ...kinds]] of Object.entries(hostileConventions)) {
    it(`fail as a convention: ${name}`, async () => {
      await settled();
      const { it: outcome } = await engine.renderConventions(TENANT, { it: source }, sampleScope());
      assert.ok(outcome && 'failure' in outcome, JSON.stringify(outcome));
      assertClear(outcome.failure, kinds);
    });
  }

  it('change no global object of later rules or of the host', async () => {
    assert.equal((globalThis as { leak?: unknown }).leak, undefined);
    assert.equal(({} as { polluted?: unknown }).polluted, undefined);
    const sane = [
      `user.department === 'Sales'`,
      'user.polluted === undefined',
      `typeof leak === 'undefined'`,
      `!['other'].includes('group-1')`,
    ];
    const verdicts = await engine.evaluateAudience(TENANT, sane, sampleScope());
    assert.deepEqual(
      verdicts,
      sane.map(() => ({ allowed: true })),
    );
  });

  it('are quarantined after a repeated failure', async () => {
    const stubborn = `new Array(2e8).join('') === 'stubborn'`;
    const [first] = await engine.evaluateAudience(TENANT, [stubborn], sampleScope());
    const [second] = await engine.evaluateAudience(TENANT, [stubborn], sampleScope({ id: 'u2' }));
    assert.deepEqual(second, { allowed: false, failure: { ...first?.failure, repeated: true } });
  });
});

describe('valid sources next to hostile ones', () => {
  const engine = createRuleEngine();
  after(() => engine.close());
  const hang = (salt: number): string => `new Array(2e8).join('') === '${salt}'`;
  const loop = (salt: number): string => iife(`for (;;) ${salt}`);

  it('get their verdicts in the same batch', async () => {
    const rules = [
      'true',
      hang(1),
      'user.x.y',
      `user.country === 'DE'`,
      loop(1),
      'false',
      hang(2),
      `'a' < 'b'`,
    ];
    const verdicts = await engine.evaluateAudience(TENANT, rules, sampleScope());
    assert.deepEqual(
      verdicts.map((verdict) => verdict.failure?.kind ?? verdict.allowed),
      [true, 'timeout', 'error', true, 'timeout', false, 'timeout', true],
    );
  });

  it('get their verdicts and texts in concurrent calls', async () => {
    const calls = Array.from({ length: 12 }, async (_, index) => {
      const scope = sampleScope({ index });
      if (index % 4 === 3) {
        const outcomes = await engine.renderConventions(
          TENANT,
          { bad: `<% for (;;) ${index}; %>`, good: '<%= user.index %>' },
          scope,
        );
        assert.ok(outcomes.bad && 'failure' in outcomes.bad);
        return assert.deepEqual(outcomes.good, { text: `${index}` });
      }
      const bad = index % 4 === 0 ? [hang(100 + index)] : [];
      const verdicts = await engine.evaluateAudience(TENANT, [...bad, `user.index === ${index}`], scope);
      assert.deepEqual(verdicts.at(-1), { allowed: true });
      if (bad.length > 0) assert.equal(verdicts[0]?.failure?.kind, 'timeout');
    });
    await Promise.all(calls);
  });

  it('run before the hostile sources of their batch once they are known', async () => {
    const shortBatches = createRuleEngine({ limits: { batchMilliseconds: 600 } });
    try {
      const honest = Array.from({ length: 5 }, (_, index) => `user.country !== 'X${index}'`);
      await shortBatches.evaluateAudience(TENANT, honest, sampleScope());
      const hostile = Array.from({ length: 60 }, (_, index) => hang(200 + index));
      const verdicts = await shortBatches.evaluateAudience(TENANT, [...hostile, ...honest], sampleScope());
      assert.deepEqual(
        verdicts.slice(60),
        honest.map(() => ({ allowed: true })),
      );
      const reasons = verdicts.slice(0, 60).map((verdict) => verdict.failure?.message ?? '');
      assert.match(reasons[0] ?? '', /stopped/);
      assert.match(reasons[59] ?? '', /did not run/);
      assert.ok(verdicts.slice(0, 60).every(({ failure }) => failure?.kind === 'timeout'));
    } finally {
      await shortBatches.close();
    }
  });

  it('run again after the quarantine', async () => {
    let now = Date.parse('2024-01-01T00:00:00Z');
    const clockedEngine = createRuleEngine({ clock: { now: () => new Date(now) } });
    try {
      const onlyForOne = `user.id === 'u1' ? ${loop(7)} : true`;
      const verdictFor = async (id: string) =>
        (await clockedEngine.evaluateAudience(TENANT, [onlyForOne], sampleScope({ id })))[0];
      assert.equal((await verdictFor('u1'))?.failure?.repeated, false);
      now += 59_000;
      assert.equal((await verdictFor('u2'))?.failure?.repeated, true);
      now += 2_000;
      assert.deepEqual(await verdictFor('u2'), { allowed: true });
    } finally {
      await clockedEngine.close();
    }
  });
});
