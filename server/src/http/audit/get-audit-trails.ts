import { listTrails } from '../../engine/audit/list-trails.ts';
import { TRAILS } from '../../flows/definitions.ts';
import { route } from '../route.ts';
import { AuditTrails } from './schemas.ts';

export const getAuditTrailsRoute = route(
  {
    summary: 'List the audit trails',
    collection: AuditTrails,
    context: 'auditTrails',
    description: 'Each with the types and fields of its records.',
  },
  async (deps, { principal }) => ({ items: listTrails({ ...deps, trails: TRAILS }, principal) }),
);
