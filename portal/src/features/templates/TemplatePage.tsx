import { Tab, TabList } from '@fluentui/react-components';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useMessages } from '../../base/messages.ts';
import { Page } from '../../components/Page.tsx';
import { QueryView } from '../../components/QueryView.tsx';
import { useIsPermitted } from '../me/queries.ts';
import { useTemplateDraft } from './draft.ts';
import type { ManifestText } from './manifest-text.ts';
import { type StoredTemplate, useTemplate } from './queries.ts';
import { TemplateEditor } from './TemplateEditor.tsx';
import { VersionsPanel } from './VersionsPanel.tsx';

/** A template: its editor and its versions. */
export function TemplatePage() {
  const text = useMessages();
  const { templateId } = useParams({ from: '/templates/$templateId' });
  const template = useTemplate(templateId);
  const name = template.data?.details.templateConfiguration.name ?? text('templates.one');
  return (
    <Page title={name} parent={{ to: '/templates', label: text('templates.title') }} wide>
      <QueryView query={template}>
        {(stored) => <Views key={templateId} templateId={templateId} stored={stored} />}
      </QueryView>
    </Page>
  );
}

function Views({ templateId, stored }: { templateId: string; stored: StoredTemplate }) {
  const text = useMessages();
  const may = useIsPermitted();
  const navigate = useNavigate();
  const { view = 'editor' } = useSearch({ from: '/templates/$templateId' });
  const draft = useTemplateDraft(templateId, stored);
  const isReadOnly = !may('applyCatalogTemplate');
  const show = (next: unknown) =>
    void navigate({
      to: '/templates/$templateId',
      params: { templateId },
      search: next === 'versions' ? { view: 'versions' } : {},
      replace: true,
    });
  const restore = (manifest: ManifestText) => {
    draft.change(manifest);
    show('editor');
  };
  return (
    <>
      <TabList selectedValue={view} onTabSelect={(_event, { value }) => show(value)}>
        <Tab value="editor">{text('templates.view.editor')}</Tab>
        <Tab value="versions">{text('templates.view.versions')}</Tab>
      </TabList>
      {view === 'versions' ? (
        <VersionsPanel templateId={templateId} onRestore={isReadOnly ? undefined : restore} />
      ) : (
        <TemplateEditor templateId={templateId} draft={draft} isReadOnly={isReadOnly} />
      )}
    </>
  );
}
