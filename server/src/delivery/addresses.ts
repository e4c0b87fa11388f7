/**
 * Addresses that webhooks may be sent to: those of the public internet, and what the operator allows
 * besides (contract 11). Sources: IANA's registries of special-purpose addresses (RFC 6890), and the addresses
 * at which clouds answer their own machines.
 */
import { BlockList, isIP } from 'node:net';

/** IPv4 that is no public machine, each with the reason. */
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

/** Everything else of IPv6 is no public machine: v4-mapped, NAT64, unique local, link-local, multicast. */
const GLOBAL_IPV6 = ['2000::', 3] as const;

/** What is special within it. */
const SPECIAL_IPV6: readonly (readonly [network: string, prefix: number])[] = [
  ['2001::', 23], // protocol assignments: Teredo, ORCHID, benchmarks
  ['2001:db8::', 32], // documentation
  ['2002::', 16], // 6to4, which holds any IPv4 address
  ['2620:4f:8000::', 48], // AS112
  ['3fff::', 20], // documentation
];

const specialIpv4 = new BlockList();
for (const [network, prefix] of SPECIAL_IPV4) specialIpv4.addSubnet(network, prefix, 'ipv4');
const globalIpv6 = new BlockList();
globalIpv6.addSubnet(...GLOBAL_IPV6, 'ipv6');
const specialIpv6 = new BlockList();
for (const [network, prefix] of SPECIAL_IPV6) specialIpv6.addSubnet(network, prefix, 'ipv6');

export function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !specialIpv4.check(address, 'ipv4');
    case 6:
      // A zone names an interface of this machine.
      if (address.includes('%')) return false;
      return globalIpv6.check(address, 'ipv6') && !specialIpv6.check(address, 'ipv6');
    default:
      return false;
  }
}

/** The addresses that begin as `network` does, for `prefix` bits. */
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
  /** The service runs for development: embedded issuer, on loopback. */
  allowLoopback: boolean;
  /** Networks the operator allows besides. */
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
    // A v4-mapped address would match IPv4 rules here, and is never needed.
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
