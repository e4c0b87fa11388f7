import { rotateHookSecret } from '../../domain/webhooks/rotate-hook-secret.ts';
import { route } from '../route.ts';
import { Nullable, refTo, withoutNulls } from '../schema.ts';
import { Hook, HookId, HookSecretRotation } from './schemas.ts';

export const rotateHookSecretRoute = route(
  {
    summary: 'Give a webhook another secret',
    params: HookId,
    body: Nullable(refTo(HookSecretRotation)),
    bodyOptional: true,
    response: refTo(Hook),
    description:
      'The answer holds the new secret, the only time it is shown. For the overlap `webhook-signature` holds a signature of each secret; `X-Charter-Signature` is of the new one at once. At most five secrets sign at once: 409 says when there is a place.',
  },
  async (deps, { principal, context, params, body, baseUrl }) => ({
    body: {
      '@odata.context': `${baseUrl}/$metadata#hooks/$entity`,
      ...(await rotateHookSecret(deps, principal, context, { ...params, ...withoutNulls(body ?? {}) })),
    },
    headers: { 'cache-control': 'no-store' },
  }),
);
