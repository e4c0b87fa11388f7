import {
  Button,
  Caption1,
  Field,
  MessageBar,
  MessageBarBody,
  makeStyles,
  Select,
  Spinner,
  Textarea,
  tokens,
} from '@fluentui/react-components';
import { useState } from 'react';
import { useMessages } from '../../base/messages.ts';
import { Problem } from '../../components/Problem.tsx';
import { type AmbiguousEntry, MAX_LISTED, type usePeopleList } from './use-people-list.ts';

/** Maximum number of people whom a warning names. */
const MAX_NAMED = 20;

const useStyles = makeStyles({
  box: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: tokens.spacingVerticalS },
  actions: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalS },
});

interface PeopleListResultProps {
  list: ReturnType<typeof usePeopleList>;
  most: number | undefined;
}

/** The result of the latest list: how many people it added, and whom the reader must correct or choose. */
export function PeopleListResult({ list, most }: PeopleListResultProps) {
  const styles = useStyles();
  const text = useMessages();
  const { result, loading } = list;
  const { added, unknown, ambiguous, extra, isUnreadable } = result;
  if (loading.isPending)
    return <Spinner size="tiny" label={text('people.list.reading')} labelPosition="after" />;
  if (loading.error !== null) {
    return <Problem error={loading.error} onRetry={() => loading.mutate(loading.variables)} />;
  }
  return (
    <div className={styles.box}>
      {added !== undefined && (
        <Caption1 role="status">{text('people.list.added', { count: added })}</Caption1>
      )}
      {isUnreadable && <Warning>{text('people.list.unreadable', { most: MAX_LISTED })}</Warning>}
      {extra.length > 0 && (
        <Warning>
          {text('people.list.full', {
            most: most ?? 0,
            count: extra.length,
            names: extra.slice(0, MAX_NAMED).join(', ') + (extra.length > MAX_NAMED ? ' …' : ''),
          })}
        </Warning>
      )}
      {ambiguous.map((entry) => (
        <Choice key={entry.reference} entry={entry} onChoose={(person) => list.decide(entry, person)} />
      ))}
      {unknown.length > 0 && (
        <Unknown
          key={unknown.join('\n')}
          unknown={unknown}
          onLookUp={list.lookUp}
          onLeaveOut={list.leaveOut}
        />
      )}
    </div>
  );
}

const Warning = ({ children }: { children: string }) => (
  <MessageBar intent="warning" layout="multiline" role="alert">
    <MessageBarBody>{children}</MessageBarBody>
  </MessageBar>
);

const LEFT_OUT = '-';

interface ChoiceProps {
  entry: AmbiguousEntry;
  onChoose: (person: AmbiguousEntry['matches'][number] | undefined) => void;
}

/** Asks which person an ambiguous name or address means. */
function Choice({ entry: { reference, matches }, onChoose }: ChoiceProps) {
  const text = useMessages();
  return (
    <Field
      label={text('people.list.which', { reference })}
      validationState="warning"
      validationMessage={text('people.list.several', { count: matches.length })}
    >
      <Select
        value=""
        onChange={(_event, { value }) => value !== '' && onChoose(matches.find(({ id }) => id === value))}
      >
        <option value="">{text('people.list.choose')}</option>
        {matches.map(({ id, displayName, mail, userPrincipalName, department }) => (
          <option key={id} value={id}>
            {[displayName, department, mail ?? userPrincipalName].filter(Boolean).join(' · ')}
          </option>
        ))}
        <option value={LEFT_OUT}>{text('people.list.leaveOutOne')}</option>
      </Select>
    </Field>
  );
}

interface UnknownProps {
  unknown: readonly string[];
  onLookUp: (text: string) => void;
  onLeaveOut: () => void;
}

/** Lists the unknown names and addresses, so that the reader can correct them. */
function Unknown({ unknown, onLookUp, onLeaveOut }: UnknownProps) {
  const styles = useStyles();
  const text = useMessages();
  const [corrected, setCorrected] = useState(unknown.join('\n'));
  return (
    <>
      <Field
        label={text('people.list.unknown', { count: unknown.length })}
        validationState="warning"
        validationMessage={text('people.list.correct')}
      >
        <Textarea
          resize="vertical"
          rows={Math.min(unknown.length + 1, 6)}
          value={corrected}
          onChange={(_event, { value }) => setCorrected(value)}
        />
      </Field>
      <div className={styles.actions}>
        <Button onClick={() => onLookUp(corrected)}>{text('people.list.lookUp')}</Button>
        <Button appearance="subtle" onClick={onLeaveOut}>
          {text('people.list.leaveOut', { count: unknown.length })}
        </Button>
      </div>
    </>
  );
}
