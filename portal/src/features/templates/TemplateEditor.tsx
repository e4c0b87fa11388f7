import type { CatalogTemplateCheckPayload } from '@charter/sdk';
import { MessageBar, MessageBarBody, makeStyles, tokens } from '@fluentui/react-components';
import { useMemo, useState } from 'react';
import { useMessages } from '../../base/messages.ts';
import { Problem } from '../../components/Problem.tsx';
import { useDebounced } from '../../components/use-debounced.ts';
import { useMe } from '../me/queries.ts';
import type { DraftAnswers } from '../questions/QuestionFields.tsx';
import type { ChosenPerson, ChosenPrincipal } from '../users/PeoplePicker.tsx';
import { AudienceTester } from './AudienceTester.tsx';
import { ChannelTemplateForm } from './ChannelTemplateForm.tsx';
import { isForChannels, type useTemplateDraft } from './draft.ts';
import { ManifestPane } from './ManifestPane.tsx';
import { type ManifestForm, ManifestFormContext } from './manifest-form.ts';
import { type ManifestData, readManifest } from './manifest-text.ts';
import { QuestionsPreview } from './QuestionsPreview.tsx';
import { useTemplateCheck } from './queries.ts';
import { SaveBar } from './SaveBar.tsx';
import { TemplateForm } from './TemplateForm.tsx';
import { TextsPreview } from './TextsPreview.tsx';

const TYPING_MILLISECONDS = 600;
const WIDE = '@media (min-width: 75em)';

const useStyles = makeStyles({
  panes: {
    display: 'grid',
    gap: tokens.spacingHorizontalL,
    gridTemplateColumns: 'minmax(0, 1fr)',
    alignItems: 'start',
    [WIDE]: { gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr)' },
  },
  manifest: {
    display: 'grid',
    minWidth: 0,
    minHeight: '480px',
    [WIDE]: { position: 'sticky', top: tokens.spacingVerticalL, height: 'calc(100vh - 32px)' },
  },
});

interface TemplateEditorProps {
  templateId: string | undefined;
  draft: ReturnType<typeof useTemplateDraft>;
  isReadOnly: boolean;
}

/** The form and the manifest side by side. A change in one appears in the other. */
export function TemplateEditor({ templateId, draft, isReadOnly }: TemplateEditorProps) {
  const styles = useStyles();
  const text = useMessages();
  const { text: manifestText, format } = draft.draft;
  // While the person's roles load, the page is read-only without a notice.
  const me = useMe().data;
  const isKnown = me !== undefined;
  const data = useLatestData(manifestText, format);
  const preview = usePreview(manifestText, format, !isReadOnly);
  const { check } = preview;
  const form: ManifestForm = {
    data: data.latest,
    check: check.data,
    isReadOnly: isReadOnly || !data.isCurrent,
    example: { personId: preview.person[0]?.id ?? me?.id, name: preview.name },
    update: draft.edit,
  };
  const isNew = templateId === undefined;
  const audience = !isReadOnly && (
    <AudienceTester
      chosen={preview.tested}
      onChange={preview.setTested}
      tests={check.data?.audience}
      groupTests={check.data?.audienceGroups}
      isUpdating={check.isFetching}
    />
  );
  const questions = !isReadOnly && (
    <QuestionsPreview
      check={check.data}
      isUpdating={check.isFetching}
      answers={preview.answers}
      onAnswers={preview.setAnswers}
    />
  );
  return (
    <ManifestFormContext value={form}>
      {isReadOnly && isKnown && (
        <MessageBar intent="info" layout="multiline">
          <MessageBarBody>{text('templates.readOnly')}</MessageBarBody>
        </MessageBar>
      )}
      {!isReadOnly && <SaveBar templateId={templateId} draft={draft} check={check} />}
      {check.error !== null && <Problem error={check.error} />}
      {!data.isCurrent && (
        <MessageBar intent="warning" layout="multiline">
          <MessageBarBody>{text('templates.unreadable')}</MessageBarBody>
        </MessageBar>
      )}
      <div className={styles.panes}>
        {isForChannels(data.latest) ? (
          <ChannelTemplateForm isNew={isNew} questions={questions} audience={audience} />
        ) : (
          <TemplateForm
            isNew={isNew}
            preview={
              !isReadOnly && (
                <TextsPreview
                  texts={check.data?.texts}
                  isUpdating={check.isFetching}
                  person={preview.person}
                  onPerson={preview.setPerson}
                  name={preview.name}
                  onName={preview.setName}
                />
              )
            }
            questions={questions}
            audience={audience}
          />
        )}
        <div className={styles.manifest}>
          <ManifestPane
            manifest={draft.draft}
            check={check.data}
            isReadOnly={isReadOnly}
            onChange={draft.change}
            onFormat={draft.convertTo}
          />
        </div>
      </div>
    </ManifestFormContext>
  );
}

/** The parsed manifest, or the last version that could be parsed. */
function useLatestData(text: string, format: 'json' | 'yaml') {
  const read = useMemo(() => readManifest({ text, format }), [text, format]);
  const [latest, setLatest] = useState<ManifestData>(read ?? {});
  if (read !== undefined && read !== latest) setLatest(read);
  return { latest: read ?? latest, isCurrent: read !== undefined };
}

/** Members of the check request that name the people to test. */
function idsOf(tested: readonly ChosenPrincipal[]): Pick<CatalogTemplateCheckPayload, 'people' | 'groups'> {
  const ids = (isGroup: boolean) =>
    tested.filter((each) => (each.isGroup ?? false) === isGroup).map(({ id }) => id);
  const [people, groups] = [ids(false), ids(true)];
  return { ...(people.length > 0 && { people }), ...(groups.length > 0 && { groups }) };
}

/** The check of the manifest, with a preview for a person and a request. */
function usePreview(text: string, format: 'json' | 'yaml', isEnabled: boolean) {
  const messages = useMessages();
  const [person, setPerson] = useState<readonly ChosenPerson[]>([]);
  const [tested, setTested] = useState<readonly ChosenPrincipal[]>([]);
  const [name, setName] = useState(() => messages('templates.preview.example'));
  const [answers, setAnswers] = useState<DraftAnswers>({});
  const input = useMemo<CatalogTemplateCheckPayload>(
    () => ({
      manifest: text,
      format,
      request: { name, metadata: { ...answers } },
      ...(person[0] !== undefined && { person: person[0].id }),
      ...idsOf(tested),
    }),
    [text, format, name, person, tested, answers],
  );
  const settled = useDebounced(input, TYPING_MILLISECONDS);
  const query = useTemplateCheck(settled, isEnabled);
  const isFetching = query.isFetching || settled !== input;
  return {
    check: { data: query.data, error: query.error, isFetching },
    person,
    setPerson,
    tested,
    setTested,
    name,
    setName,
    answers,
    setAnswers,
  };
}
