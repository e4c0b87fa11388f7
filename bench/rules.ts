/**
 * Compares 1,000 audience rules in the sandbox with `vm.runInNewContext` for each rule, for a user in 50 groups.
 * Also measures how soon hostile sources are stopped, and how long they delay the event loop. `node bench/rules.ts`
 * runs it alone.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { runInNewContext } from 'node:vm';
import type { RuleEngine, RuleFailure, RuleScope } from '../server/src/domain/catalog/rules.ts';
import { createRuleEngine } from '../server/src/rules/engine.ts';
import { HOSTILE_CONVENTIONS, HOSTILE_RULES } from '../server/test/hostile-sources.ts';
import { type Measurement, measureAlternately, median, percentile, timed } from './measurement.ts';

const TENANT = 'bench';
const RULES = 1_000;
const GROUPS = 50;

const group = (index: number): string => `8a6f1c52-0000-4000-8000-${index.toString().padStart(12, '0')}`;

export const benchScope: RuleScope = {
  request: {
    team: { name: '', description: '', welcomeMessage: '' },
    template: { name: '' },
    request: { requester: { name: 'Ada Lovelace', email: 'ada@example.org' } },
    metadata: {},
  },
  user: {
    id: '4d0d5b64-6a5b-4c38-9e0b-0a3a8e2b7f11',
    displayName: 'Ada Lovelace',
    mail: 'ada@example.org',
    jobTitle: 'Manager 42',
    department: 'Department 7',
    country: 'DE',
    city: 'Berlin',
    userType: 'Member',
    onPremisesExtensionAttributes: { extensionAttribute1: 'A-17' },
    groups: { direct: Array.from({ length: GROUPS }, (_, index) => group(index * 3)) },
  },
  app: { id: 'portal', name: 'Portal' },
};

const patterns: ((index: number) => string)[] = [
  (index) => `user.groups.direct.includes('${group(index)}')`,
  (index) => `user.department === 'Department ${index % 40}' && user.country === 'DE' && ${index} > 0`,
  (index) => `['${group(index)}', '${group(index + 1)}'].some((id) => user.groups.direct.includes(id))`,
  (index) => `user.jobTitle?.startsWith('Manager ${index}') || user.mail.endsWith('@example.net')`,
  (index) => `/^(Berlin|Paris|City ${index})$/i.test(user.city) && user.userType !== 'Guest'`,
];

/** Returns distinct rules of the kinds that template authors write. */
export const benchRules = (count: number): string[] =>
  Array.from({ length: count }, (_, index) =>
    (patterns[index % patterns.length] as (index: number) => string)(index),
  );

/** Returns the median of ten runs. A single short run could include the previous contender's garbage collection. */
const timedOften = async (work: () => unknown): Promise<number> => {
  const times: number[] = [];
  for (let repetition = 0; repetition < 10; repetition += 1) times.push(await timed(work));
  return median(times);
};

const assertSame = (actual: readonly boolean[], expected: readonly boolean[]): void => {
  const wrong = expected.findIndex((verdict, index) => verdict !== actual[index]);
  if (wrong >= 0 || actual.length !== expected.length)
    throw new Error(`The native verdict of rule ${wrong} differs.`);
};

async function measureSpeed(engine: RuleEngine): Promise<Measurement> {
  const rules = benchRules(RULES);
  const { request, user, app } = benchScope;
  const natives = rules.map(
    (rule) => new Function('request', 'user', 'app', `'use strict'; return (${rule})`),
  );
  const native = (): boolean[] => natives.map((rule) => rule(request, user, app) === true);
  const firstMilliseconds = await timed(async () => {
    const verdicts = await engine.evaluateAudience(TENANT, rules, benchScope);
    assertSame(
      verdicts.map(({ allowed }) => allowed),
      native(),
    );
  });
  const medians = await measureAlternately({
    sandbox: () => timedOften(() => engine.evaluateAudience(TENANT, rules, benchScope)),
    native: () => timedOften(native),
    vm: () => timed(() => rules.map((rule) => runInNewContext(rule, { request, user, app }) === true)),
  });
  return {
    name: `${RULES} audience rules: vm.runInNewContext / sandbox`,
    value: medians.vm / medians.sandbox,
    limit: 50,
    comparison: 'atLeast',
    unit: 'times',
    detail: {
      sandboxMilliseconds: medians.sandbox,
      nativeMilliseconds: medians.native,
      vmMilliseconds: medians.vm,
      firstCallMilliseconds: firstMilliseconds,
    },
  };
}

/** Runs each hostile source once on a new engine, because an engine quarantines the sources that it had to stop. */
async function endsOfHostileSources(): Promise<number[]> {
  const engine = createRuleEngine();
  const ends: number[] = [];
  const measure = async (run: () => Promise<RuleFailure | undefined>, name: string): Promise<void> => {
    // The start of the next sandbox does not count.
    await engine.evaluateAudience(TENANT, ['true'], benchScope);
    ends.push(
      await timed(async () => {
        if ((await run()) === undefined)
          throw new Error(`The sandbox did not stop a hostile source: ${name}`);
      }),
    );
  };
  try {
    for (const [name, [rule]] of Object.entries(HOSTILE_RULES)) {
      await measure(
        async () => (await engine.evaluateAudience(TENANT, [rule], benchScope))[0]?.failure,
        `rule, ${name}`,
      );
    }
    for (const [name, [source]] of Object.entries(HOSTILE_CONVENTIONS)) {
      await measure(async () => {
        const { it } = await engine.renderConventions(TENANT, { it: source }, benchScope);
        return it && 'failure' in it ? it.failure : undefined;
      }, `convention, ${name}`);
    }
    return ends;
  } finally {
    await engine.close();
  }
}

async function measureHostility(): Promise<Measurement[]> {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  const longest: number[] = [];
  let sources = 0;
  delay.enable();
  for (let round = 0; round < 5; round += 1) {
    const ends = await endsOfHostileSources();
    sources += ends.length;
    longest.push(Math.max(...ends));
  }
  delay.disable();
  const detail = { sources, p50: delay.percentile(50) / 1e6, longest: delay.max / 1e6 };
  return [
    {
      name: 'hostile source: time until stopped, longest of a round',
      value: median(longest),
      limit: 300,
      comparison: 'atMost',
      unit: 'ms',
      detail: { ever: percentile(longest, 100) },
    },
    {
      name: 'hostile sources: event-loop delay p99',
      value: delay.percentile(99) / 1e6,
      limit: 20,
      comparison: 'atMost',
      unit: 'ms',
      detail,
    },
  ];
}

export async function measureRules(): Promise<Measurement[]> {
  const engine = createRuleEngine();
  try {
    return [await measureSpeed(engine), ...(await measureHostility())];
  } finally {
    await engine.close();
  }
}

if (import.meta.main) console.table(await measureRules());
