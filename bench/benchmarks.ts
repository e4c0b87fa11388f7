/** The benchmarks by name, in the order in which they run: those of the service, then those of each suite. */
import { globSync } from 'node:fs';
import type { Benchmarks } from './measurement.ts';

/** The benchmarks of the suites. Each suite has a folder, which is removed with it. */
const OF_SUITES: readonly Benchmarks[] = await Promise.all(
  globSync('*/benchmarks.ts', { cwd: import.meta.dirname }).map(
    async (file) => (await import(`./${file}`)).BENCHMARKS as Benchmarks,
  ),
);

export const BENCHMARKS: Benchmarks = {
  'get-team': async () => (await import('./get-team.ts')).measureGetTeam(),
  provisioning: async () => (await import('./provisioning.ts')).measureProvisioning(),
  rules: async () => (await import('./rules.ts')).measureRules(),
  'my-templates': async () => (await import('./my-templates.ts')).measureMyTemplates(),
  users: async () => (await import('./users.ts')).measureUsers(),
  answers: async () => (await import('./answers.ts')).measureAnswers(),
  reports: async () => (await import('./reports.ts')).measureReports(),
  reviews: async () => (await import('./reviews.ts')).measureReviews(),
  scim: async () => (await import('./scim.ts')).measureScim(),
  isolation: async () => (await import('./isolation.ts')).measureIsolation(),
  deliveries: async () => (await import('./deliveries.ts')).measureDeliveries(),
  'hanging-receiver': async () => (await import('./hanging-receiver.ts')).measureHangingReceiver(),
  takeover: async () => (await import('./takeover.ts')).measureTakeover(),
  policies: async () => (await import('./policies.ts')).measurePolicies(),
  audit: async () => (await import('./audit.ts')).measureAudit(),
  portal: async () => (await import('./portal.ts')).measurePortal(),
  start: async () => (await import('./start.ts')).measureStart(),
  ...Object.assign({}, ...OF_SUITES),
};
