import type { Overview } from '@charter/sdk';
import { Body1, makeStyles, tokens } from '@fluentui/react-components';
import { Link, useSearch } from '@tanstack/react-router';
import { useChangeFilters } from '../../base/filters.ts';
import { useMessages } from '../../base/messages.ts';
import { FilterBar } from '../../components/FilterBar.tsx';
import { Page } from '../../components/Page.tsx';
import { QueryView } from '../../components/QueryView.tsx';
import { Section } from '../../components/Section.tsx';
import { useStepName } from '../../components/step-name.ts';
import { BarList } from './BarList.tsx';
import { OverviewMetrics } from './Figures.tsx';
import { useOverview } from './queries.ts';
import { RequestPlot } from './RequestPlot.tsx';
import { TeamBars } from './TeamBars.tsx';

const useStyles = makeStyles({
  columns: {
    display: 'grid',
    gap: tokens.spacingHorizontalL,
    gridTemplateColumns: 'repeat(auto-fit, minmax(min(320px, 100%), 1fr))',
    alignItems: 'start',
  },
});

const INACTIVE = [30, 90, 180] as const;

/** Metrics of the organisation. */
export function OverviewPage() {
  const text = useMessages();
  const filters = useSearch({ from: '/overview' });
  const change = useChangeFilters<typeof filters>();
  const overview = useOverview({
    weeks: filters.weeks === '26' ? 26 : 12,
    inactiveDays: INACTIVE.find((days) => String(days) === filters.inactive) ?? 90,
  });
  return (
    <Page wide title={text('overview.title')}>
      <FilterBar
        filters={[
          {
            name: 'weeks',
            kind: 'choice',
            label: text('overview.period'),
            all: text('overview.weeks', { count: 12 }),
            choices: [{ value: '26', label: text('overview.weeks', { count: 26 }) }],
          },
          {
            name: 'inactive',
            kind: 'choice',
            label: text('overview.inactiveAfter'),
            all: text('overview.days', { count: 90 }),
            choices: (['30', '180'] as const).map((value) => ({
              value,
              label: text('overview.days', { count: Number(value) }),
            })),
          },
        ]}
        values={filters}
        onChange={change}
      />
      <QueryView query={overview}>{(found) => <Plots overview={found} />}</QueryView>
    </Page>
  );
}

function Plots({ overview }: { overview: Overview }) {
  const styles = useStyles();
  const text = useMessages();
  const stepName = useStepName();
  const { teams, failures, waiting, weeks } = overview;
  return (
    <>
      <OverviewMetrics overview={overview} />
      <Section title={text('overview.requests')}>
        <RequestPlot weeks={weeks} />
        <Link to="/jobs" search={{ type: 'TeamProvisioning' }}>
          {text('overview.toRequests')}
        </Link>
      </Section>
      <div className={styles.columns}>
        <Section title={text('overview.teams')}>
          <TeamBars teams={teams} />
          <Link to="/lifecycle">{text('overview.toLifecycle')}</Link>
        </Section>
        <Section title={text('overview.failures')}>
          {failures.length === 0 ? (
            <Body1>{text('overview.noFailures')}</Body1>
          ) : (
            <BarList
              label={text('overview.failures')}
              bars={failures.map(({ step, count }) => ({
                id: step,
                name: stepName(step),
                count,
                list: {
                  to: '/jobs',
                  search: { type: 'TeamProvisioning', step, from: weeks[0]?.start ?? '' },
                },
              }))}
            />
          )}
        </Section>
        <Section title={text('overview.waiting')}>
          {waiting.approvers.length === 0 ? (
            <Body1>{text('overview.nothingWaits')}</Body1>
          ) : (
            <BarList
              label={text('overview.waiting')}
              bars={waiting.approvers.map(({ id, displayName, count }) => ({
                id,
                name: displayName,
                count,
                list: { to: '/approvals', search: { view: 'all', person: id } },
              }))}
            />
          )}
        </Section>
      </div>
    </>
  );
}
