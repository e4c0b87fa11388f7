import { listAuditKeys } from '../../engine/audit/list-keys.ts';
import { route } from '../route.ts';
import { refTo } from '../schema.ts';
import { AuditKeys } from './schemas.ts';

export const getAuditKeysRoute = route(
  {
    summary: 'List the public keys that checkpoints of the audit trails are verified with',
    response: refTo(AuditKeys),
    description:
      'Public keys that signed checkpoints of the audit trails are verified with, as a JWK Set. Keep a copy outside of the service: a verifier should not have to ask it.',
  },
  async (deps, { principal }) => ({ body: { keys: await listAuditKeys(deps, principal) } }),
);
