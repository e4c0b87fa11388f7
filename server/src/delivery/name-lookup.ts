/**
 * Resolves the names of receivers, which callers choose. While a name server is silent, `dns.lookup` blocks one of the
 * few libuv threads, which files and cryptography also need. So this lookup queries DNS over sockets.
 * It calls `dns.lookup` only for names in the hosts file, and after a DNS error other than a timeout.
 */
import { type LookupAddress, type LookupOptions, lookup as systemLookup } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { withinTime } from '../kernel/deadline.ts';

/** Resolves a name to all its addresses. @throws Error when it has none, or no server responds in time */
export type NameLookup = (hostname: string, options: LookupOptions) => Promise<LookupAddress[]>;

export interface NameLookupOptions {
  /** Returns a resolver. Default: one with the name servers of the system. */
  resolver?: () => Resolver;
  /** Reads the text of the system's hosts file. */
  readHosts?: () => Promise<string>;
  system?: NameLookup;
  /** Maximum time for a system lookup and the wait for its turn, in milliseconds. Default: 5 s. */
  systemMilliseconds?: number;
}

/** Time limit of the first query, in milliseconds; c-ares doubles it with each attempt. */
const QUERY_MILLISECONDS = 2_000;
const TRIES = 2;
const SYSTEM_MILLISECONDS = 5_000;

/** Each lookup reads the system's configuration, because it may change while the service runs. */
const systemResolver = () => new Resolver({ timeout: QUERY_MILLISECONDS, tries: TRIES });

/** Whether the hosts file names the host (hosts(5)). */
const names = (hosts: string, hostname: string): boolean =>
  hosts
    .toLowerCase()
    .split('\n')
    .some((line) => line.replace(/#.*/, '').trim().split(/\s+/).slice(1).includes(hostname.toLowerCase()));

/** Queries DNS for the addresses of both families. @throws the error of the IPv4 query when there are none */
async function resolve(resolver: Resolver, hostname: string): Promise<LookupAddress[]> {
  const [v4, v6] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
  const found = [
    ...(v4.status === 'fulfilled' ? v4.value.map((address) => ({ address, family: 4 })) : []),
    ...(v6.status === 'fulfilled' ? v6.value.map((address) => ({ address, family: 6 })) : []),
  ];
  if (found.length === 0 && v4.status === 'rejected') throw v4.reason;
  return found;
}

const isTimeout = (error: unknown): boolean => (error as { code?: string }).code === 'ETIMEOUT';

/**
 * Runs one system lookup at a time, in the order of the calls. libuv gives half of its threads, two by default, to
 * `dns.lookup`. The second lookup thread stays free for the names of the database, the suite and the mail server, and
 * the other half of the threads for files and cryptography.
 * @throws the DNS error when the addresses do not arrive in time
 */
function createSystemLookup(system: NameLookup, milliseconds: number) {
  let last: Promise<unknown> = Promise.resolve();
  return (hostname: string, options: LookupOptions, dnsError: Error): Promise<LookupAddress[]> => {
    let isLate = false;
    const own = last.then(() => {
      if (isLate) throw dnsError;
      return system(hostname, options);
    });
    last = own.catch(() => undefined);
    return withinTime(own, milliseconds, () => {
      isLate = true;
      return dnsError;
    });
  };
}

/**
 * Returns a lookup with the order of the system's resolver: the hosts file, then DNS, then the system's other sources,
 * such as its search domains.
 */
export function createNameLookup({
  resolver = systemResolver,
  readHosts = () => readFile('/etc/hosts', 'utf8'),
  system = promisify(systemLookup) as NameLookup,
  systemMilliseconds = SYSTEM_MILLISECONDS,
}: NameLookupOptions = {}): NameLookup {
  const askSystem = createSystemLookup(system, systemMilliseconds);
  return async (hostname, options) => {
    const all = { ...options, all: true };
    if (names(await readHosts().catch(() => ''), hostname)) return system(hostname, all);
    try {
      return await resolve(resolver(), hostname);
    } catch (error) {
      if (isTimeout(error)) throw error;
      return askSystem(hostname, all, error as Error);
    }
  };
}
