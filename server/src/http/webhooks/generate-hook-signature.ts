import { generateHookSignature } from '../../domain/webhooks/generate-signature.ts';
import { route } from '../route.ts';
import { refTo } from '../schema.ts';
import { HookSignature, HookSignatureRequest } from './schemas.ts';

export const generateHookSignatureRoute = route(
  {
    summary: 'Compute the signature of a message',
    body: refTo(HookSignatureRequest),
    response: refTo(HookSignature),
    description:
      'What a message with this payload carries as its signature, for building a receiver against.',
  },
  async (_deps, { body, baseUrl }) => ({
    body: {
      '@odata.context': `${baseUrl}/$metadata#hooks/signature`,
      signature: generateHookSignature(body),
    },
    headers: { 'cache-control': 'no-store' },
  }),
);
