import { makeStyles, tokens } from '@fluentui/react-components';
import { type Ref, useEffect, useImperativeHandle, useRef } from 'react';
import { type CodeEditorHandle, type CodeProblem, createCodeEditor } from './code-mirror.ts';
import type { ManifestFormat } from './manifest-text.ts';

const useStyles = makeStyles({
  editor: {
    height: '100%',
    minHeight: '320px',
    minWidth: 0,
    border: `1px solid ${tokens.colorNeutralStrokeAccessible}`,
    borderRadius: tokens.borderRadiusMedium,
    overflow: 'hidden',
    ':focus-within': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '1px' },
  },
});

export interface CodeEditorProps {
  /** Accessible name. */
  label: string;
  text: string;
  format: ManifestFormat;
  readOnly: boolean;
  problems: readonly CodeProblem[];
  onChange: (text: string) => void;
  handle: Ref<{ goTo: (line: number, column: number) => void }>;
}

/** The manifest in a code editor, with problems in the gutter. */
export function CodeEditor({ label, text, format, readOnly, problems, onChange, handle }: CodeEditorProps) {
  const styles = useStyles();
  const parent = useRef<HTMLDivElement>(null);
  const editor = useRef<CodeEditorHandle>(undefined);
  const changed = useRef(onChange);
  useEffect(() => {
    changed.current = onChange;
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the effects below follow the text and its format
  useEffect(() => {
    if (parent.current === null) return undefined;
    const made = createCodeEditor(parent.current, {
      label,
      text,
      onChange: (typed) => changed.current(typed),
    });
    editor.current = made;
    return () => made.destroy();
  }, [label]);
  useEffect(() => editor.current?.setText(text), [text]);
  useEffect(() => editor.current?.configure(format, readOnly), [format, readOnly]);
  useEffect(() => editor.current?.showProblems(problems), [problems]);
  useImperativeHandle(handle, () => ({ goTo: (line, column) => editor.current?.goTo(line, column) }), []);
  return <div ref={parent} className={styles.editor} />;
}
