import { Button, Caption1 } from '@fluentui/react-components';
import { useMessages } from '../../base/messages.ts';
import { CONTENTS } from './channel-contents.ts';
import { ChoiceValue } from './fields/ChoiceValue.tsx';
import { Disclosure } from './fields/Disclosure.tsx';
import { FieldActions, FieldGroup } from './fields/FieldGroup.tsx';
import { NamedItem } from './fields/NamedItem.tsx';
import { OptionsValue } from './fields/OptionsValue.tsx';
import { SwitchValue } from './fields/SwitchValue.tsx';
import { TextValue } from './fields/TextValue.tsx';
import { useAdding, useValue } from './manifest-form.ts';
import type { Path } from './manifest-text.ts';

const LISTS = [...CONTENTS, 'lists'] as const;
const PAGES = [...CONTENTS, 'pages'] as const;

const LIST_TEMPLATES = ['genericList', 'documentLibrary', 'links', 'announcements', 'contacts'] as const;

const CHOICE = 'choice';
const COLUMN_TYPES = ['text', 'multilineText', 'number', 'date', 'boolean', CHOICE, 'person', 'url'] as const;

interface PartProps {
  path: Path;
  isAdded: boolean;
}

const indexes = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

/** Edits the lists and pages of the site of new teams. */
export function SiteContentFields() {
  const text = useMessages();
  const lists = useAdding(LISTS);
  const pages = useAdding(PAGES);
  if (lists.isReadOnly && lists.count + pages.count === 0) return null;
  return (
    <FieldGroup title={text('templates.siteContents')}>
      <Caption1>{text('templates.siteContentsHint')}</Caption1>
      {indexes(lists.count).map((index) => (
        <NamedItem key={String(index)} path={[...LISTS, index]}>
          <ListFields path={[...LISTS, index]} isAdded={lists.isAdded(index)} />
        </NamedItem>
      ))}
      {indexes(pages.count).map((index) => (
        <NamedItem key={String(index)} path={[...PAGES, index]}>
          <PageFields path={[...PAGES, index]} isAdded={pages.isAdded(index)} />
        </NamedItem>
      ))}
      {!lists.isReadOnly && (
        <FieldActions>
          <Button onClick={() => lists.add({ name: text('templates.newList') })}>
            {text('templates.action.addList')}
          </Button>
          <Button onClick={() => pages.add({ name: text('templates.newPage') })}>
            {text('templates.action.addPage')}
          </Button>
        </FieldActions>
      )}
    </FieldGroup>
  );
}

/** Fields for a list: its template, and its columns beside those of the template. */
function ListFields({ path, isAdded }: PartProps) {
  const text = useMessages();
  const { value: name } = useValue([...path, 'name']);
  const columns = useAdding([...path, 'columns']);
  const templates = LIST_TEMPLATES.map((value) => ({
    value,
    label: text(`templates.listTemplate.${value}`),
  }));
  return (
    <Disclosure
      title={text('templates.list', { name: String(name ?? '') })}
      detail={text('contents.list', { count: columns.count })}
      path={path}
      isAdded={isAdded}
    >
      <TextValue label={text('templates.field.listName')} path={[...path, 'name']} required />
      <ChoiceValue
        label={text('templates.field.listTemplate')}
        path={[...path, 'template']}
        choices={templates}
        absent="genericList"
      />
      {indexes(columns.count).map((index) => (
        <ColumnFields
          key={String(index)}
          path={[...path, 'columns', index]}
          isAdded={columns.isAdded(index)}
        />
      ))}
      {!columns.isReadOnly && (
        <div>
          <Button onClick={() => columns.add({ name: text('templates.newColumn') })}>
            {text('templates.action.addColumn')}
          </Button>
        </div>
      )}
    </Disclosure>
  );
}

function ColumnFields({ path, isAdded }: PartProps) {
  const text = useMessages();
  const { value: name } = useValue([...path, 'name']);
  const { value: type } = useValue([...path, 'type']);
  const types = COLUMN_TYPES.map((value) => ({ value, label: text(`templates.questionType.${value}`) }));
  const known = types.find(({ value }) => value === (type ?? 'text'));
  return (
    <Disclosure
      title={text('templates.column', { name: String(name ?? '') })}
      detail={known?.label ?? String(type)}
      path={path}
      isAdded={isAdded}
    >
      <TextValue label={text('templates.field.columnName')} path={[...path, 'name']} required />
      <ChoiceValue
        label={text('templates.field.columnType')}
        path={[...path, 'type']}
        choices={types}
        absent="text"
      />
      {type === CHOICE && (
        <OptionsValue
          label={text('templates.field.columnChoices')}
          hint={text('templates.field.onePerLine')}
          path={[...path, 'choices']}
        />
      )}
      <SwitchValue
        label={text('templates.field.columnRequired')}
        path={[...path, 'required']}
        absent={false}
      />
    </Disclosure>
  );
}

function PageFields({ path, isAdded }: PartProps) {
  const text = useMessages();
  const { value: name } = useValue([...path, 'name']);
  return (
    <Disclosure title={text('templates.page', { name: String(name ?? '') })} path={path} isAdded={isAdded}>
      <TextValue label={text('templates.field.pageName')} path={[...path, 'name']} required />
      <TextValue
        label={text('templates.field.pageText')}
        hint={text('templates.field.pageTextHint')}
        path={[...path, 'text']}
        rows={3}
      />
    </Disclosure>
  );
}
