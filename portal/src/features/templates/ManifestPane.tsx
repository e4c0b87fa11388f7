import type { CatalogTemplateCheck } from '@charter/sdk';
import { Field, makeStyles, Select, Spinner, Subtitle2, tokens } from '@fluentui/react-components';
import { lazy, Suspense, useMemo, useRef } from 'react';
import { loadChunk } from '../../base/chunks.ts';
import { useMessages } from '../../base/messages.ts';
import type { CodeProblem } from './code-mirror.ts';
import type { ManifestFormat, ManifestText } from './manifest-text.ts';
import { ProblemList } from './ProblemList.tsx';

const CodeEditor = lazy(() =>
  loadChunk(async () => ({ default: (await import('./CodeEditor.tsx')).CodeEditor })),
);

const useStyles = makeStyles({
  pane: {
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalM,
    padding: tokens.spacingHorizontalL,
    boxSizing: 'border-box',
    minWidth: 0,
    borderRadius: tokens.borderRadiusXLarge,
    backgroundColor: tokens.colorNeutralBackground1,
    boxShadow: tokens.shadow4,
    border: `1px solid ${tokens.colorTransparentStroke}`,
  },
  head: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: tokens.spacingHorizontalM,
  },
  format: { gridTemplateColumns: 'auto auto', columnGap: tokens.spacingHorizontalS },
  editor: { flexGrow: 1, minHeight: '320px', display: 'grid' },
});

type Check = Pick<CatalogTemplateCheck, 'errors' | 'warnings'>;

/** Returns the problems for the editor. Problems without a position are shown at the first line. */
function codeProblems({ errors, warnings }: Check): CodeProblem[] {
  const at = (problems: Check['errors'], severity: CodeProblem['severity']) =>
    problems.map(({ path, message, line = 1, column = 1 }) => ({
      severity,
      message: path === '' ? message : `${path}: ${message}`,
      line,
      column,
    }));
  return [...at(errors, 'error'), ...at(warnings, 'warning')];
}

interface ManifestPaneProps {
  manifest: ManifestText;
  check: CatalogTemplateCheck | undefined;
  isReadOnly: boolean;
  onChange: (manifest: ManifestText) => void;
  onFormat: (format: ManifestFormat) => void;
}

const NONE: Check = { errors: [], warnings: [] };

/** The manifest as text, with its problems. */
export function ManifestPane({ manifest, check, isReadOnly, onChange, onFormat }: ManifestPaneProps) {
  const styles = useStyles();
  const text = useMessages();
  const handle = useRef<{ goTo: (line: number, column: number) => void }>(null);
  const { errors, warnings } = check ?? NONE;
  const problems = useMemo(() => codeProblems({ errors, warnings }), [errors, warnings]);
  return (
    <section className={styles.pane} aria-label={text('templates.manifest')}>
      <div className={styles.head}>
        <Subtitle2 as="h2">{text('templates.manifest')}</Subtitle2>
        <Field className={styles.format} label={text('templates.format')} orientation="horizontal">
          <Select
            value={manifest.format}
            disabled={isReadOnly}
            onChange={(_event, { value }) => onFormat(value as ManifestFormat)}
          >
            <option value="yaml">YAML</option>
            <option value="json">JSON</option>
          </Select>
        </Field>
      </div>
      <div className={styles.editor}>
        <Suspense fallback={<Spinner label={text('state.loading')} />}>
          <CodeEditor
            label={text('templates.manifest')}
            text={manifest.text}
            format={manifest.format}
            readOnly={isReadOnly}
            problems={problems}
            handle={handle}
            onChange={(typed) => onChange({ text: typed, format: manifest.format })}
          />
        </Suspense>
      </div>
      <ProblemList
        errors={errors}
        warnings={warnings}
        onShow={(line, column) => handle.current?.goTo(line, column)}
      />
    </section>
  );
}
