import type { Overview } from '@charter/sdk';
import { Body1, makeStyles, tokens } from '@fluentui/react-components';
import { Link } from '@tanstack/react-router';
import { useIntl } from 'react-intl';
import { useMessages } from '../../base/messages.ts';
import { PHONE_SCREEN } from '../../components/narrow-screen.ts';

const OUTCOMES = ['completed', 'open', 'rejected', 'withdrawn', 'failed'] as const;
type Outcome = (typeof OUTCOMES)[number];
type Week = Overview['weeks'][number];

/** Colours for the light and the dark theme. The table has the numbers for people who can't tell hues apart. */
const COLORS: Record<Outcome, string> = {
  completed: tokens.colorPaletteGreenBackground3,
  open: tokens.colorPaletteBlueBorderActive,
  rejected: tokens.colorPaletteMarigoldBackground3,
  withdrawn: tokens.colorNeutralStroke1,
  failed: tokens.colorStatusDangerBackground3,
};

const useStyles = makeStyles({
  scroll: { overflowX: 'auto', ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}` } },
  table: {
    borderCollapse: 'collapse',
    width: '100%',
    minWidth: '560px',
    [PHONE_SCREEN]: { minWidth: '480px' },
  },
  number: { textAlign: 'end', padding: tokens.spacingHorizontalS, overflowWrap: 'normal' },
  start: { textAlign: 'start', padding: tokens.spacingHorizontalS, whiteSpace: 'nowrap' },
  row: { borderTop: `1px solid ${tokens.colorNeutralStroke2}` },
  count: {
    display: 'inline-block',
    minWidth: '24px',
    lineHeight: '24px',
    color: tokens.colorBrandForegroundLink,
    fontWeight: tokens.fontWeightSemibold,
    '@media (forced-colors: active)': { color: 'LinkText' },
  },
  plot: { width: '30%', padding: tokens.spacingHorizontalS, [PHONE_SCREEN]: { display: 'none' } },
  bar: { display: 'flex', height: '20px', gap: '1px', forcedColorAdjust: 'none' },
  key: {
    display: 'inline-block',
    width: '10px',
    height: '10px',
    marginRight: tokens.spacingHorizontalXS,
    borderRadius: '2px',
    forcedColorAdjust: 'none',
  },
});

const totalOf = (week: Week): number => OUTCOMES.reduce((sum, outcome) => sum + week[outcome], 0);

const DAY_MILLISECONDS = 86_400_000;

/** Returns filters for the list of jobs: the requests of the week. */
function requestsOf({ start }: Week) {
  const end = new Date(Date.parse(start) + 6 * DAY_MILLISECONDS).toISOString().slice(0, 10);
  return { type: 'TeamProvisioning', from: start, until: end };
}

/** The requests of each week, as a table with a bar in each row. Each week is a link to its requests. */
export function RequestPlot({ weeks }: Pick<Overview, 'weeks'>) {
  const styles = useStyles();
  const text = useMessages();
  const { formatDate, formatNumber } = useIntl();
  const most = Math.max(...weeks.map(totalOf));
  if (most <= 0) return <Body1>{text('overview.noRequests')}</Body1>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls the table on a phone
    <section className={styles.scroll} aria-label={text('overview.requests')} tabIndex={0}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col" className={styles.start}>
              {text('overview.week')}
            </th>
            <td className={styles.plot} />
            {OUTCOMES.map((outcome) => (
              <th key={outcome} scope="col" className={styles.number}>
                <span className={styles.key} style={{ backgroundColor: COLORS[outcome] }} />
                {text(`overview.outcome.${outcome}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week.start} className={styles.row}>
              <th scope="row" className={styles.start}>
                <Link to="/jobs" search={requestsOf(week)}>
                  {formatDate(week.start, { dateStyle: 'medium', timeZone: 'UTC' })}
                </Link>
              </th>
              <td className={styles.plot}>
                <div className={styles.bar} style={{ width: `${(100 * totalOf(week)) / most}%` }} aria-hidden>
                  {OUTCOMES.filter((outcome) => week[outcome] > 0).map((outcome) => (
                    <Link
                      key={outcome}
                      to="/jobs"
                      search={{ ...requestsOf(week), outcome }}
                      tabIndex={-1}
                      style={{ flexGrow: week[outcome], backgroundColor: COLORS[outcome] }}
                    />
                  ))}
                </div>
              </td>
              {OUTCOMES.map((outcome) => (
                <td key={outcome} className={styles.number}>
                  {week[outcome] === 0 ? (
                    formatNumber(0)
                  ) : (
                    <Link
                      to="/jobs"
                      search={{ ...requestsOf(week), outcome }}
                      className={styles.count}
                      aria-label={text('overview.countOf', {
                        outcome: text(`overview.outcome.${outcome}`),
                        week: formatDate(week.start, { dateStyle: 'medium', timeZone: 'UTC' }),
                        count: week[outcome],
                      })}
                    >
                      {formatNumber(week[outcome])}
                    </Link>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
