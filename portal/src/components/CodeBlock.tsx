import { makeStyles, tokens } from '@fluentui/react-components';

const useStyles = makeStyles({
  code: {
    margin: 0,
    maxHeight: '320px',
    overflow: 'auto',
    padding: tokens.spacingHorizontalM,
    fontFamily: tokens.fontFamilyMonospace,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase300,
    whiteSpace: 'pre-wrap',
    overflowWrap: 'anywhere',
    backgroundColor: tokens.colorNeutralBackground3,
    borderRadius: tokens.borderRadiusMedium,
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}` },
  },
});

/** Preformatted text, which the keyboard can scroll. */
export function CodeBlock({ label, text }: { label: string; text: string }) {
  const styles = useStyles();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls the text
    <section className={styles.code} aria-label={label} tabIndex={0}>
      {text}
    </section>
  );
}
