import { Field, Select } from '@fluentui/react-components';
import { useMessages } from '../../base/messages.ts';
import { TemplatePicker } from '../templates/TemplatePicker.tsx';
import type { PolicyDraft } from './draft.ts';
import { KINDS, type PolicyKind, type ScopeType } from './kinds.ts';
import { ScopeAnswers } from './ScopeAnswers.tsx';

interface ScopeFieldsProps {
  kind: PolicyKind;
  draft: PolicyDraft;
  problemAt: (field: string) => { validationMessage?: string };
  onChange: (fields: Partial<PolicyDraft>) => void;
}

export function ScopeFields({ kind, draft, problemAt, onChange }: ScopeFieldsProps) {
  const text = useMessages();
  return (
    <>
      <Field label={text('policies.scope')} hint={text('policies.scopeHint')} {...problemAt('scope.type')}>
        <Select value={draft.scope} onChange={(_event, { value }) => onChange({ scope: value as ScopeType })}>
          {KINDS[kind].scopes.map((scope) => (
            <option key={scope} value={scope}>
              {text(`policies.scope.${scope}`)}
            </option>
          ))}
        </Select>
      </Field>
      {draft.scope === 'templates' && (
        <TemplatePicker
          label={text('policies.templates')}
          hint={text('policies.templatesHint')}
          required
          chosenIds={draft.templateIds}
          onChange={(templateIds) => onChange({ templateIds })}
          problem={problemAt('scope.templateIds').validationMessage}
        />
      )}
      {draft.scope !== 'teams' && (
        <ScopeAnswers draft={draft} problemAt={problemAt} onChange={(answers) => onChange({ answers })} />
      )}
    </>
  );
}
