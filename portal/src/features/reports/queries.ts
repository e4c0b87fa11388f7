/** Server state of the reports: their pages, and all rows of one as a CSV file. */
import {
  type AnswerCount,
  type CharterClient,
  csvTable,
  GUEST_REPORT_COLUMNS,
  type GuestDomain,
  REQUEST_REPORT_COLUMNS,
  type ReportColumn,
  type ReportedTeam,
  type RequestReportQuery,
  type TeamReportQuery,
  teamReportColumns,
} from '@charter/sdk';
import { useMutation } from '@tanstack/react-query';
import { MANY_CALLS_RETRY, useClient } from '../../base/client.ts';
import { equals, filterOf } from '../../base/filter-query.ts';
import { usePages } from '../../base/paging.ts';
import { saveFile } from '../../base/save-file.ts';
import type { TeamFilters } from '../teams/filters.ts';
import { queryOf } from '../teams/queries.ts';

const KEY = 'reports';
const LARGEST_PAGE = 999;

export function useTeamReport(filters: TeamFilters) {
  const { reports } = useClient();
  return usePages<TeamReportQuery, ReportedTeam>({
    queryKey: [KEY, 'teams', filters],
    query: queryOf(filters),
    load: reports.getTeamReport,
  });
}

export function useGuestReport(search: string | undefined) {
  const { reports } = useClient();
  return usePages<{ $search?: string }, GuestDomain>({
    queryKey: [KEY, 'guests', search],
    query: search === undefined ? {} : { $search: search },
    load: reports.getGuestReport,
  });
}

export interface RequestFilters {
  question: string;
  template?: string | undefined;
}

const requestQuery = ({ template }: RequestFilters): RequestReportQuery =>
  filterOf([equals('template/id', template)]);

export function useRequestReport(filters: RequestFilters) {
  const { reports } = useClient();
  return usePages<RequestReportQuery, AnswerCount>({
    queryKey: [KEY, 'requests', filters],
    query: requestQuery(filters),
    load: (query, options) => reports.getRequestReport(filters.question, query, options),
  });
}

/** A report with its filters, as a file. */
export type ReportFile =
  | { report: 'teams'; filters: TeamFilters }
  | { report: 'guests'; search: string | undefined }
  | { report: 'requests'; filters: RequestFilters };

async function csvOf<Row>(
  rows: AsyncIterable<Row>,
  columnsOf: (rows: readonly Row[]) => readonly ReportColumn<Row>[],
): Promise<string> {
  const all: Row[] = [];
  for await (const row of rows) all.push(row);
  return csvTable(all, columnsOf(all));
}

function readCsv({ reports }: CharterClient, file: ReportFile): Promise<string> {
  const page = { $top: LARGEST_PAGE };
  const options = { retry: MANY_CALLS_RETRY };
  switch (file.report) {
    case 'teams':
      return csvOf(reports.teams({ ...queryOf(file.filters), ...page }, options), teamReportColumns);
    case 'guests': {
      const query = { ...page, ...(file.search !== undefined && { $search: file.search }) };
      return csvOf(reports.guests(query, options), () => GUEST_REPORT_COLUMNS);
    }
    case 'requests':
      return csvOf(
        reports.requests(file.filters.question, { ...requestQuery(file.filters), ...page }, options),
        () => REQUEST_REPORT_COLUMNS,
      );
  }
}

/** Saves all rows of a report as CSV. */
export function useSaveReport() {
  const client = useClient();
  return useMutation({
    mutationFn: async (file: ReportFile) => {
      const csv = await readCsv(client, file);
      saveFile(`charter-${file.report}.csv`, new Blob([csv], { type: 'text/csv' }));
    },
  });
}
