import { Badge, Body1, Caption1, makeStyles, tokens } from '@fluentui/react-components';
import { useMessages } from '../base/messages.ts';
import { useStackStyles } from './stack.ts';

const useStyles = makeStyles({
  verdict: { display: 'flex', gap: tokens.spacingHorizontalS, alignItems: 'baseline' },
  outcome: { flexShrink: 0 },
});

interface VerdictListProps {
  /**
   * `omitted`: a part of the template that the plan leaves out. `notice`: a fact about the suite.
   * `reported`: a violation of a policy that only reports. `approval`: who must approve.
   */
  verdicts: readonly { outcome: keyof typeof COLORS; message: string }[];
  /** Text for a list without verdicts. Default: nothing is shown. */
  empty?: string;
}

const COLORS = {
  passed: 'success',
  violated: 'danger',
  omitted: 'warning',
  notice: 'warning',
  reported: 'warning',
  approval: 'informative',
} as const;
const NAMES = {
  passed: 'verdict.passed',
  violated: 'verdict.violated',
  omitted: 'plan.omission',
  notice: 'plan.notice',
  reported: 'verdict.reported',
  approval: 'verdict.approval',
} as const;

export function VerdictList({ verdicts, empty }: VerdictListProps) {
  const styles = useStyles();
  const stack = useStackStyles();
  const text = useMessages();
  if (verdicts.length === 0) return empty === undefined ? null : <Body1 role="status">{empty}</Body1>;
  return (
    <ul className={stack.list} aria-label={text('plan.policies')}>
      {verdicts.map(({ outcome, message }) => (
        <li key={outcome + message} className={styles.verdict}>
          <Badge className={styles.outcome} appearance="tint" color={COLORS[outcome]}>
            {text(NAMES[outcome])}
          </Badge>
          <Caption1>{message}</Caption1>
        </li>
      ))}
    </ul>
  );
}
