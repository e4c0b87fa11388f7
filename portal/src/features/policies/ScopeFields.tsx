import { Checkbox, Field, makeStyles, Select, tokens } from '@fluentui/react-components';
import { useMessages } from '../../app/messages.ts';
import { QueryView } from '../../components/QueryView.tsx';
import type { PolicyDraft } from './draft.ts';
import { KINDS, type PolicyKind, type ScopeType } from './kinds.ts';
import { useTemplates } from './queries.ts';

const useStyles = makeStyles({
  templates: {
    display: 'grid',
    maxHeight: '260px',
    overflowY: 'auto',
    margin: 0,
    border: `1px solid ${tokens.colorNeutralStroke1}`,
    borderRadius: tokens.borderRadiusMedium,
  },
});

interface ScopeFieldsProps {
  kind: PolicyKind;
  draft: PolicyDraft;
  problem: { validationMessage?: string };
  onChange: (fields: Partial<PolicyDraft>) => void;
}

/** Which teams the policy is for. */
export function ScopeFields({ kind, draft, problem, onChange }: ScopeFieldsProps) {
  const text = useMessages();
  return (
    <>
      <Field label={text('policies.scope')} hint={text('policies.scopeHint')} {...problem}>
        <Select value={draft.scope} onChange={(_event, { value }) => onChange({ scope: value as ScopeType })}>
          {KINDS[kind].scopes.map((scope) => (
            <option key={scope} value={scope}>
              {text(`policies.scope.${scope}`)}
            </option>
          ))}
        </Select>
      </Field>
      {draft.scope === 'templates' && (
        <Templates chosen={draft.templateIds} onChange={(templateIds) => onChange({ templateIds })} />
      )}
    </>
  );
}

function Templates(props: { chosen: readonly string[]; onChange: (chosen: readonly string[]) => void }) {
  const { chosen, onChange } = props;
  const styles = useStyles();
  const text = useMessages();
  const templates = useTemplates();
  return (
    <fieldset className={styles.templates}>
      <legend>{text('policies.templates')}</legend>
      <QueryView query={templates}>
        {({ value }) =>
          value.map(({ templateConfiguration: { id, name } }) => (
            <Checkbox
              key={id}
              label={name}
              checked={chosen.includes(id)}
              onChange={(_event, { checked }) =>
                onChange(checked === true ? [...chosen, id] : chosen.filter((each) => each !== id))
              }
            />
          ))
        }
      </QueryView>
    </fieldset>
  );
}
