import { useMessages } from '../../base/messages.ts';
import { Page } from '../../components/Page.tsx';
import { PermissionGate } from '../me/PermissionGate.tsx';
import { useTemplateDraft } from './draft.ts';
import { TemplateEditor } from './TemplateEditor.tsx';

export function NewTemplatePage() {
  const text = useMessages();
  const draft = useTemplateDraft(undefined, undefined);
  return (
    <Page title={text('templates.new')} parent={{ to: '/templates', label: text('templates.title') }} wide>
      <PermissionGate operation="applyCatalogTemplate">
        <TemplateEditor templateId={undefined} draft={draft} isReadOnly={false} />
      </PermissionGate>
    </Page>
  );
}
