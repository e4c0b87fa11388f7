import type { CatalogTemplateCheck } from '@charter/sdk';
import {
  Button,
  Field,
  Menu,
  MenuItem,
  MenuList,
  MenuPopover,
  MenuTrigger,
  makeStyles,
  Textarea,
  tokens,
} from '@fluentui/react-components';
import { useRef } from 'react';
import { useMessages } from '../../../base/messages.ts';
import { useUser } from '../../users/queries.ts';
import { CONVENTION_TOKENS } from '../convention-tokens.ts';
import { useExample, useValue } from '../manifest-form.ts';
import type { Path } from '../manifest-text.ts';
import { rowsFor } from './TextValue.tsx';

const MIN_ROWS = 2;

const useStyles = makeStyles({
  convention: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: tokens.spacingVerticalXS },
  code: { fontFamily: tokens.fontFamilyMonospace },
  insert: { justifySelf: 'start' },
  // A low window has no room for all parts.
  menu: { overflowY: 'auto', maxHeight: '60vh' },
});

interface ConventionValueProps {
  label: string;
  path: Path;
  /** The text that the convention produces. */
  result: keyof NonNullable<CatalogTemplateCheck['texts']>;
}

/** A field for a convention in the manifest, with parts to insert and the text that it produces for the example. */
export function ConventionValue({ label, path, result }: ConventionValueProps) {
  const styles = useStyles();
  const text = useMessages();
  const { value, problem, isReadOnly, set } = useValue(path);
  const { texts } = useExample();
  const area = useRef<HTMLTextAreaElement>(null);
  // The cursor is at the start until the person focuses the field. Until then, parts are inserted at the end.
  const hasCursor = useRef(false);
  const written = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  const change = (next: string) => set(next === '' ? undefined : next);
  const insert = (source: string) => {
    const atEnd = { selectionStart: written.length, selectionEnd: written.length };
    const { selectionStart: start, selectionEnd: end } = (hasCursor.current && area.current) || atEnd;
    change(written.slice(0, start) + source + written.slice(end));
    // The menu returns the focus to its button first.
    requestAnimationFrame(() => {
      area.current?.focus();
      area.current?.setSelectionRange(start + source.length, start + source.length);
    });
  };
  const example = written === '' ? undefined : texts?.[result].text;
  return (
    <div className={styles.convention}>
      <Field
        label={label}
        hint={example ? text('templates.convention.example', { text: example }) : ''}
        {...problem}
      >
        <Textarea
          value={written}
          readOnly={isReadOnly}
          spellCheck={false}
          rows={rowsFor(written, MIN_ROWS)}
          resize="vertical"
          textarea={{ className: styles.code, ref: area }}
          onFocus={() => {
            hasCursor.current = true;
          }}
          onChange={(_event, { value: typed }) => change(typed)}
        />
      </Field>
      {!isReadOnly && (
        <div className={styles.insert}>
          <InsertMenu label={label} onInsert={insert} />
        </div>
      )}
    </div>
  );
}

function InsertMenu({ label, onInsert }: { label: string; onInsert: (source: string) => void }) {
  const styles = useStyles();
  const text = useMessages();
  const { name, personId } = useExample();
  const { value: template } = useValue(['templateConfiguration', 'name']);
  const { data: person } = useUser(personId);
  const request = { name, template: String(template ?? ''), person: person ?? {}, now: new Date() };
  return (
    <Menu positioning={{ autoSize: 'height' }}>
      <MenuTrigger disableButtonEnhancement>
        <Button size="small" aria-label={text('templates.convention.insertFor', { label })}>
          {text('templates.convention.insert')}
        </Button>
      </MenuTrigger>
      <MenuPopover className={styles.menu}>
        <MenuList>
          {CONVENTION_TOKENS.map(({ id, source, example }) => (
            <MenuItem key={id} onClick={() => onInsert(source)} subText={example(request)}>
              {text(`templates.token.${id}`)}
            </MenuItem>
          ))}
        </MenuList>
      </MenuPopover>
    </Menu>
  );
}
