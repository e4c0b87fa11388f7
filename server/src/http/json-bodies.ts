/** Reads the bodies of requests: JSON in UTF-8, or bytes, without compression. */
import { Readable } from 'node:stream';
import { errorCodes, type FastifyInstance } from 'fastify';
import { CharterError } from '../kernel/errors.ts';
import { say } from '../kernel/messages.ts';

/** Rejects compressed bodies (RFC 9110, 15.5.16). */
export function assertPlainBody(encoding: string | undefined): void {
  if (encoding === undefined || encoding.toLowerCase() === 'identity') return;
  throw new CharterError(
    'UnsupportedMediaType',
    say('http.compressed', 'Compressed bodies are not supported. Send the body without Content-Encoding.'),
  );
}

const CHARSET = /;\s*charset\s*=\s*("?)([^;"]*)\1/i;
const JSON_CHARSETS = ['utf-8', 'utf8', 'us-ascii'];

/** JSON is UTF-8 (RFC 8259, 8.1), and ASCII is a subset of it. */
function isJsonCharset(contentType = ''): boolean {
  const charset = CHARSET.exec(contentType)?.[2]?.trim().toLowerCase();
  return charset === undefined || JSON_CHARSETS.includes(charset);
}

/**
 * Makes the app accept only JSON. An empty body counts as absent, because many clients send the content type without a
 * body.
 */
export function acceptJsonOnly(app: FastifyInstance, mediaTypes: string[]): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(mediaTypes, { parseAs: 'string' }, (request, body, done) => {
    if (body === '') return done(null, undefined);
    if (isJsonCharset(request.headers['content-type'])) return parse(request, body as string, done);
    return done(
      new CharterError('UnsupportedMediaType', say('http.charset', 'JSON must be UTF-8. Send it in UTF-8.')),
    );
  });
}

/** @throws UnsupportedMediaType for a body that was parsed, instead of passed on as bytes */
export function assertBytes(body: unknown): void {
  if (body === undefined || body instanceof Readable) return;
  throw new CharterError(
    'UnsupportedMediaType',
    say('http.bytesOnly', 'Send the body as application/octet-stream.'),
  );
}

export const OCTETS = 'application/octet-stream';

/** Streams the request bodies of operations that accept bytes. */
export function acceptBytes(app: FastifyInstance): void {
  app.addContentTypeParser(OCTETS, (request, payload, done) => {
    if (request.routeOptions.config.takesBytes) return done(null, payload);
    return done(new errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE(OCTETS));
  });
}
