import { makeStyles, tokens } from '@fluentui/react-components';
import { useMessages } from '../../base/messages.ts';
import { keysOf, QUESTION_TYPES } from '../questions/kinds.tsx';
import { BoundValue } from './fields/BoundValue.tsx';
import { ChoiceValue } from './fields/ChoiceValue.tsx';
import { OptionsValue } from './fields/OptionsValue.tsx';
import { SwitchValue } from './fields/SwitchValue.tsx';
import { TextValue } from './fields/TextValue.tsx';
import { useValue } from './manifest-form.ts';
import type { Path } from './manifest-text.ts';

const useStyles = makeStyles({
  fields: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    gap: tokens.spacingVerticalM,
    paddingTop: tokens.spacingVerticalM,
  },
  pair: {
    display: 'grid',
    gap: tokens.spacingHorizontalM,
    gridTemplateColumns: 'repeat(auto-fit, minmax(min(200px, 100%), 1fr))',
    alignItems: 'start',
  },
});

interface QuestionKeysProps {
  path: Path;
  /** Ids of the questions above, which rules may use. */
  earlier: readonly string[];
}

/**
 * The keys of one question as fields. A key that the type does not use is shown while the manifest has it, so that the
 * person can remove it.
 */
export function QuestionKeys({ path, earlier }: QuestionKeysProps) {
  const styles = useStyles();
  const text = useMessages();
  const { value } = useValue(path);
  const written = (value ?? {}) as Readonly<Record<string, unknown>>;
  const keys = keysOf(written.type ?? 'text');
  const has = (key: string): boolean => written[key] !== undefined;
  const bounds = keys.bounds ?? 'values';
  const answers = earlier.map((id) => `request.metadata.${id}`).join(', ');
  return (
    <div className={styles.fields}>
      <TextValue required label={text('templates.question.title')} path={[...path, 'title']} />
      <div className={styles.pair}>
        <ChoiceValue
          label={text('templates.question.type')}
          path={[...path, 'type']}
          choices={QUESTION_TYPES.map((type) => ({
            value: type,
            label: text(`templates.questionType.${type}`),
          }))}
          absent="text"
        />
        <TextValue
          required
          label={text('templates.question.id')}
          hint={text('templates.question.idHint')}
          path={[...path, 'id']}
        />
      </div>
      {(keys.options || has('options')) && (
        <OptionsValue
          label={text('templates.question.options')}
          hint={text('templates.question.optionsHint')}
          path={[...path, 'options']}
        />
      )}
      {(keys.bounds !== undefined || has('minimum') || has('maximum')) && (
        <div className={styles.pair}>
          {(['minimum', 'maximum'] as const).map((key) => (
            <BoundValue
              // A date field can't show the limit of another type.
              key={`${key} ${bounds}`}
              label={text(`templates.question.${key}.${bounds}`)}
              path={[...path, key]}
              isDate={bounds === 'dates'}
            />
          ))}
        </div>
      )}
      {(keys.pattern || has('pattern')) && (
        <TextValue
          isCode
          label={text('templates.question.pattern')}
          hint={text('templates.question.patternHint')}
          path={[...path, 'pattern']}
        />
      )}
      <TextValue label={text('templates.question.help')} path={[...path, 'help']} />
      <TextValue
        label={text('templates.question.section')}
        hint={text('templates.question.sectionHint')}
        path={[...path, 'section']}
      />
      <TextValue
        isCode
        rows={1}
        label={text('templates.question.default')}
        hint={text('templates.question.defaultHint')}
        path={[...path, 'default']}
      />
      <TextValue
        isCode
        rows={1}
        label={text('templates.question.when')}
        hint={
          answers === ''
            ? text('templates.question.whenFirst')
            : text('templates.question.whenHint', { answers })
        }
        path={[...path, 'when']}
      />
      <SwitchValue label={text('templates.question.required')} path={[...path, 'required']} absent={false} />
      <SwitchValue label={text('templates.question.public')} path={[...path, 'public']} absent={false} />
    </div>
  );
}
