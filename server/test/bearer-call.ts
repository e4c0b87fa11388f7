/** A response of the service. The body is parsed JSON, or an empty text. */
export interface BearerResponse {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into responses of every shape
  body: any;
}

/** Calls the service with a token. */
export async function bearerCall(
  token: string,
  method: string,
  address: string,
  body?: unknown,
): Promise<BearerResponse> {
  const response = await fetch(address, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text && JSON.parse(text) };
}
