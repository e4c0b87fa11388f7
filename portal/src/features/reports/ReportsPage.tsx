import { Tab, TabList } from '@fluentui/react-components';
import { useSearch } from '@tanstack/react-router';
import { useChangeFilters } from '../../base/filters.ts';
import { useMessages } from '../../base/messages.ts';
import { Page } from '../../components/Page.tsx';
import { GuestReport } from './GuestReport.tsx';
import { RequestReport } from './RequestReport.tsx';
import { TeamReport } from './TeamReport.tsx';

const VIEWS = ['teams', 'ownerless', 'guests', 'requests'] as const;

/** Reports about all teams, guests and requests, as tables with a plot. The filters are in the address. */
export function ReportsPage() {
  const text = useMessages();
  const address = useSearch({ from: '/reports' });
  const change = useChangeFilters<typeof address>();
  const view = VIEWS.find((each) => each === address.view) ?? 'teams';
  // Each report has filters of its own, so another report starts without any.
  const open = (next: string) =>
    change({ ...Object.fromEntries(Object.keys(address).map((name) => [name, ''])), view: next });
  return (
    <Page wide title={text('reports.title')}>
      <TabList selectedValue={view} onTabSelect={(_event, { value }) => open(String(value))}>
        {VIEWS.map((name) => (
          <Tab key={name} value={name} id={`report-${name}`} aria-controls="report">
            {text(`reports.view.${name}`)}
          </Tab>
        ))}
      </TabList>
      <div id="report" role="tabpanel" aria-labelledby={`report-${view}`}>
        {view === 'guests' && <GuestReport />}
        {view === 'requests' && <RequestReport />}
        {(view === 'teams' || view === 'ownerless') && (
          <TeamReport key={view} isOwnerless={view === 'ownerless'} />
        )}
      </div>
    </Page>
  );
}
