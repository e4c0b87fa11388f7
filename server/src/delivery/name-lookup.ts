/**
 * Resolves the names of receivers, which callers choose. `dns.lookup` holds one of the few threads of the process that
 * also serve files and cryptography, for as long as a name server is silent. So DNS is asked over sockets, and the
 * system only about names that DNS does not know.
 */
import { type LookupAddress, type LookupOptions, lookup as systemLookup } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

/** Resolves a name to all its addresses. @throws Error when it has none, or no server answers in time */
export type NameLookup = (hostname: string, options: LookupOptions) => Promise<LookupAddress[]>;

export interface NameLookupOptions {
  /** Returns a resolver. Default: one with the name servers of the system. */
  resolver?: () => Resolver;
  /** Reads the text of the system's hosts file. */
  readHosts?: () => Promise<string>;
  system?: NameLookup;
}

/** First time limit of a question, in milliseconds; c-ares doubles it with each try. */
const QUESTION_MILLISECONDS = 2_000;
const TRIES = 2;
/** Maximum number of threads that wait for the system's answers about names that DNS does not know. */
const MOST_SYSTEM_LOOKUPS = 1;

/** Reads the system's configuration for each lookup: it may change while the service runs. */
const systemResolver = () => new Resolver({ timeout: QUESTION_MILLISECONDS, tries: TRIES });

/** Whether the hosts file names the host (hosts(5)). */
const names = (hosts: string, hostname: string): boolean =>
  hosts
    .toLowerCase()
    .split('\n')
    .some((line) => line.replace(/#.*/, '').trim().split(/\s+/).slice(1).includes(hostname.toLowerCase()));

/** Asks DNS for the addresses of both families. @throws Error of IPv4 when there are none */
async function resolve(resolver: Resolver, hostname: string): Promise<LookupAddress[]> {
  const [v4, v6] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
  const found = [
    ...(v4.status === 'fulfilled' ? v4.value.map((address) => ({ address, family: 4 })) : []),
    ...(v6.status === 'fulfilled' ? v6.value.map((address) => ({ address, family: 6 })) : []),
  ];
  if (found.length === 0 && v4.status === 'rejected') throw v4.reason;
  return found;
}

const isSilence = (error: unknown): boolean => (error as { code?: string }).code === 'ETIMEOUT';

/**
 * Returns a lookup with the answers of the system: the hosts file first, then DNS, then what else the system knows, such
 * as names in its search domains.
 */
export function createNameLookup({
  resolver = systemResolver,
  readHosts = () => readFile('/etc/hosts', 'utf8'),
  system = promisify(systemLookup) as NameLookup,
}: NameLookupOptions = {}): NameLookup {
  let systemLookups = 0;
  return async (hostname, options) => {
    const ask = () => system(hostname, { ...options, all: true });
    if (names(await readHosts().catch(() => ''), hostname)) return ask();
    try {
      return await resolve(resolver(), hostname);
    } catch (error) {
      // Servers that know no name may still be silent to the system, so others do not wait for its answer.
      if (isSilence(error) || systemLookups >= MOST_SYSTEM_LOOKUPS) throw error;
    }
    systemLookups += 1;
    try {
      return await ask();
    } finally {
      systemLookups -= 1;
    }
  };
}
