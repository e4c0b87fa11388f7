import { isUuid } from '../../kernel/ids.ts';

/** Returns the tenant in an issuer of Entra: the GUID that is the first part of its path. Undefined for any other. */
export function tenantInPath(issuer: string): string | undefined {
  const first = URL.parse(issuer)?.pathname.split('/')[1] ?? '';
  return isUuid(first) ? first : undefined;
}
