import type { LifecycleRunTeam } from '@charter/sdk';
import { Caption1, makeStyles } from '@fluentui/react-components';
import { useMessages } from '../../base/messages.ts';
import type { Column } from '../../components/DataTable.tsx';
import { Moment } from '../../components/Moment.tsx';

const useStyles = makeStyles({ lines: { display: 'grid', minWidth: 0 } });

/** The columns of teams in a run or a simulation. */
export function useTeamColumns(): Column<LifecycleRunTeam>[] {
  const styles = useStyles();
  const text = useMessages();
  return [
    {
      id: 'team',
      header: text('lifecycle.team'),
      width: 'minmax(0, 2fr)',
      cell: ({ displayName }) => displayName,
    },
    {
      id: 'outcome',
      header: text('lifecycle.outcome'),
      cell: ({ outcome }) => text(outcome === undefined ? 'lifecycle.stays' : `lifecycle.outcome.${outcome}`),
    },
    {
      id: 'reason',
      header: text('lifecycle.reason'),
      width: 'minmax(0, 2fr)',
      cell: ({ reason, error, rules }) => (
        <span className={styles.lines}>
          {error ?? text(`lifecycle.reason.${reason}`)}
          {rules && (
            <Caption1>
              {text('lifecycle.ruleLine', {
                name: rules.source.name,
                inactivity: rules.inactivityDays,
                grace: rules.graceDays,
              })}
            </Caption1>
          )}
        </span>
      ),
    },
    {
      id: 'action',
      header: text('lifecycle.action'),
      width: '6.875rem',
      // The announced action of a withdrawn question no longer applies.
      cell: ({ action, outcome }) =>
        action === undefined || outcome === 'reset' ? '–' : text(`lifecycle.does.${action}`),
    },
    {
      id: 'activity',
      header: text('lifecycle.activity'),
      cell: ({ lastActivityDateTime }) =>
        lastActivityDateTime === undefined ? '–' : <Moment value={lastActivityDateTime} />,
    },
    {
      id: 'next',
      header: text('lifecycle.nextStep'),
      cell: ({ nextStep, nextDateTime, expiresDateTime, outcome }) => {
        // The end of the grace period is still to come only for teams whose owners the run asked.
        const time = nextDateTime ?? (outcome === 'asked' ? expiresDateTime : undefined);
        return time === undefined ? (
          '–'
        ) : (
          <>
            {text(`lifecycle.stepLine.${nextStep ?? 'expire'}`)} <Moment value={time} />
          </>
        );
      },
    },
  ];
}
