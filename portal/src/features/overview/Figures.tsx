import type { Overview } from '@charter/sdk';
import { Caption1, makeStyles, Title2, tokens } from '@fluentui/react-components';
import { Link, type LinkProps } from '@tanstack/react-router';
import { useIntl } from 'react-intl';
import { useMessages } from '../../base/messages.ts';

const useStyles = makeStyles({
  list: {
    display: 'grid',
    gap: tokens.spacingHorizontalL,
    gridTemplateColumns: 'repeat(auto-fit, minmax(min(180px, 100%), 1fr))',
    margin: 0,
  },
  card: {
    padding: tokens.spacingHorizontalL,
    backgroundColor: tokens.colorNeutralBackground1,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusLarge,
  },
  value: { margin: 0 },
  link: { display: 'inline-block', minHeight: '24px', color: tokens.colorBrandForegroundLink },
});

type FigureList = Pick<LinkProps, 'to' | 'search'>;

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Units of durations, the largest first. A duration has the first unit in which it is at least 2, else seconds. */
const UNITS = [
  { unit: 'day', seconds: DAY },
  { unit: 'hour', seconds: HOUR },
  { unit: 'minute', seconds: MINUTE },
] as const;

/** The most important metrics. */
export function OverviewMetrics({ overview }: { overview: Overview }) {
  const styles = useStyles();
  const text = useMessages();
  const { formatNumber } = useIntl();
  const { waiting, approval, completion } = overview;
  const spell = (seconds: number): string => {
    const found = UNITS.find((each) => seconds >= 2 * each.seconds) ?? { unit: 'second', seconds: 1 };
    return formatNumber(Math.round(seconds / found.seconds), { style: 'unit', unit: found.unit });
  };
  const duration = (times: { p50: number; p95: number } | undefined): [string, string] =>
    times === undefined
      ? ['–', text('overview.noTimes')]
      : [spell(times.p50), text('overview.most', { time: spell(times.p95) })];
  const since = overview.weeks[0]?.start ?? '';
  const figures: readonly (readonly [name: string, value: string, detail: string, list?: FigureList])[] = [
    [
      text('overview.approvals'),
      formatNumber(waiting.approvals),
      text('overview.approvalsDetail'),
      { to: '/approvals', search: { view: 'all' } },
    ],
    [
      text('overview.renewals'),
      formatNumber(waiting.renewals),
      text('overview.renewalsDetail'),
      { to: '/lifecycle', search: { scope: 'all' } },
    ],
    [
      text('overview.toApproval'),
      ...duration(approval),
      { to: '/approvals', search: { view: 'all', status: 'approved' } },
    ],
    [
      text('overview.toCompletion'),
      ...duration(completion),
      { to: '/jobs', search: { type: 'TeamProvisioning', outcome: 'completed', from: since } },
    ],
  ];
  return (
    <dl className={styles.list}>
      {figures.map(([name, value, detail, list]) => (
        <div key={name} className={styles.card}>
          <dt>{name}</dt>
          <dd className={styles.value}>
            <Title2 block>{value}</Title2>
            <Caption1 block>{detail}</Caption1>
            {list && (
              <Link {...list} className={styles.link} aria-label={text('overview.show', { name })}>
                <Caption1>{text('overview.showList')}</Caption1>
              </Link>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
