import { listRecords } from '../../engine/audit/list-records.ts';
import type { AuditRecord } from '../../engine/audit/model.ts';
import { TRAILS } from '../../flows/definitions.ts';
import { nextLink } from '../paging.ts';
import { route } from '../route.ts';
import { Closed, Id, refTo } from '../schema.ts';
import { readRecordsQuery, writePosition } from './query.ts';
import { AuditTrailRecords, AuditTrailRecordsQuery } from './schemas.ts';

/** Flat: the fields of the trail beside the common ones, which none of them may hide. */
const present = ({ fields, ...common }: AuditRecord) => ({ ...fields, ...common });

export const getAuditTrailRecordsRoute = route(
  {
    summary: 'List the records of an audit trail',
    params: Closed({ code: Id('Code of the audit trail') }),
    querystring: AuditTrailRecordsQuery,
    response: refTo(AuditTrailRecords),
    description:
      'Pages of a trail, newest first unless said. Everything committed before the call is there, with its place in the chain. Follow `@odata.nextLink` as it is for the next page.',
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
