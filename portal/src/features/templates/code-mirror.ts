/** The code editor of manifests: CodeMirror with its languages, colours and key bindings. */
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { json } from '@codemirror/lang-json';
import { yaml } from '@codemirror/lang-yaml';
import { bracketMatching, HighlightStyle, indentOnInput, syntaxHighlighting } from '@codemirror/language';
import { type Diagnostic, lintGutter, lintKeymap, setDiagnostics } from '@codemirror/lint';
import { Annotation, Compartment, EditorState, type Extension, type Text } from '@codemirror/state';
import { EditorView, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view';
import { tokens } from '@fluentui/react-components';
import { tags } from '@lezer/highlight';
import { foldPictures } from './fold-pictures.ts';
import type { ManifestFormat } from './manifest-text.ts';

export interface CodeProblem {
  severity: 'error' | 'warning';
  message: string;
  line: number;
  column: number;
}

const THEME = EditorView.theme({
  '&': {
    height: '100%',
    color: tokens.colorNeutralForeground1,
    backgroundColor: tokens.colorNeutralBackground1,
    fontSize: tokens.fontSizeBase300,
  },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: tokens.fontFamilyMonospace, lineHeight: tokens.lineHeightBase300 },
  '.cm-content': { caretColor: tokens.colorNeutralForeground1 },
  '.cm-cursor': { borderLeftColor: tokens.colorNeutralForeground1 },
  '.cm-gutters': {
    color: tokens.colorNeutralForeground3,
    backgroundColor: tokens.colorNeutralBackground2,
    borderRight: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  '.cm-activeLine': { backgroundColor: tokens.colorNeutralBackground2 },
  '&.cm-focused .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: `${tokens.colorBrandBackground2} !important`,
  },
  '.cm-tooltip': {
    color: tokens.colorNeutralForeground1,
    backgroundColor: tokens.colorNeutralBackground1,
    border: `1px solid ${tokens.colorNeutralStroke1}`,
    maxWidth: 'min(480px, 90vw)',
  },
  '.cm-collapsedLines::before, .cm-collapsedLines::after': { content: '"⋯"' },
  '.cm-deletedChunk, .cm-changedLine, .cm-insertedLine': { color: tokens.colorNeutralForeground1 },
});

/** In high contrast the system sets the colours. */
const SYSTEM_COLOURS = EditorView.theme({
  '@media (forced-colors: active)': { '.cm-line span': { color: 'CanvasText !important' } },
});

const COLOURS = HighlightStyle.define([
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: tokens.colorBrandForegroundLink },
  { tag: [tags.string, tags.special(tags.string)], color: tokens.colorPaletteGreenForeground1 },
  { tag: [tags.number, tags.bool, tags.null, tags.keyword], color: tokens.colorPaletteBerryForeground1 },
  { tag: tags.comment, color: tokens.colorNeutralForeground3, fontStyle: 'italic' },
]);

/** Theme and language of an editor or a comparison. */
export const editorExtensions = (format: ManifestFormat): Extension[] => [
  format === 'json' ? json() : yaml(),
  THEME,
  SYSTEM_COLOURS,
  syntaxHighlighting(COLOURS),
  lineNumbers(),
  foldPictures,
  EditorView.lineWrapping,
];

/** Marks changes that come from the form. */
const FromForm = Annotation.define<boolean>();

/** Returns the smallest replacement that turns one text into the other, so that the cursor stays. */
function replacement(before: string, after: string) {
  const most = Math.min(before.length, after.length);
  let from = 0;
  while (from < most && before[from] === after[from]) from += 1;
  let end = 0;
  while (end < most - from && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  return { from, to: before.length - end, insert: after.slice(from, after.length - end) };
}

function toDiagnostic(document: Text, { severity, message, line, column }: CodeProblem): Diagnostic {
  const place = document.line(Math.min(Math.max(line, 1), document.lines));
  const from = Math.min(place.from + column - 1, place.to);
  return { severity, message, from, to: Math.max(from, place.to) };
}

export interface CodeEditorHandle {
  setText(text: string): void;
  configure(format: ManifestFormat, readOnly: boolean): void;
  showProblems(problems: readonly CodeProblem[]): void;
  /** Moves the cursor to the position and focuses the editor. */
  goTo(line: number, column: number): void;
  destroy(): void;
}

export function createCodeEditor(
  parent: HTMLElement,
  { label, text, onChange }: { label: string; text: string; onChange: (text: string) => void },
): CodeEditorHandle {
  const looks = new Compartment();
  const editable = new Compartment();
  const view = new EditorView({
    parent,
    state: EditorState.create({
      doc: text,
      extensions: [
        looks.of([]),
        editable.of([]),
        history(),
        indentOnInput(),
        bracketMatching(),
        highlightActiveLine(),
        lintGutter(),
        keymap.of([...defaultKeymap, ...historyKeymap, ...lintKeymap]),
        EditorView.contentAttributes.of({ 'aria-label': label }),
        EditorView.updateListener.of(({ docChanged, transactions, state }) => {
          const isTyped = transactions.some((each) => each.docChanged && !each.annotation(FromForm));
          if (docChanged && isTyped) onChange(state.doc.toString());
        }),
      ],
    }),
  });
  return {
    setText(next) {
      const present = view.state.doc.toString();
      if (present === next) return;
      view.dispatch({ changes: replacement(present, next), annotations: FromForm.of(true) });
    },
    configure(format, readOnly) {
      const state = [EditorState.readOnly.of(readOnly)];
      view.dispatch({ effects: [looks.reconfigure(editorExtensions(format)), editable.reconfigure(state)] });
    },
    showProblems(problems) {
      const { doc } = view.state;
      view.dispatch(
        setDiagnostics(
          view.state,
          problems.map((problem) => toDiagnostic(doc, problem)),
        ),
      );
    },
    goTo(line, column) {
      const { from } = toDiagnostic(view.state.doc, { severity: 'error', message: '', line, column });
      view.dispatch({
        selection: { anchor: from },
        effects: EditorView.scrollIntoView(from, { y: 'center' }),
      });
      view.focus();
    },
    destroy: () => view.destroy(),
  };
}
