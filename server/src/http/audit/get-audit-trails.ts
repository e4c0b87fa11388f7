import { listTrails } from '../../engine/audit/list-trails.ts';
import { TRAILS } from '../../flows/definitions.ts';
import { route } from '../route.ts';
import { AuditTrails } from './schemas.ts';

export const getAuditTrailsRoute = route(
  {
    summary: 'List the audit trails',
    response: AuditTrails,
    description: 'Each with the types and fields of its records.',
  },
  async (deps, { principal, baseUrl }) => {
    const value = listTrails({ ...deps, trails: TRAILS }, principal);
    return {
      body: { '@odata.context': `${baseUrl}/$metadata#auditTrails`, '@odata.count': value.length, value },
    };
  },
);
