import { Body1, makeStyles, tokens } from '@fluentui/react-components';
import { useMessages } from '../base/messages.ts';
import { useIsSlow } from './use-is-slow.ts';

const useStyles = makeStyles({
  line: { display: 'flex', alignItems: 'center', justifyContent: 'center', gap: tokens.spacingHorizontalM },
  ring: {
    boxSizing: 'border-box',
    width: '28px',
    height: '28px',
    border: `3px solid ${tokens.colorBrandStroke2Contrast}`,
    borderTopColor: tokens.colorBrandStroke1,
    borderRadius: tokens.borderRadiusCircular,
    animationName: { to: { transform: 'rotate(360deg)' } },
    animationDuration: '1.5s',
    animationIterationCount: 'infinite',
    animationTimingFunction: 'linear',
    '@media (prefers-reduced-motion: reduce)': { animationDuration: '6s' },
    '@media (forced-colors: active)': { borderTopColor: 'Highlight' },
  },
});

/**
 * A loading indicator. After five seconds it says that the service has not responded. It avoids Fluent UI's Spinner,
 * which would make the first page 2 kB larger.
 */
export function Loading() {
  const styles = useStyles();
  const text = useMessages();
  const isSlow = useIsSlow(true);
  return (
    <div className={styles.line} data-loading role="status">
      <div className={styles.ring} />
      <Body1>{text(isSlow ? 'state.slow' : 'state.loading')}</Body1>
    </div>
  );
}
