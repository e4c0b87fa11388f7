/** Finds the registration of each tenant: its own from the database, or the one in the settings. */
import type { Clock } from '../../kernel/clock.ts';
import { Recent } from './recent.ts';
import type { GraphRegistration, KeptRegistrations } from './registration.ts';

interface RegistrationSources {
  registrations: readonly GraphRegistration[];
  kept?: KeptRegistrations | undefined;
}

export type Registrations = Pick<Recent<GraphRegistration | undefined>, 'find' | 'forget'>;

export function createRegistrations(
  { registrations, kept }: RegistrationSources,
  clock: Clock,
): Registrations {
  const configured = (tenantId: string) => registrations.find(({ tenant }) => tenant === tenantId);
  if (kept === undefined) return { find: async (tenantId) => configured(tenantId), forget: () => undefined };
  return new Recent(async (tenantId) => (await kept.find(tenantId)) ?? configured(tenantId), clock);
}
