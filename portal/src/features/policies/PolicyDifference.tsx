import { makeStyles, tokens } from '@fluentui/react-components';
import { type MessageId, useMessages } from '../../base/messages.ts';
import { useTemplateNames } from '../templates/queries.ts';
import type { PolicyDraft, SettingValue } from './draft.ts';
import { KINDS, type PolicyKind, type Setting } from './kinds.ts';

const useStyles = makeStyles({
  table: { width: '100%', borderCollapse: 'collapse', tableLayout: 'fixed' },
  cell: {
    padding: tokens.spacingHorizontalS,
    textAlign: 'start',
    verticalAlign: 'top',
    overflowWrap: 'anywhere',
    whiteSpace: 'pre-line',
    border: `1px solid ${tokens.colorNeutralStroke2}`,
  },
});

interface PolicyDifferenceProps {
  kind: PolicyKind;
  theirs: PolicyDraft;
  mine: PolicyDraft;
}

/** The fields in which two states of a policy differ, with both values. */
export function PolicyDifference({ kind, theirs, mine }: PolicyDifferenceProps) {
  const styles = useStyles();
  const text = useMessages();
  const valuesOf = useValuesOf(kind);
  const their = valuesOf(theirs);
  const rows = valuesOf(mine)
    .map(([label, own], index) => [label, their[index]?.[1] ?? '', own] as const)
    .filter(([, before, own]) => before !== own);
  return (
    <table className={styles.table} aria-label={text('conflict.difference')}>
      <thead>
        <tr>
          {(['conflict.field', 'conflict.theirs', 'conflict.mine'] as const).map((id) => (
            <th key={id} scope="col" className={styles.cell}>
              {text(id)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([label, before, own]) => (
          <tr key={label}>
            <th scope="row" className={styles.cell}>
              {label}
            </th>
            <td className={styles.cell}>{before || '–'}</td>
            <td className={styles.cell}>{own || '–'}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Returns a function that lists the fields of a draft, each with its value as the form shows it. */
function useValuesOf(kind: PolicyKind): (draft: PolicyDraft) => (readonly [string, string])[] {
  const text = useMessages();
  const { data: templates = [] } = useTemplateNames(true);
  const nameOf = (id: string) => templates.find((template) => template.id === id)?.name ?? id;
  const nameOfChoice = (choice: string): string => text(`policies.choice.${choice}` as MessageId);
  const shown = (value: SettingValue, control: Setting['control']): string => {
    if (typeof value !== 'string') return value.map(({ displayName }) => displayName).join('\n');
    if (control === 'order') return value.split('\n').filter(Boolean).map(nameOfChoice).join('\n');
    return control === 'choice' ? nameOfChoice(value) : value.trim();
  };
  const answersOf = ({ scope, answers }: Pick<PolicyDraft, 'scope' | 'answers'>): string =>
    scope === 'teams'
      ? ''
      : Object.entries(answers)
          .map(([id, values]) =>
            text('named.value', {
              name: id,
              value: values.map(({ displayName }) => displayName).join(', '),
            }),
          )
          .join('\n');
  return ({ name, description, enabled, scope, templateIds, answers, settings }) => [
    [text('policies.name'), name.trim()],
    [text('policies.description'), description.trim()],
    [text('policies.enabled'), text(enabled ? 'templates.setting.on' : 'templates.setting.off')],
    [text('policies.scope'), text(`policies.scope.${scope}`)],
    [text('policies.templates'), scope === 'templates' ? templateIds.map(nameOf).join('\n') : ''],
    [text('policies.answers'), answersOf({ scope, answers })],
    ...KINDS[kind].settings.map(
      (setting) =>
        [
          text(`policies.setting.${setting.name}` as MessageId),
          shown(settings[setting.name] ?? '', setting.control),
        ] as const,
    ),
  ];
}
