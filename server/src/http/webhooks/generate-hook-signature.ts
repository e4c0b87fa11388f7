import { generateHookSignature } from '../../domain/webhooks/generate-signature.ts';
import { route } from '../route.ts';
import { HookSignature, HookSignatureRequest } from './schemas.ts';

export const generateHookSignatureRoute = route(
  {
    summary: 'Compute the signature of a message',
    body: HookSignatureRequest,
    response: HookSignature,
    description: 'Returns the signature that a message with this payload carries, for tests of a receiver.',
  },
  async (_deps, { body }) => ({ signature: generateHookSignature(body) }),
);
