import { listRecords } from '../../engine/audit/list-records.ts';
import type { AuditRecord } from '../../engine/audit/model.ts';
import { TRAILS } from '../../flows/definitions.ts';
import { nextLink } from '../paging.ts';
import { route } from '../route.ts';
import { Closed, Id } from '../schema.ts';
import { readRecordsQuery, writePosition } from './query.ts';
import { AuditTrailRecords, AuditTrailRecordsQuery } from './schemas.ts';

/** Merges the trail's own fields with the common ones, which win. */
const present = ({ fields, ...common }: AuditRecord) => ({ ...fields, ...common });

export const getAuditTrailRecordsRoute = route(
  {
    summary: 'List the records of an audit trail',
    params: Closed({ code: Id('Code of the audit trail') }),
    querystring: AuditTrailRecordsQuery,
    response: AuditTrailRecords,
    description:
      'Newest first by default. Includes everything committed before the call, with its position in the chain. Follow `@odata.nextLink` as it is for the next page.',
  },
  async (deps, { principal, params, query, baseUrl }) => {
    const { code } = params;
    const input = { code, ...readRecordsQuery(query) };
    const { items, next, count } = await listRecords({ ...deps, trails: TRAILS }, principal, input);
    const address = `${baseUrl}/audittrails/${encodeURIComponent(code)}/records`;
    return {
      body: {
        '@odata.context': `${baseUrl}/$metadata#auditTrails('${code}')/records`,
        '@odata.count': count,
        ...(next && { '@odata.nextLink': nextLink(address, query, writePosition(next)) }),
        value: items.map(present),
      },
    };
  },
);
