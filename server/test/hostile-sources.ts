/**
 * Sources of rules and conventions that attack the sandbox, by name. Tests check how they fail, the benchmark how soon.
 */
import type { RuleFailureKind } from '../src/domain/catalog/rules.ts';

/** A source, and the kinds of failure with which it may end. */
type HostileSource = [source: string, ...kinds: RuleFailureKind[]];

export const iife = (body: string): string => `(() => { ${body} })()`;

export const HOSTILE_RULES: Record<string, HostileSource> = {
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

export const HOSTILE_CONVENTIONS: Record<string, HostileSource> = {
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
