import { listTrails } from '../../engine/audit/list-trails.ts';
import { TRAILS } from '../../flows/definitions.ts';
import { route } from '../route.ts';
import { refTo } from '../schema.ts';
import { AuditTrails } from './schemas.ts';

export const getAuditTrailsRoute = route(
  {
    summary: 'List the audit trails',
    response: refTo(AuditTrails),
    description: 'What is recorded, and what the records say.',
  },
  async (deps, { principal, baseUrl }) => {
    const value = listTrails({ ...deps, trails: TRAILS }, principal);
    return {
      body: { '@odata.context': `${baseUrl}/$metadata#auditTrails`, '@odata.count': value.length, value },
    };
  },
);
