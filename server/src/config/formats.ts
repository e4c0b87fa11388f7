/** Settings, and the formats that parse and check their text. */
import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { ASSIGNABLE_ROLES, type EntryRules, type RoleMapping } from '../domain/identity/ports.ts';
import { findUrlProblem, urlsOfHosts } from '../kernel/database-url.ts';

export interface Format<T> {
  /** The default in the documentation, in the variable's notation. Empty when there is none. */
  defaultText: string;
  /**
   * @param text undefined when the variable is unset
   * @throws Error whose message describes valid values
   */
  read(text: string | undefined): T;
}

const format = <T>(read: Format<T>['read'], defaultText = ''): Format<T> => ({ read, defaultText });

/** A format without a default. */
const optionally = <T>(read: (text: string) => T): Format<T | undefined> =>
  format((text) => (text === undefined ? undefined : read(text)));

function readInteger(text: string, min: number, max: number): number {
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (!(value >= min && value <= max)) throw new Error(`must be a whole number from ${min} to ${max}`);
  return value;
}

export const integer = (fallback: number, min: number, max: number): Format<number> =>
  format((text) => (text === undefined ? fallback : readInteger(text, min, max)), String(fallback));

/** A number from 0 to 1. */
export const ratio = (fallback: number): Format<number> =>
  format((text) => {
    const value = text === undefined ? fallback : /^[\d.]+$/.test(text) ? Number(text) : Number.NaN;
    if (!(value >= 0 && value <= 1)) throw new Error('must be a number from 0 to 1');
    return value;
  }, String(fallback));

export const optionalInteger = (min: number, max: number) =>
  optionally((text) => readInteger(text, min, max));

/** A rate limit in calls per minute. */
export const rate = (fallback: number): Format<number> => integer(fallback, 1, 1_000_000_000);

export const oneOf = <T extends string>(fallback: T, values: readonly T[]): Format<T> =>
  format((text) => {
    const found = values.find((value) => value === (text ?? fallback));
    if (found === undefined) throw new Error(`must be one of ${values.join(', ')}`);
    return found;
  }, fallback);

export const string = (fallback: string): Format<string> => format((text) => text ?? fallback, fallback);

export const optional: Format<string | undefined> = format((text) => text);

const GUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;

/** A GUID, converted to lower case. */
export const optionalGuid: Format<string | undefined> = optionally((text) => {
  const guid = text.toLowerCase();
  if (!GUID.test(guid)) throw new Error('must be a GUID');
  return guid;
});

export const path = (fallback: string): Format<string> => format((text) => resolve(text ?? fallback));

export const optionalPath: Format<string | undefined> = optionally((text) => resolve(text));

const items = (text: string | undefined): string[] =>
  (text ?? '')
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean);

export const list: Format<string[]> = format(items);

/** A list of values from a fixed set. */
export const listOf = <T extends string>(values: readonly T[]): Format<T[]> =>
  format((text) =>
    items(text).map((item) => {
      const found = values.find((value) => value === item);
      if (found === undefined) throw new Error(`must be some of ${values.join(', ')}`);
      return found;
    }),
  );

function readUrl(text: string, protocols: readonly string[]): string {
  const parsed = URL.parse(text);
  if (parsed === null || !protocols.includes(parsed.protocol)) {
    throw new Error(`must be a URL beginning with ${protocols.map((p) => `${p}//`).join(' or ')}`);
  }
  return text.replace(/\/+$/, '');
}

export const url = (...protocols: string[]): Format<string | undefined> =>
  optionally((text) => readUrl(text, protocols));

/** The public URL of the service: an origin, and perhaps a path that a proxy publishes it below. */
export const publicUrl: Format<string | undefined> = optionally((text) => {
  const { origin, pathname, search, hash, username, password } = new URL(readUrl(text, ['https:', 'http:']));
  if (search + hash + username + password !== '')
    throw new Error('must be an address without query, fragment and user');
  const path = pathname.replace(/\/+$/, '');
  // Cookies and pages contain the path without escaping it.
  if (!/^(\/[\w.~-]+)*$/.test(path))
    throw new Error(
      `must have a path of letters, digits and - . _ ~ between slashes, such as /charter, not ${path}`,
    );
  return origin + path;
});

/**
 * A PostgreSQL URL with one or more hosts. Adds the host that WHATWG URLs require to `user@/database`, the form for a
 * Unix socket.
 */
export const databaseUrl: Format<string | undefined> = optionally((text) => {
  const url = text.replace(/^(\w+:\/\/[^/@]*@)(?=\/)/, '$1localhost').replace(/\/+$/, '');
  for (const one of urlsOfHosts(url)) {
    const problem = findUrlProblem(new URL(readUrl(one, ['postgres:', 'postgresql:'])));
    if (problem !== undefined) throw new Error(problem);
  }
  return url;
});

/** Issuer identifiers. Tokens must match them exactly, so a trailing slash stays (Entra v1 has one). */
export const issuers: Format<string[]> = format((text) =>
  items(text).map((item) => readUrl(item, ['https:', 'http:']) + (item.endsWith('/') ? '/' : '')),
);

export type Service = 'api' | 'worker';

export const services: Format<Service[]> = format((text) => {
  const chosen = items(text ?? 'api,worker');
  if (!chosen.length || chosen.some((service) => service !== 'api' && service !== 'worker')) {
    throw new Error('must be api, worker, or both separated by a comma');
  }
  return chosen as Service[];
}, 'api,worker');

export const sender: Format<string | undefined> = optionally((text) => {
  if (/^([^<>\r\n]*<)?[^\s<>@]+@[^\s<>@]+>?$/.test(text)) return text;
  throw new Error('must be a mail address, or a name and <address>');
});

/** Hours of the day, or `off`. */
export const hours = (fallback: string): Format<number[]> =>
  format((text) => {
    if (text === 'off') return [];
    const chosen = items(text ?? fallback);
    if (chosen.length === 0 || chosen.some((hour) => !/^([01]?\d|2[0-3])$/.test(hour))) {
      throw new Error('must be hours from 0 to 23 separated by commas, or off');
    }
    return chosen.map(Number);
  }, fallback);

/** The addresses whose first `prefix` bits are those of `network`. */
export interface NetworkConfig {
  network: string;
  prefix: number;
  family: 'ipv4' | 'ipv6';
}

const BITS = { ipv4: 32, ipv6: 128 } as const;

/** Returns a network in CIDR notation; undefined for other text. */
function toNetwork(range: string): NetworkConfig | undefined {
  const [, network = '', length = ''] = /^([0-9a-f.:]+)\/(\d{1,3})$/i.exec(range) ?? [];
  const version = isIP(network);
  const family = version === 4 ? 'ipv4' : 'ipv6';
  const prefix = Number(length);
  return version === 0 || prefix > BITS[family] ? undefined : { network, prefix, family };
}

/** Networks in CIDR notation. */
export const networks: Format<NetworkConfig[]> = format((text) =>
  items(text).map((range) => {
    const network = toNetwork(range);
    if (network !== undefined) return network;
    throw new Error('must be networks such as 10.20.0.0/16 or fd00:1::/32, separated by commas');
  }),
);

const LOOPBACK: readonly NetworkConfig[] = [
  { network: '127.0.0.0', prefix: 8, family: 'ipv4' },
  { network: '::1', prefix: BITS.ipv6, family: 'ipv6' },
];

/** Addresses of proxies, networks of proxies, and `loopback`. */
export const proxies: Format<NetworkConfig[]> = format((text) =>
  items(text).flatMap((item) => {
    if (item === 'loopback') return LOOPBACK;
    const network = toNetwork(
      item.includes('/') ? item : `${item}/${BITS[item.includes(':') ? 'ipv6' : 'ipv4']}`,
    );
    if (network === undefined) {
      throw new Error(
        `must be addresses such as 10.0.0.7, networks such as 10.0.0.0/24 or fd00:1::/64, or loopback, separated by commas; '${item}' is none`,
      );
    }
    if (network.prefix === 0)
      throw new Error(`must not hold ${item}: every client could then choose the address that Charter sees`);
    return network;
  }),
);

/** Stands for the key that the database holds, in a list of keys. */
export const OWN_KEY = 'database';

export const secretKeys: Format<string[]> = format((text) => {
  const keys = items(text);
  if (keys.some((key) => key.length < 32 && key !== OWN_KEY))
    throw new Error(`must be keys of at least 32 characters each, or ${OWN_KEY} for the one in the database`);
  return keys;
});

/** A prefix of header names (RFC 9110, 5.1). */
export const headerPrefix = (fallback: string): Format<string> =>
  format((text) => {
    if (text === undefined) return fallback;
    if (/^webhook$/i.test(text)) {
      throw new Error(
        `must not be ${text}: its ${text}-Signature would be the webhook-signature of Standard Webhooks, which messages carry too. Choose another`,
      );
    }
    if (/^[A-Za-z0-9]+(-[A-Za-z0-9]+)*$/.test(text) && text.length <= 64) return text;
    throw new Error('must be letters, digits and single hyphens, such as X-Charter');
  }, fallback);

export interface IssuerAppClaim {
  /** Undefined when the claim applies to the only issuer. */
  issuer: string | undefined;
  claim: string;
  value: string;
}

export const appClaims: Format<IssuerAppClaim[]> = format((text) =>
  items(text).map((item) => {
    const [, issuer, claim, value] = /^(?:(\S+)\s+)?([^\s=]+)=(\S+)$/.exec(item) ?? [];
    if (claim === undefined || value === undefined) {
      throw new Error('must be claims with their values, such as gty=client-credentials');
    }
    return { issuer, claim, value };
  }),
);

/** Names of claims. A name may hold dots and slashes; with dots it may also be a path (identity/claims.ts). */
export const claimNames = (fallback: string): Format<string[]> =>
  format((text) => {
    const names = items(text ?? fallback);
    if (names.length > 0 && names.every((name) => !/\s/.test(name))) return names;
    throw new Error('must be names of claims separated by commas, without spaces inside');
  }, fallback);

/** Claims with their values, for example `acct=1`. */
export const claimValues: Format<{ claim: string; value: string }[]> = format((text) =>
  items(text).map((item) => {
    const [, claim, value] = /^([^\s=]+)=(\S+)$/.exec(item) ?? [];
    if (claim === undefined || value === undefined)
      throw new Error('must be claims with their values, such as acct=1');
    return { claim, value };
  }),
);

/** Parameters that the sign-in sets itself (RFC 6749, 4.1.1; RFC 7636, 4.3; OpenID Connect Core, 3.1.2.1 and 6). */
const OWN_PARAMETERS = [
  ...['client_id', 'client_secret', 'code_challenge', 'code_challenge_method', 'id_token_hint', 'nonce'],
  ...['redirect_uri', 'request', 'request_uri', 'response_mode', 'response_type', 'scope', 'state'],
];

/** Parameters of the authorization request, for example `audience=https://charter.example,prompt=login`. */
export const authorizationParameters: Format<Record<string, string>> = format((text) => {
  const parameters = items(text).map((item): [string, string] => {
    const [, name, value] = /^([\w.-]+)=(\S.*)$/.exec(item) ?? [];
    if (name === undefined || value === undefined)
      throw new Error('must be parameters with their values, such as audience=https://charter.example');
    if (OWN_PARAMETERS.includes(name)) throw new Error(`must not hold ${name}: the sign-in sets it itself`);
    return [name, value];
  });
  if (new Set(parameters.map(([name]) => name)).size < parameters.length)
    throw new Error('must name each parameter once');
  return Object.fromEntries(parameters);
});

/** Mappings from groups and roles of the provider to Charter's roles, such as `charter-admins=GLOBAL_ADMIN`. */
export const roleMappings: Format<RoleMapping[]> = format((text) =>
  items(text).map((item) => {
    const [, name, given] = /^(\S.*?)\s*=\s*([A-Z_]+)$/.exec(item) ?? [];
    const role = ASSIGNABLE_ROLES.find((each) => each === given);
    if (name !== undefined && role !== undefined) return { name, role };
    throw new Error(
      `must be groups or roles of the provider with the roles ${ASSIGNABLE_ROLES.join(', ')}, such as charter-admins=GLOBAL_ADMIN; '${item}' is none`,
    );
  }),
);

const DOMAIN = /^[a-z0-9-]+(\.[a-z0-9-]+)+$/;

/** `all`, or parts separated by semicolons: `known`, `domains:<list>`, `groups:<list>`. */
export const entryRules: Format<EntryRules> = format((text = 'all') => {
  const rules: EntryRules = { all: false, known: false, domains: [], groups: [] };
  const parts = text.split(';').map((part) => part.trim());
  for (const part of parts) {
    const [, kind, rest = ''] = /^(all|known|domains|groups)(?::(.*))?$/s.exec(part) ?? [];
    const named = items(rest);
    const isList = kind === 'domains' || kind === 'groups';
    if (kind === undefined || isList !== named.length > 0) {
      throw new Error(
        'must be all, or known, domains:contoso.example,fabrikam.example and groups:<names>, separated by semicolons',
      );
    }
    if (kind === 'all' && parts.length > 1)
      throw new Error('must be all alone: nobody is left for other parts');
    if (kind === 'domains') {
      rules.domains = named.map((domain) => domain.toLowerCase());
      const bad = rules.domains.find((domain) => !DOMAIN.test(domain));
      if (bad !== undefined) throw new Error(`must list domains such as contoso.example; '${bad}' is none`);
    } else if (kind === 'groups') rules.groups = named;
    else rules[kind as 'all' | 'known'] = true;
  }
  return rules;
}, 'all');

/** A person, written as `<id>` or `<tenant>/<id>`. */
export const principalInTenant: Format<{ tenantId?: string; id: string } | undefined> = optionally((text) => {
  const [, tenantId, id] = /^(?:([^/\s]+)\/)?([^/\s]+)$/.exec(text) ?? [];
  if (id === undefined) throw new Error("must be a person's id, or <tenant>/<id>");
  return tenantId === undefined ? { id } : { tenantId, id };
});

/** Days by name: `teams=730,security=365`. `*` covers every name that is not listed. */
export const daysOf = (names: readonly string[]): Format<Readonly<Record<string, number>>> =>
  format((text) => {
    const days: Record<string, number> = {};
    for (const item of items(text)) {
      const [, name, number] = /^([a-z]+|\*)\s*=\s*(\d{1,5})$/.exec(item) ?? [];
      const known = [...names, '*'].find((each) => each === name);
      if (known === undefined || Number(number) < 1) {
        throw new Error(
          `must be pairs such as teams=730, with days from 1 to 99999 and the trails ${names.join(', ')} or *`,
        );
      }
      days[known] = Number(number);
    }
    const { '*': others, ...named } = days;
    if (others === undefined) return named;
    return { ...Object.fromEntries(names.map((name) => [name, others])), ...named };
  });

/** An organisation, written as `Name <domain>`. */
export const organisation: Format<{ displayName: string; domain: string } | undefined> = optionally(
  (text) => {
    const [, displayName, domain] = /^([^<>]{1,256}?)\s*<([a-z0-9-]+(?:\.[a-z0-9-]+)+)>$/i.exec(text) ?? [];
    if (!displayName || domain === undefined) throw new Error('must be a name and <domain>');
    return { displayName, domain: domain.toLowerCase() };
  },
);

export interface Setting<T> extends Format<T> {
  /** Name of the environment variable. */
  name: string;
  /** One or two sentences for the operator. */
  description: string;
}

/** @param defaultText overrides the format's default in the documentation */
export const setting = <T>(
  name: string,
  { read, defaultText: own }: Format<T>,
  description: string,
  defaultText = own,
): Setting<T> => ({ name, description, defaultText, read });

/** The values of a table of settings. */
export type ValuesOf<Table extends Record<string, Setting<unknown>>> = {
  [Key in keyof Table]: ReturnType<Table[Key]['read']>;
};
