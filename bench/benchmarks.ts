/** The benchmarks by name, in the order in which they run. */
import type { Measurement } from './measurement.ts';

export const BENCHMARKS: Record<string, () => Promise<Measurement[]>> = {
  'get-team': async () => (await import('./get-team.ts')).measureGetTeam(),
  provisioning: async () => (await import('./provisioning.ts')).measureProvisioning(),
  rules: async () => (await import('./rules.ts')).measureRules(),
  'my-templates': async () => (await import('./my-templates.ts')).measureMyTemplates(),
  users: async () => (await import('./users.ts')).measureUsers(),
  isolation: async () => (await import('./isolation.ts')).measureIsolation(),
  readers: async () => (await import('./readers.ts')).measureReaders(),
  deliveries: async () => (await import('./deliveries.ts')).measureDeliveries(),
  'hanging-receiver': async () => (await import('./hanging-receiver.ts')).measureHangingReceiver(),
  takeover: async () => (await import('./takeover.ts')).measureTakeover(),
  policies: async () => (await import('./policies.ts')).measurePolicies(),
  'slow-tenant': async () => (await import('./slow-tenant.ts')).measureSlowTenant(),
  wave: async () => (await import('./wave.ts')).measureWave(),
  audit: async () => (await import('./audit.ts')).measureAudit(),
  portal: async () => (await import('./portal.ts')).measurePortal(),
  start: async () => (await import('./start.ts')).measureStart(),
};
