/** Serves the documentation site at /guides. */
import type { FastifyInstance } from 'fastify';
import { notFound } from '../../../kernel/errors.ts';
import type { PublicPath } from '../../public-path.ts';
import type { Site } from './site.ts';

/** The pages have no inline script and no inline style. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** @param path path of the public URL */
export function addGuides(app: FastifyInstance, path: PublicPath): void {
  /** Opened by the first request: most nodes never show a guide. */
  let site: Promise<Site | undefined> | undefined;
  const open = async (): Promise<Site | undefined> => {
    const { hasGuides, openSite } = await import('./site.ts');
    return hasGuides() ? openSite() : undefined;
  };
  app.get('/guides', { schema: { hide: true } }, async (_request, reply) =>
    reply.redirect(`${path}/guides/`),
  );
  app.get<{ Params: { '*': string } }>('/guides/*', { schema: { hide: true } }, async (request, reply) => {
    site ??= open();
    const address = request.params['*'] || 'index.html';
    const file = await (await site)?.read(address);
    if (file === undefined) throw notFound('guide', address);
    return reply
      .headers({ 'content-type': file.type, 'content-security-policy': POLICY, 'cache-control': 'no-cache' })
      .send(file.body);
  });
}
