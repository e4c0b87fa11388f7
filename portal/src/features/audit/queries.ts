/** Server state of the audit trails: keys and loading. */
import type { AuditTrailRecord, AuditTrailRecordsQuery } from '@charter/sdk';
import { useQuery } from '@tanstack/react-query';
import { useClient } from '../../base/client.ts';
import { equals, filterOf, inDays } from '../../base/filter-query.ts';
import { usePages } from '../../base/paging.ts';

const KEY = 'audit';
const TRAILS_FRESH_MILLISECONDS = 600_000;

/** The filters in the page's address. Dates are days: `2026-11-21`. */
export interface AuditFilters {
  trail?: string;
  type?: string;
  actor?: string;
  target?: string;
  from?: string;
  until?: string;
}

export const DEFAULT_TRAIL = 'teams';

export function useTrails() {
  const { audit } = useClient();
  return useQuery({
    queryKey: [KEY, 'trails'],
    queryFn: ({ signal }) => audit.getAuditTrails({ signal }),
    staleTime: TRAILS_FRESH_MILLISECONDS,
  });
}

/** Returns the query of the records that match the filters, newest first. */
export const toRecordsQuery = ({ type, actor, target, from, until }: AuditFilters): AuditTrailRecordsQuery =>
  filterOf([
    equals('type', type),
    equals('actor/id', actor),
    equals('target/id', target),
    ...inDays('time', from, until),
  ]);

export function useRecords({ trail = DEFAULT_TRAIL, ...filters }: AuditFilters) {
  const { audit } = useClient();
  const query = toRecordsQuery(filters);
  return usePages<AuditTrailRecordsQuery, AuditTrailRecord>({
    queryKey: [KEY, 'records', trail, query],
    query,
    load: (page, options) => audit.getAuditTrailRecords(trail, page, options),
  });
}

/** The head of a trail's chain: its last record, with the number of stored records. */
export function useChainHead(trail: string) {
  const { audit } = useClient();
  return useQuery({
    queryKey: [KEY, 'head', trail],
    queryFn: async ({ signal }) => {
      const query = { $orderby: 'sequence desc', $top: 1, $count: true } as const;
      const page = await audit.getAuditTrailRecords(trail, query, { signal });
      return { last: page.value[0], count: page['@odata.count'] };
    },
  });
}
