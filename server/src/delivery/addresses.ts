/**
 * Addresses that webhooks may be sent to: the public internet, and ranges that the operator allows
 * (docs/specification.md, section 11). Sources: IANA's registries of special-purpose addresses (RFC 6890), and the
 * metadata addresses of cloud providers.
 */
import { BlockList, isIP } from 'node:net';

/** IPv4 networks that are not public, each with the reason. */
const SPECIAL_IPV4: readonly (readonly [network: string, prefix: number])[] = [
  ['0.0.0.0', 8], // this network, unspecified
  ['10.0.0.0', 8], // private
  ['100.64.0.0', 10], // carrier-grade NAT; holds a cloud's metadata
  ['127.0.0.0', 8], // loopback
  ['168.63.129.16', 32], // a cloud's own services, on a public address
  ['169.254.0.0', 16], // link-local, metadata
  ['172.16.0.0', 12], // private
  ['192.0.0.0', 24], // protocol assignments, metadata
  ['192.0.2.0', 24], // documentation
  ['192.31.196.0', 24], // AS112
  ['192.52.193.0', 24], // AMT
  ['192.88.99.0', 24], // 6to4 relays
  ['192.168.0.0', 16], // private
  ['192.175.48.0', 24], // AS112
  ['198.18.0.0', 15], // benchmarks
  ['198.51.100.0', 24], // documentation
  ['203.0.113.0', 24], // documentation
  ['224.0.0.0', 4], // multicast
  ['240.0.0.0', 4], // reserved, broadcast
];

/** The only public IPv6 range. It excludes v4-mapped, NAT64, unique local, link-local and multicast addresses. */
const GLOBAL_IPV6 = ['2000::', 3] as const;

/** IPv6 networks inside GLOBAL_IPV6 that are not public, each with the reason. */
const SPECIAL_IPV6: readonly (readonly [network: string, prefix: number])[] = [
  ['2001::', 23], // protocol assignments: Teredo, ORCHID, benchmarks
  ['2001:db8::', 32], // documentation
  ['2002::', 16], // 6to4, which holds any IPv4 address
  ['2620:4f:8000::', 48], // AS112
  ['3fff::', 20], // documentation
];

const special = new BlockList();
for (const [network, prefix] of SPECIAL_IPV4) special.addSubnet(network, prefix, 'ipv4');
for (const [network, prefix] of SPECIAL_IPV6) special.addSubnet(network, prefix, 'ipv6');
const globalIpv6 = new BlockList();
globalIpv6.addSubnet(...GLOBAL_IPV6, 'ipv6');

export function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !special.check(address, 'ipv4');
    case 6:
      // A zone id names an interface of this machine.
      if (address.includes('%')) return false;
      return globalIpv6.check(address, 'ipv6') && !special.check(address, 'ipv6');
    default:
      return false;
  }
}

export interface Network {
  network: string;
  prefix: number;
  family: 'ipv4' | 'ipv6';
}

const LOOPBACK: readonly Network[] = [
  { network: '127.0.0.0', prefix: 8, family: 'ipv4' },
  { network: '::1', prefix: 128, family: 'ipv6' },
];

export interface AddressRules {
  /** True in development, where the embedded issuer runs on a loopback address. */
  allowLoopback: boolean;
  /** Networks that the operator allows in addition. */
  allowedRanges: readonly Network[];
}

export function addressFilter({ allowLoopback, allowedRanges }: AddressRules): (address: string) => boolean {
  const allowed = { ipv4: new BlockList(), ipv6: new BlockList() };
  for (const { network, prefix, family } of [...(allowLoopback ? LOOPBACK : []), ...allowedRanges]) {
    allowed[family].addSubnet(network, prefix, family);
  }
  return (address) => {
    const version = isIP(address);
    if (version === 0) return false;
    // Rejects v4-mapped addresses: no receiver needs one, and an allowed IPv6 range could hide a private IPv4 address.
    if (
      version === 6 &&
      /^::ffff:/i.test(new URL(`http://[${address.replace(/%.*/, '')}]`).hostname.slice(1))
    ) {
      return false;
    }
    if (isPublicAddress(address)) return true;
    const family = version === 4 ? 'ipv4' : 'ipv6';
    return !address.includes('%') && allowed[family].check(address, family);
  };
}
