/** The registration of each tenant: its own from the database, or that of the settings. */
import type { Clock } from '../../kernel/clock.ts';
import type { GraphRegistration, KeptRegistrations } from './registration.ts';

/** How long a node uses what it has read. The guide promises half a minute (docs/microsoft-365.md). */
const FRESH_MILLISECONDS = 30_000;

interface RegistrationSources {
  registrations: readonly GraphRegistration[];
  kept?: KeptRegistrations | undefined;
}

interface Known {
  registration: GraphRegistration | undefined;
  readAt: number;
}

export class Registrations {
  readonly #sources: RegistrationSources;
  readonly #clock: Clock;
  readonly #known = new Map<string, Known>();

  constructor(sources: RegistrationSources, clock: Clock) {
    this.#sources = sources;
    this.#clock = clock;
  }

  /** Returns the same object as long as nothing in it changes. */
  async find(tenantId: string): Promise<GraphRegistration | undefined> {
    const { registrations, kept } = this.#sources;
    const configured = registrations.find(({ tenant }) => tenant === tenantId);
    if (kept === undefined) return configured;
    const now = this.#clock.now().getTime();
    const known = this.#known.get(tenantId);
    if (known !== undefined && now - known.readAt < FRESH_MILLISECONDS) return known.registration;
    const read = (await kept.find(tenantId)) ?? configured;
    const isSame = JSON.stringify(read) === JSON.stringify(known?.registration);
    const registration = isSame ? known?.registration : read;
    this.#known.set(tenantId, { registration, readAt: now });
    return registration;
  }
}
