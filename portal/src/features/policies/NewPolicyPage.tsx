import { Field, Select } from '@fluentui/react-components';
import { useNavigate } from '@tanstack/react-router';
import { useMessages } from '../../base/messages.ts';
import { notify } from '../../components/notice-list.ts';
import { Page } from '../../components/Page.tsx';
import { Section } from '../../components/Section.tsx';
import { useLastingState } from '../../components/use-lasting-state.ts';
import { PermissionGate } from '../me/PermissionGate.tsx';
import { KIND_NAMES, type PolicyKind } from './kinds.ts';
import { PolicyForm } from './PolicyForm.tsx';

/** Asks for the kind first, because the form depends on it. */
export function NewPolicyPage() {
  const text = useMessages();
  const navigate = useNavigate();
  const [kind, setKind] = useLastingState<PolicyKind>('policy.kind', () => 'naming');
  return (
    <Page title={text('policies.new')} parent={{ to: '/policies', label: text('policies.title') }}>
      <PermissionGate operation="createPolicy">
        <Section title={text('policies.kind')}>
          <Field label={text('policies.kindLabel')} hint={text(`policies.does.${kind}`)}>
            <Select value={kind} onChange={(_event, { value }) => setKind(value as PolicyKind)}>
              {KIND_NAMES.map((name) => (
                <option key={name} value={name}>
                  {text(`policies.kind.${name}`)}
                </option>
              ))}
            </Select>
          </Field>
        </Section>
        <PolicyForm
          key={kind}
          kind={kind}
          onSaved={({ id, name }) => {
            notify(text('policies.reportsNow', { name }));
            void navigate({ to: '/policies/$policyId', params: { policyId: id } });
          }}
        />
      </PermissionGate>
    </Page>
  );
}
