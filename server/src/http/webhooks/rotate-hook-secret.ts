import { rotateHookSecret } from '../../domain/webhooks/rotate-hook-secret.ts';
import { route } from '../route.ts';
import { Nullable, withoutNulls } from '../schema.ts';
import { Hook, HookId, HookSecretRotation } from './schemas.ts';

export const rotateHookSecretRoute = route(
  {
    summary: 'Replace the secret of a webhook',
    errors: [502],
    params: HookId,
    body: Nullable(HookSecretRotation),
    bodyOptional: true,
    response: Hook,
    context: 'hooks/$entity',
    description:
      'Only this answer contains the new secret. During the overlap `webhook-signature` has a signature for each secret; `X-Charter-Signature` uses the new one at once. At most five secrets are valid at a time: a further one is rejected with 409.',
  },
  async (deps, { principal, context, params, body }) => {
    const input = { ...params, ...withoutNulls(body ?? {}) };
    return rotateHookSecret(deps, principal, context, input);
  },
);
