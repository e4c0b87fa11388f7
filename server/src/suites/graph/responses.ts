/** Reads HTTP responses of Graph. */

/** Returns parsed JSON, or the text of another type; undefined for an empty body and for invalid JSON. */
export async function bodyOf(response: Response): Promise<unknown> {
  const text = await response.text();
  if (text === '') return undefined;
  if (!(response.headers.get('content-type') ?? '').includes('json')) return text;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns the seconds of Retry-After, which is a number or a date (RFC 9110, 10.2.3). */
export function retryAfterOf(headers: Headers, now: Date): number | undefined {
  const text = headers.get('retry-after');
  if (text === null) return undefined;
  const seconds = Number(text);
  if (!Number.isNaN(seconds)) return Math.max(0, seconds);
  const time = Date.parse(text);
  return Number.isNaN(time) ? undefined : Math.max(0, (time - now.getTime()) / 1000);
}
