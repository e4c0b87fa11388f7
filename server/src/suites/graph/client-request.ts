/** Sends requests through Microsoft's client. */
import type { GraphRequest } from './client.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

interface Sent {
  method: Method;
  body?: unknown;
}

/** Returns the function that sends the request of a call. */
export const methodOf =
  ({ method, body }: Sent) =>
  (request: GraphRequest): Promise<unknown> => {
    if (method === 'GET') return request.get();
    if (method === 'DELETE') return request.delete();
    if (method === 'PUT') return request.put(body);
    return method === 'POST' ? request.post(body) : request.patch(body);
  };
