/**
 * URLs of webhooks. The query often contains a key, so it is treated as a secret: encrypted at rest, shown only to the
 * webhook's creator, and masked elsewhere.
 */
import type { Principal } from '../../engine/principal.ts';
import { type HookRecord, type HookUrl, maskUrl } from './model.ts';
import type { SecretBox } from './ports.ts';

type HookWithUrl = HookUrl & Pick<HookRecord, 'id'>;

/** Returns the context that binds an encrypted secret to its webhook: it can't be decrypted for another one. */
export const secretContext = (tenantId: string, hookId: string): string => `hook:${tenantId}:${hookId}`;

/** Returns the context of the query of a webhook's URL. */
export const queryContext = (tenantId: string, hookId: string): string => `hook-query:${tenantId}:${hookId}`;

/** Splits the URL into its plain part and the encrypted query. */
export function sealUrl(secrets: SecretBox, tenantId: string, hookId: string, text: string): HookUrl {
  const start = text.indexOf('?');
  if (start === -1) return { url: text, sealedQuery: null };
  const sealedQuery = secrets.seal(text.slice(start), queryContext(tenantId, hookId));
  return { url: text.slice(0, start), sealedQuery };
}

/** Returns the URL with its decrypted query. @throws Error when this node lacks the key */
export function unsealUrl(
  secrets: SecretBox,
  tenantId: string,
  { id, url, sealedQuery }: HookWithUrl,
): string {
  return sealedQuery === null ? url : url + secrets.open(sealedQuery, queryContext(tenantId, id));
}

/** Encrypts a sealed text with the current key. Returns it unchanged when this node lacks the key to decrypt it. */
export function reseal(secrets: SecretBox, sealed: string, context: string): string {
  let text: string;
  try {
    text = secrets.open(sealed, context);
  } catch {
    return sealed;
  }
  return secrets.seal(text, context);
}

export const resealQuery = (secrets: SecretBox, tenantId: string, { id, sealedQuery }: HookWithUrl) =>
  sealedQuery && reseal(secrets, sealedQuery, queryContext(tenantId, id));

/** Returns the URL as the caller may see it. */
export function visibleUrl(
  secrets: SecretBox,
  { id, tenantId }: Pick<Principal, 'id' | 'tenantId'>,
  hook: HookWithUrl & Pick<HookRecord, 'creator'>,
): string {
  if (hook.creator.id !== id) return maskUrl(hook);
  try {
    return unsealUrl(secrets, tenantId, hook);
  } catch {
    return maskUrl(hook);
  }
}
