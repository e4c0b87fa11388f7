import { makeStyles, tokens } from '@fluentui/react-components';

/** Style of a list without bullets whose items share one column. */
export const PLAIN_LIST = {
  listStyleType: 'none',
  margin: 0,
  padding: 0,
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
} as const;

/** Styles of lists without bullets, of items that are links, and of a line with words and a badge or button. */
export const useStackStyles = makeStyles({
  list: {
    ...PLAIN_LIST,
    gap: tokens.spacingVerticalS,
  },
  link: {
    padding: tokens.spacingHorizontalM,
    color: tokens.colorNeutralForeground1,
    textDecorationLine: 'none',
    backgroundColor: tokens.colorNeutralBackground1,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusLarge,
    ':hover': { backgroundColor: tokens.colorNeutralBackground1Hover },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}` },
  },
  line: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: tokens.spacingHorizontalM,
  },
  words: { display: 'grid', minWidth: 0, overflowWrap: 'anywhere' },
});
