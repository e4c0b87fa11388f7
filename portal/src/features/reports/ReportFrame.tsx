import { Button, Caption1, makeStyles, Spinner, tokens } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { useMessages } from '../../base/messages.ts';
import { Problem } from '../../components/Problem.tsx';
import { Section } from '../../components/Section.tsx';
import { type ReportFile, useSaveReport } from './queries.ts';

const useStyles = makeStyles({
  frame: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: tokens.spacingVerticalL },
  actions: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: tokens.spacingHorizontalM,
  },
});

interface ReportFrameProps {
  intro: string;
  filters: ReactNode;
  /** The report as a file; undefined while there is none. */
  file: ReportFile | undefined;
  /** Links to actions on the listed items. */
  actions?: ReactNode;
  plot?: ReactNode;
  children: ReactNode;
}

/** A report: its filters, its file, a plot, and the table with the data. */
export function ReportFrame({ intro, filters, file, actions, plot, children }: ReportFrameProps) {
  const styles = useStyles();
  const text = useMessages();
  const saving = useSaveReport();
  return (
    <div className={styles.frame}>
      <Caption1>{intro}</Caption1>
      {filters}
      <div className={styles.actions}>
        {file !== undefined && (
          <Button disabledFocusable={saving.isPending} onClick={() => saving.mutate(file)}>
            {text('reports.saveCsv')}
          </Button>
        )}
        {saving.isPending && <Spinner size="tiny" label={text('state.loading')} />}
        {actions}
      </div>
      {saving.error !== null && <Problem error={saving.error} />}
      {plot !== undefined && <Section title={text('reports.plot')}>{plot}</Section>}
      {children}
    </div>
  );
}
