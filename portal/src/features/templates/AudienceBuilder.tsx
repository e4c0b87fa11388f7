import { Body1, Button, makeStyles, Select, tokens } from '@fluentui/react-components';
import { useState } from 'react';
import { useMessages } from '../../base/messages.ts';
import {
  type AudienceRule,
  type Condition,
  formatAudienceRule,
  parseAudienceRule,
  RULE_FIELDS,
} from './audience-rule.ts';
import { ConditionValues } from './ConditionValues.tsx';
import { RemoveButton } from './fields/RemoveButton.tsx';
import { useValue } from './manifest-form.ts';
import type { Path } from './manifest-text.ts';

const useStyles = makeStyles({
  builder: {
    border: 0,
    margin: 0,
    padding: 0,
    minWidth: 0,
    display: 'grid',
    gap: tokens.spacingVerticalM,
    gridTemplateColumns: 'minmax(0, 1fr)',
  },
  condition: {
    border: 0,
    margin: 0,
    padding: 0,
    minWidth: 0,
    display: 'grid',
    gap: tokens.spacingHorizontalS,
    // Three columns beside the manifest, and one on a phone, where two would cut the words of the lists.
    gridTemplateColumns: 'repeat(auto-fit, minmax(min(146px, 100%), 1fr))',
    alignItems: 'end',
  },
  values: { gridColumn: '1 / -1', minWidth: 0 },
  remove: { justifySelf: 'start' },
  add: { justifySelf: 'start' },
});

const FIELDS = ['group', ...RULE_FIELDS] as const;
const NEW_CONDITION: Condition = { field: 'group', isNot: false, values: [] };

/** Edits the rule as conditions, from which its text is written. Any other rule is edited as text. */
export function AudienceBuilder({ path }: { path: Path }) {
  const styles = useStyles();
  const text = useMessages();
  const { value, isReadOnly, set } = useValue(path);
  const written = typeof value === 'string' ? value : '';
  // The draft is used while its text equals the rule in the manifest. It also has the conditions without values, which
  // the text omits.
  const [draft, setDraft] = useState<AudienceRule>();
  const rule =
    draft !== undefined && formatAudienceRule(draft) === written ? draft : parseAudienceRule(written);
  if (isReadOnly) return null;
  if (rule === undefined) return <Body1>{text('templates.rule.asText')}</Body1>;
  const change = (next: AudienceRule) => {
    setDraft(next);
    const rules = formatAudienceRule(next);
    if (rules !== written) set(rules === '' ? undefined : rules);
  };
  const { conditions, match } = rule;
  const setConditions = (next: readonly Condition[]) => change({ match, conditions: next });
  return (
    <fieldset className={styles.builder} aria-label={text('templates.rule.title')}>
      {conditions.length > 1 && (
        <Select
          aria-label={text('templates.rule.match')}
          value={match}
          onChange={(_event, chosen) => change({ match: chosen.value as AudienceRule['match'], conditions })}
        >
          <option value="all">{text('templates.rule.all')}</option>
          <option value="any">{text('templates.rule.any')}</option>
        </Select>
      )}
      {conditions.map((condition, index) => (
        <ConditionFields
          key={String(index)}
          number={index + 1}
          condition={condition}
          onChange={(next) => setConditions(conditions.with(index, next))}
          onRemove={() => setConditions(conditions.toSpliced(index, 1))}
        />
      ))}
      <Button className={styles.add} onClick={() => setConditions([...conditions, NEW_CONDITION])}>
        {text('templates.rule.add')}
      </Button>
    </fieldset>
  );
}

interface ConditionFieldsProps {
  number: number;
  condition: Condition;
  onChange: (condition: Condition) => void;
  onRemove: () => void;
}

function ConditionFields({ number, condition, onChange, onRemove }: ConditionFieldsProps) {
  const styles = useStyles();
  const text = useMessages();
  const title = text('templates.rule.condition', { number });
  const { field, isNot } = condition;
  return (
    <fieldset className={styles.condition} aria-label={title}>
      <Select
        aria-label={text('templates.rule.field')}
        value={field}
        // A new field clears the values, which belong to the previous one.
        onChange={(_event, { value }) => onChange({ field: value as Condition['field'], isNot, values: [] })}
      >
        {FIELDS.map((each) => (
          <option key={each} value={each}>
            {text(`templates.rule.field.${each}`)}
          </option>
        ))}
      </Select>
      <Select
        aria-label={text('templates.rule.operator')}
        value={isNot ? 'isNot' : 'is'}
        onChange={(_event, { value }) => onChange({ ...condition, isNot: value === 'isNot' })}
      >
        <option value="is">{text('templates.rule.is')}</option>
        <option value="isNot">{text('templates.rule.isNot')}</option>
      </Select>
      <RemoveButton className={styles.remove} name={title} onRemove={onRemove} />
      <div className={styles.values}>
        <ConditionValues
          key={field}
          condition={condition}
          onChange={(values) => onChange({ ...condition, values })}
        />
      </div>
    </fieldset>
  );
}
