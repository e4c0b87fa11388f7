import type { GuestDomain } from '@charter/sdk';
import { Link, useSearch } from '@tanstack/react-router';
import { useIntl } from 'react-intl';
import { useChangeFilters } from '../../base/filters.ts';
import { useMessages } from '../../base/messages.ts';
import type { Column } from '../../components/DataTable.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { FilterBar } from '../../components/FilterBar.tsx';
import { QueryTable } from '../../components/QueryTable.tsx';
import { BarList } from '../overview/BarList.tsx';
import { useGuestReport } from './queries.ts';
import { ReportFrame } from './ReportFrame.tsx';

const MAX_BARS = 10;

const teamsOf = (domain: string) => ({ to: '/teams', search: { scope: 'all', guests: domain } }) as const;

/** The guests of the directory by mail domain. */
export function GuestReport() {
  const text = useMessages();
  const { search } = useSearch({ from: '/reports' });
  const change = useChangeFilters<{ search?: string }>();
  const domains = useGuestReport(search);
  const bars = (domains.data?.items ?? [])
    .slice(0, MAX_BARS)
    .flatMap(({ domain, guestCount }) =>
      domain === undefined ? [] : [{ id: domain, name: domain, count: guestCount, list: teamsOf(domain) }],
    );
  return (
    <ReportFrame
      intro={text('reports.intro.guests')}
      filters={
        <FilterBar
          filters={[{ name: 'search', kind: 'search', label: text('reports.domain') }]}
          values={{ search }}
          onChange={change}
        />
      }
      file={{ report: 'guests', search }}
      actions={
        <Link to="/reviews" search={{ kind: 'guests' }}>
          {text('reports.toReviews')}
        </Link>
      }
      {...(bars.length > 0 && { plot: <BarList label={text('reports.plot')} bars={bars} /> })}
    >
      <QueryTable<GuestDomain>
        label={text('reports.view.guests')}
        query={domains}
        keyOf={({ domain = '' }) => domain}
        columns={useColumns()}
        empty={<EmptyState>{text('reports.noGuests')}</EmptyState>}
      />
    </ReportFrame>
  );
}

function useColumns(): Column<GuestDomain>[] {
  const text = useMessages();
  const { formatNumber } = useIntl();
  return [
    {
      id: 'domain',
      header: text('reports.domain'),
      width: 'minmax(0, 3fr)',
      cell: ({ domain }) =>
        domain === undefined ? text('reports.unknown') : <Link {...teamsOf(domain)}>{domain}</Link>,
    },
    { id: 'guests', header: text('reports.guests'), cell: ({ guestCount }) => formatNumber(guestCount) },
    { id: 'teams', header: text('reports.teams'), cell: ({ teamCount }) => formatNumber(teamCount) },
  ];
}
