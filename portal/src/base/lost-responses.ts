/** Sends a call again under its idempotency key, so that a lost response does not lead to a second object. */

const KEY = 'idempotency-key';

type Send = (request: Request) => Promise<Response>;

/**
 * Returns a function that sends requests. If the outcome of a POST is unknown and the next write is the same call, the
 * call gets the same key: the person is trying again. After any other write, the same call means a new change.
 */
export function withKeysOfLostCalls(send: Send): Send {
  let lost: { call: string; key: string } | undefined;
  return async (request) => {
    const { method, url, headers } = request;
    const isPost = method === 'POST';
    // Reads by POST have no key.
    if (method === 'GET' || (isPost && !headers.has(KEY))) return send(request);
    const call = isPost ? `${url}\n${await request.clone().text()}` : '';
    if (isPost && lost?.call === call) headers.set(KEY, lost.key);
    const key = headers.get(KEY);
    lost = isPost && key !== null ? { call, key } : undefined;
    const response = await send(request);
    if (!isUndecided(response)) lost = undefined;
    return response;
  };
}

/**
 * Whether the service may have completed the call, or may complete it: after a 5xx, such as the 502 or 504 of a proxy,
 * and after a 409 with Retry-After, which the service returns while the first call with the key runs.
 */
const isUndecided = ({ status, headers }: Response): boolean =>
  status >= 500 || (status === 409 && headers.has('retry-after'));
