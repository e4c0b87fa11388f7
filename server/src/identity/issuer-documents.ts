/** Calls the JSON endpoints of an issuer: discovery, keys, userinfo and tokens. */
import { isLoopbackHost } from '../kernel/loopback.ts';

const FETCH_TIMEOUT_MILLISECONDS = 5_000;
const MAX_DOCUMENT_BYTES = 512 * 1024;

/** Allows https, and http on loopback. Over plain http an attacker could substitute keys. */
export function assertSafeAddress(address: string): URL {
  const url = URL.parse(address);
  if (url?.protocol === 'https:') return url;
  if (url?.protocol === 'http:' && isLoopbackHost(url.hostname)) return url;
  throw new Error(`'${address}' is neither an https address nor one of this machine`);
}

async function readLimited(response: Response): Promise<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let text = '';
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > MAX_DOCUMENT_BYTES)
      throw new Error(`${response.url} is larger than ${MAX_DOCUMENT_BYTES} bytes`);
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

/** The JSON object of an issuer's endpoint. */
export type IssuerDocument = Readonly<Record<string, unknown>>;

/** Thrown for a response other than 200. */
export class IssuerResponseError extends Error {
  readonly status: number;

  constructor(address: string, status: number) {
    super(`${address} answered ${status}`);
    this.status = status;
  }
}

interface FetchOptions {
  headers?: Record<string, string>;
  /** Default: 5 s. */
  milliseconds?: number;
}

/** Reads a JSON object of at most MAX_DOCUMENT_BYTES. Follows no redirect. @throws IssuerResponseError, Error */
export async function fetchDocument(
  address: string,
  { headers = {}, milliseconds = FETCH_TIMEOUT_MILLISECONDS }: FetchOptions = {},
): Promise<IssuerDocument> {
  const response = await fetch(assertSafeAddress(address), {
    headers: { accept: 'application/json', ...headers },
    redirect: 'error',
    signal: AbortSignal.timeout(milliseconds),
  });
  if (response.status !== 200) {
    await response.body?.cancel();
    throw new IssuerResponseError(address, response.status);
  }
  const document: unknown = JSON.parse(await readLimited(response));
  if (typeof document !== 'object' || document === null) throw new Error(`${address} is not a JSON object`);
  return document as IssuerDocument;
}

/**
 * Posts a form to an endpoint of an issuer. Follows no redirect.
 * @returns the status, and the JSON text of at most MAX_DOCUMENT_BYTES
 * @throws Error when the response is not JSON
 */
export async function postForm(
  address: string,
  form: URLSearchParams,
  headers: Record<string, string> = {},
): Promise<{ status: number; body: string }> {
  const response = await fetch(assertSafeAddress(address), {
    method: 'POST',
    headers: { accept: 'application/json', ...headers },
    body: form,
    redirect: 'error',
    signal: AbortSignal.timeout(FETCH_TIMEOUT_MILLISECONDS),
  });
  const body = await readLimited(response);
  JSON.parse(body);
  return { status: response.status, body };
}

/** Reads the discovery document (OpenID Connect Discovery 1.0). @throws Error */
export async function discover(issuer: string, options?: FetchOptions): Promise<IssuerDocument> {
  const metadata = await fetchDocument(
    `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`,
    options,
  );
  // OpenID Connect Discovery 1.0, 4.3: otherwise one issuer could vouch for another's tokens.
  if (metadata.issuer !== issuer)
    throw new Error(`the discovery document names another issuer than ${issuer}`);
  return metadata;
}
