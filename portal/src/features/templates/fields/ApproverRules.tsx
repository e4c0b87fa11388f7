import { Button, Field, Input, makeStyles, tokens } from '@fluentui/react-components';
import { useState } from 'react';
import { useMessages } from '../../../base/messages.ts';
import { useValue } from '../manifest-form.ts';
import type { Path } from '../manifest-text.ts';
import { isRuleItem } from './people-items.ts';
import { RemoveButton } from './RemoveButton.tsx';

const useStyles = makeStyles({
  rules: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: tokens.spacingVerticalXS },
  line: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) auto',
    alignItems: 'end',
    gap: tokens.spacingHorizontalS,
  },
  code: { fontFamily: tokens.fontFamilyMonospace },
  action: { justifySelf: 'start' },
});

/** The approvers of a list that are named by a rule. A rule is shown as its expression. */
export function ApproverRules({ path }: { path: Path }) {
  const styles = useStyles();
  const text = useMessages();
  const { value, isReadOnly, add } = useValue(path);
  const items: unknown[] = Array.isArray(value) ? value : [];
  const places = items.flatMap((item, index) => (isRuleItem(item) ? [index] : []));
  if (isReadOnly && places.length === 0) return null;
  return (
    <div className={styles.rules}>
      {places.map((index) => (
        <Rule key={index} path={[...path, index]} />
      ))}
      {!isReadOnly && (
        <Button
          className={styles.action}
          size="small"
          onClick={() => add({ id: sourceOf('request.metadata.sponsor.id') })}
        >
          {text('templates.action.addApproverRule')}
        </Button>
      )}
    </div>
  );
}

const EXPRESSION = /^<%=([^%]*)%>$/;
const sourceOf = (expression: string): string => `<%= ${expression} %>`;

function Rule({ path }: { path: Path }) {
  const styles = useStyles();
  const text = useMessages();
  const { value, set, isReadOnly } = useValue(path);
  const isText = typeof value === 'string';
  const id = useValue([...path, 'id']);
  const source = String(isText ? value : id.value);
  const expression = EXPRESSION.exec(source)?.[1]?.trim();
  // Keeps spaces while the person types.
  const [typed, setTyped] = useState(expression ?? source);
  const shown = typed.trim() === (expression ?? source) ? typed : (expression ?? source);
  const change = (next: string) => {
    setTyped(next);
    (isText ? set : id.set)(expression === undefined && next.includes('<%') ? next : sourceOf(next));
  };
  return (
    <div className={styles.line}>
      <Field
        label={text('templates.field.approverRule')}
        hint={text('templates.field.approverRuleHint')}
        {...id.problem}
      >
        <Input
          value={shown}
          readOnly={isReadOnly}
          spellCheck={false}
          input={{ className: styles.code }}
          onChange={(_event, { value: next }) => change(next)}
        />
      </Field>
      {!isReadOnly && <RemoveButton name={shown} onRemove={() => set(undefined)} />}
    </div>
  );
}
