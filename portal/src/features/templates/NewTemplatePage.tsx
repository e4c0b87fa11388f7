import { useSearch } from '@tanstack/react-router';
import { useMessages } from '../../base/messages.ts';
import { Page } from '../../components/Page.tsx';
import { PermissionGate } from '../me/PermissionGate.tsx';
import { type TemplateKind, useTemplateDraft } from './draft.ts';
import { TemplateEditor } from './TemplateEditor.tsx';

export function NewTemplatePage() {
  const { kind } = useSearch({ from: '/templates/new' });
  return <NewTemplate key={kind} kind={kind === 'channel' ? 'channel' : 'team'} />;
}

function NewTemplate({ kind }: { kind: TemplateKind }) {
  const text = useMessages();
  const draft = useTemplateDraft(undefined, undefined, kind);
  return (
    <Page
      title={text(kind === 'channel' ? 'channelTemplates.new' : 'templates.new')}
      parent={{ to: '/templates', label: text('templates.title') }}
      wide
    >
      <PermissionGate operation="applyCatalogTemplate">
        <TemplateEditor templateId={undefined} draft={draft} isReadOnly={false} />
      </PermissionGate>
    </Page>
  );
}
