/** URLs of PostgreSQL as libpq reads them: they may name several hosts (PostgreSQL manual, "Connection URIs"). */

/** Splits before and after the hosts. A password may contain `@`. */
const HOSTS = /^(\w+:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/s;

/** Returns one URL for each host: `//a:5432,b/db` becomes `//a:5432/db` and `//b/db`. */
export function urlsOfHosts(url: string): string[] {
  const [, before = '', hosts = '', after = ''] = HOSTS.exec(url) ?? [];
  return hosts.split(',').map((host) => before + host + after);
}

/** Changes parts of a URL other than its hosts. A WHATWG URL has one host only. */
export function changeDatabaseUrl(url: string, change: (parts: URL) => void): string {
  const parts = new URL(urlsOfHosts(url)[0] as string);
  change(parts);
  const hosts = HOSTS.exec(url)?.[2] ?? '';
  return parts.href.replace(HOSTS, (_all, before: string, _host, after: string) => before + hosts + after);
}

/** TLS modes of libpq without `allow` and `prefer`, which stop no attacker (PostgreSQL manual, "SSL Support"). */
const TLS_MODES = ['disable', 'require', 'verify-ca', 'verify-full'];
/** The service writes, so it can't use a standby. */
const WRITABLE = ['read-write', 'primary'];

/** Returns the first problem with the parameters of a URL; undefined when the service can use them. */
export function findUrlProblem({ searchParams: given }: URL): string | undefined {
  const mode = given.get('sslmode');
  const attributes = given.get('target_session_attrs');
  const authority = given.get('sslrootcert');
  if (attributes !== null && !WRITABLE.includes(attributes)) {
    return `must have target_session_attrs=${WRITABLE.join(' or ')}, because the service writes`;
  }
  if (given.get('host')?.includes(','))
    return 'must name several hosts before the path, as in //a:5432,b:5432/db';
  if (mode !== null && !TLS_MODES.includes(mode)) return `must have an sslmode of ${TLS_MODES.join(', ')}`;
  if (mode === 'verify-ca' && (authority === null || authority === 'system')) {
    return 'must name the file of the authority in sslrootcert with sslmode=verify-ca';
  }
  if (given.has('sslcert') !== given.has('sslkey')) return 'must have both sslcert and sslkey, or neither';
  if (mode === null && (authority !== null || given.has('sslcert'))) {
    return 'must have an sslmode when it names certificate files, for example sslmode=verify-full';
  }
  return undefined;
}
