/** The sources of which the mutation run makes mutants, and the tests that may detect these. */
import { globSync } from 'node:fs';
import { root } from '../../runtime/root.mjs';

export interface Target {
  file: string;
  /** Test files. The run starts only those that execute the changed expression. */
  tests: readonly string[];
  /** Limits the run to the mutants of one line. */
  line?: number;
}

export type Areas = Readonly<Record<string, readonly Target[]>>;

const find = (...patterns: string[]): string[] =>
  globSync(patterns, { cwd: root })
    .filter((path) => !path.endsWith('.test.ts'))
    .sort();

const testsIn = (...patterns: string[]): string[] =>
  globSync(
    patterns.map((pattern) => `${pattern}.test.ts`),
    { cwd: root },
  ).sort();

const src = (...names: string[]): string[] => names.map((name) => `server/src/${name}.ts`);

const all = (files: readonly string[], tests: readonly string[]): Target[] =>
  files.map((file) => ({ file, tests }));

const ROLE_TESTS = ['server/test/role-rules.test.ts', ...testsIn('server/src/{domain,flows}/*/access')];

const POLICY_TESTS = [
  ...testsIn('server/src/domain/policies/**/*', 'server/src/flows/policy-reports/*'),
  ...testsIn('server/src/http/policies/*'),
  ...src(
    'domain/guests/rules.test',
    'flows/channels/channels.test',
    'flows/guests/guests.test',
    'flows/owners/check-owners.test',
    'flows/provisioning/policies.test',
    'flows/reviews/reviews.test',
    'http/team-directory/team-directory.test',
    'persistence/policies.test',
  ),
];

const APPROVAL_TESTS = [
  ...testsIn('server/src/flows/approvals/*', 'server/src/http/approvals/*'),
  ...src(
    'domain/notifications/notifications.test',
    'flows/jobs/cancel-and-retry.test',
    'flows/channel-requests/channel-requests.test',
    'http/webhooks/event-schemas.test',
  ),
];

const DELIVERY_TESTS = src(
  'persistence/delivery-outcomes.test',
  'persistence/deliveries.test',
  'delivery/deliverer.test',
  'domain/webhooks/hooks.test',
  'domain/webhooks/recipients.test',
  'http/webhooks/deliveries.test',
);

export const AREAS: Areas = {
  access: all(
    find('server/src/engine/{principal,audit/access}.ts', 'server/src/{domain,flows}/*/access.ts'),
    [
      ...ROLE_TESTS,
      ...src(
        'flows/approvals/approvals.test',
        'http/branding/branding.test',
        'http/leavers/leavers.test',
        'http/scopes.test',
      ),
    ],
  ),
  policies: all(
    [
      ...src(
        'domain/policies/apply-policies',
        'domain/policies/check-draft',
        'domain/policies/check-team',
        'domain/policies/labelled-policy',
        'domain/policies/model',
        'domain/policies/read-settings',
        'domain/policies/rejection',
        'domain/policies/resolve-scope',
      ),
      ...find('server/src/domain/policies/kinds/*.ts'),
    ],
    POLICY_TESTS,
  ),
  approvals: all(
    find('server/src/flows/approvals/*.ts').filter((file) => !file.endsWith('/access.ts')),
    APPROVAL_TESTS,
  ),
  leases: [
    ...all(src('persistence/deliveries', 'persistence/fan-outs'), DELIVERY_TESTS),
    ...all(src('persistence/statement-parts'), [
      ...DELIVERY_TESTS,
      ...src(
        'persistence/statement-parts.test',
        'persistence/policies.test',
        'persistence/intents.test',
        'flows/lifecycle/takeover.test',
        'flows/reviews/reviews.test',
        'flows/team-directory/join-requests.test',
      ),
    ]),
    ...all(src('persistence/intents'), src('persistence/intents.test')),
    ...all(
      src('persistence/idempotency-keys', 'http/idempotency'),
      src('persistence/idempotency-keys.test', 'http/idempotency.test', 'http/future-values.test'),
    ),
  ],
  limits: [
    ...all(
      src('http/streams'),
      src('http/streams.test', 'http/jobs/get-job-events.test', 'http/jobs/job-event-rights.test'),
    ),
    ...all(src('http/rejected-calls'), src('http/rejected-calls.test')),
    ...all(src('kernel/slots'), src('kernel/slots.test')),
    ...all(src('persistence/rate-limits'), src('persistence/rate-limits.test')),
    ...all(
      src('engine/limits/sliding-window'),
      src('engine/limits/sliding-window.test', 'persistence/rate-limits.test'),
    ),
  ],
};
