/** The sources that the mutation run changes, and the tests that should notice it. */
import { existsSync, globSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from '../../runtime/root.mjs';

export interface Target {
  file: string;
  /** Test files, the quick ones first. */
  tests: readonly string[];
}

const find = (...patterns: string[]): string[] =>
  globSync(patterns, { cwd: root, exclude: (path) => path.endsWith('.test.ts') }).sort();

const under = (folder: string, names: readonly string[]): string[] =>
  names.map((name) => `${folder}/${name}.ts`);

const RULES = 'server/test/role-rules.test.ts';

/** Tests of operations that need a rule whose own table does not show how it is used. */
const USES: Readonly<Record<string, readonly string[]>> = {
  'server/src/flows/approvals/access.ts': ['server/src/flows/approvals/approvals.test.ts'],
};

const accessOf = (file: string): Target => {
  const own = join(dirname(file), 'access.test.ts');
  const tests = existsSync(join(root, own)) ? [own, RULES] : [RULES];
  return { file, tests: [...tests, ...(USES[file] ?? [])] };
};

const POLICY_TESTS = [
  'server/src/domain/policies/kinds/naming.test.ts',
  'server/src/domain/policies/new-teams.test.ts',
  'server/src/domain/policies/changes-of-teams.test.ts',
  'server/src/http/policies/policies.test.ts',
];

const APPROVAL_TESTS = ['stages', 'approvals', 'managers', 'races', 'deleted-template'].map(
  (name) => `server/src/flows/approvals/${name}.test.ts`,
);

const DELIVERY_TESTS = [
  'server/src/persistence/delivery-outcomes.test.ts',
  'server/src/persistence/deliveries.test.ts',
  'server/src/delivery/deliverer.test.ts',
];

const all = (files: readonly string[], tests: readonly string[]): Target[] =>
  files.map((file) => ({ file, tests }));

export const AREAS: Readonly<Record<string, readonly Target[]>> = {
  access: find('server/src/{domain,flows}/*/access.ts').map(accessOf),
  policies: all(
    [
      ...under('server/src/domain/policies', ['apply-policies', 'check-draft', 'check-team', 'refusal']),
      ...find('server/src/domain/policies/kinds/*.ts'),
    ],
    POLICY_TESTS,
  ),
  approvals: all(
    under('server/src/flows/approvals', [
      'decide',
      'decider',
      'delegate-approval',
      'plan-approval',
      'end-approval',
    ]),
    APPROVAL_TESTS,
  ),
  leases: [
    ...all(['server/src/persistence/delivery-statements.ts'], DELIVERY_TESTS),
    {
      file: 'server/src/persistence/leases.ts',
      tests: [
        ...DELIVERY_TESTS,
        'server/src/persistence/policies.test.ts',
        'server/src/persistence/intents.test.ts',
        'server/src/flows/lifecycle/takeover.test.ts',
      ],
    },
    { file: 'server/src/persistence/intents.ts', tests: ['server/src/persistence/intents.test.ts'] },
    {
      file: 'server/src/persistence/idempotency-keys.ts',
      tests: ['server/src/persistence/idempotency-keys.test.ts', 'server/src/http/idempotency.test.ts'],
    },
    {
      file: 'server/src/http/idempotency.ts',
      tests: ['server/src/http/idempotency.test.ts', 'acceptance/idempotency.test.ts'],
    },
  ],
  limits: [
    { file: 'server/src/http/streams.ts', tests: ['server/src/http/streams.test.ts'] },
    { file: 'server/src/http/refused-calls.ts', tests: ['server/src/http/refused-calls.test.ts'] },
    { file: 'server/src/workers/slots.ts', tests: ['server/src/workers/slots.test.ts'] },
    { file: 'server/src/persistence/rate-limits.ts', tests: ['server/src/persistence/rate-limits.test.ts'] },
  ],
};
