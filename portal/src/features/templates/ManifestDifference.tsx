import { unifiedMergeView } from '@codemirror/merge';
import { EditorState } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { makeStyles, tokens } from '@fluentui/react-components';
import { useEffect, useRef } from 'react';
import { useMessages } from '../../base/messages.ts';
import { editorExtensions } from './code-mirror.ts';
import type { ManifestFormat } from './manifest-text.ts';

const useStyles = makeStyles({
  frame: {
    border: `1px solid ${tokens.colorNeutralStroke1}`,
    borderRadius: tokens.borderRadiusMedium,
    overflow: 'hidden',
    minWidth: 0,
  },
});

interface ManifestDifferenceProps {
  /** Accessible name. */
  label: string;
  before: string;
  after: string;
  format: ManifestFormat;
}

/** The differing lines of two manifests, with some lines around them. */
export function ManifestDifference({ label, before, after, format }: ManifestDifferenceProps) {
  const styles = useStyles();
  const text = useMessages();
  // The editor replaces the dollar sign with the number.
  const unchanged = text('templates.unchanged', { count: '$' });
  const parent = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (parent.current === null) return undefined;
    const view = new EditorView({
      parent: parent.current,
      state: EditorState.create({
        doc: after,
        extensions: [
          ...editorExtensions(format),
          EditorState.readOnly.of(true),
          EditorState.phrases.of({ '$ unchanged lines': unchanged }),
          EditorView.contentAttributes.of({ 'aria-label': label }),
          unifiedMergeView({
            original: before,
            mergeControls: false,
            highlightChanges: true,
            ...(before !== after && { collapseUnchanged: { margin: 3, minSize: 4 } }),
          }),
        ],
      }),
    });
    return () => view.destroy();
  }, [label, before, after, format, unchanged]);
  return <div ref={parent} className={styles.frame} />;
}
