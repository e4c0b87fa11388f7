import type { CatalogTemplateCheck } from '@charter/sdk';
import { Link, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { useMessages } from '../../base/messages.ts';

const useStyles = makeStyles({
  list: {
    listStyleType: 'none',
    margin: 0,
    padding: 0,
    display: 'grid',
    gap: tokens.spacingVerticalXS,
    maxHeight: '180px',
    overflowY: 'auto',
  },
  item: {
    overflowWrap: 'anywhere',
    textAlign: 'start',
    '@media (forced-colors: active)': { color: 'ButtonText' },
  },
  error: { color: tokens.colorPaletteRedForeground1 },
});

type Problem = CatalogTemplateCheck['errors'][number];

interface ProblemListProps {
  errors: readonly Problem[];
  warnings: readonly Problem[];
  onShow: (line: number, column: number) => void;
}

/** The errors and warnings of the manifest. Each links to its line in the editor. */
export function ProblemList({ errors, warnings, onShow }: ProblemListProps) {
  const styles = useStyles();
  const text = useMessages();
  const problems = [
    ...errors.map((problem) => ({ ...problem, isError: true })),
    ...warnings.map((problem) => ({ ...problem, isError: false })),
  ];
  if (problems.length === 0) return null;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must be reachable by keyboard
    <ul className={styles.list} aria-label={text('templates.problems')} tabIndex={0}>
      {problems.map(({ path, message, line, column, isError }) => (
        <li key={`${path} ${message}`}>
          <Link
            as="button"
            className={mergeClasses(styles.item, isError && styles.error)}
            onClick={() => onShow(line ?? 1, column ?? 1)}
          >
            {line !== undefined && `${text('templates.line', { line })} · `}
            {path === '' ? message : text('named.value', { name: path, value: message })}
          </Link>
        </li>
      ))}
    </ul>
  );
}
