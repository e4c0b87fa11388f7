/** Charter's registration in a Microsoft Entra tenant, and the cloud of that tenant. */

import type { Clock } from '../../../kernel/clock.ts';
import { isLoopbackHost } from '../../../kernel/loopback.ts';

export interface GraphRegistration {
  /** Id of the Entra tenant, which is also the tenant's id in Charter and in tokens. */
  tenant: string;
  clientId: string;
  clientSecret?: string | undefined;
  /** Path of a PEM file with a certificate and its private key. */
  clientCertificate?: string | undefined;
  /** A certificate and its private key as PEM text. */
  certificatePem?: string | undefined;
  /** Why the registration can't be used on this node. Calls to Graph wait. */
  unusable?: string | undefined;
}

/** The registrations in the database, for tenants that have their own. */
export interface KeptRegistrations {
  find(tenantId: string): Promise<GraphRegistration | undefined>;
}

/** The addresses of a cloud. */
export interface GraphCloud {
  /** Address of Microsoft Graph with the version, for example `https://graph.microsoft.com/v1.0`. */
  url: string;
  /** Issuer of tokens, for example `https://login.microsoftonline.com`. */
  authority: string;
}

/** Whether the address is plain HTTP on loopback, as those of stand-ins in tests are. */
export const isPlainLoopback = (address: string): boolean => {
  const { protocol, hostname } = new URL(address);
  return protocol === 'http:' && isLoopbackHost(hostname);
};

/** @throws Error for an address to which tokens or secrets would be sent unencrypted */
export function assertConfidential(address: string): void {
  if (new URL(address).protocol === 'https:' || isPlainLoopback(address)) return;
  throw new Error(`${address} is not confidential. Use https; http is for loopback addresses only.`);
}

/* Finds the registration of each tenant: its own from the database, or the one in the settings. */

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

/* Values by tenant that are read again when they are older than half a minute. */

/** Longest age of a value. docs/microsoft-365.md promises half a minute. */
const FRESH_MILLISECONDS = 30_000;

interface Known<Value> {
  value: Value;
  readAt: number;
}

export class Recent<Value> {
  readonly #read: (tenantId: string) => Promise<Value>;
  readonly #clock: Clock;
  readonly #known = new Map<string, Known<Value>>();

  constructor(read: (tenantId: string) => Promise<Value>, clock: Clock) {
    this.#read = read;
    this.#clock = clock;
  }

  /** Returns the same object as long as its content stays the same. */
  async find(tenantId: string): Promise<Value> {
    const now = this.#clock.now().getTime();
    const known = this.#known.get(tenantId);
    if (known !== undefined && now - known.readAt < FRESH_MILLISECONDS) return known.value;
    const read = await this.#read(tenantId);
    const isSame = known !== undefined && JSON.stringify(read) === JSON.stringify(known.value);
    const value = isSame ? known.value : read;
    this.#known.set(tenantId, { value, readAt: now });
    return value;
  }

  /** Makes the next call read again. */
  forget(tenantId: string): void {
    const known = this.#known.get(tenantId);
    if (known !== undefined) known.readAt = Number.NEGATIVE_INFINITY;
  }
}
