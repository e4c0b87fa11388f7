import { listAuditKeys } from '../../engine/audit/list-keys.ts';
import { route } from '../route.ts';
import { AuditKeys } from './schemas.ts';

export const getAuditKeysRoute = route(
  {
    summary: 'List the public keys that verify checkpoints of the audit trails',
    response: AuditKeys,
    description: 'A JWK Set. Keep a copy outside of the service, so that a verifier does not depend on it.',
  },
  async (deps, { principal }) => ({ keys: await listAuditKeys(deps, principal) }),
);
