import { makeStyles, tokens } from '@fluentui/react-components';

const useStyles = makeStyles({
  initials: {
    display: 'grid',
    placeItems: 'center',
    flexShrink: 0,
    width: '2rem',
    height: '2rem',
    borderRadius: tokens.borderRadiusCircular,
    color: tokens.colorNeutralForeground3,
    backgroundColor: tokens.colorNeutralBackground6,
    fontSize: tokens.fontSizeBase300,
    fontWeight: tokens.fontWeightSemibold,
  },
});

/** Returns the first letters of the first and the last word. Skips text in brackets. */
function initialsOf(name: string): string {
  const words = name
    .replace(/\(.*?\)|\[.*?\]/g, '')
    .split(/\s+/)
    .filter(Boolean);
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map(
    (word = '') => [...word][0] ?? '',
  );
  return letters.join('').toLocaleUpperCase();
}

/** The initials of a person, beside their name. */
export const Initials = ({ name }: { name: string }) => (
  <span aria-hidden className={useStyles().initials}>
    {initialsOf(name)}
  </span>
);
