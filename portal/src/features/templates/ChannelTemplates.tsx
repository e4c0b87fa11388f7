import type { ChannelTemplate } from '@charter/sdk';
import { Badge } from '@fluentui/react-components';
import { Link } from '@tanstack/react-router';
import { useMessages } from '../../base/messages.ts';
import { type Column, DataTable } from '../../components/DataTable.tsx';
import { QueryView } from '../../components/QueryView.tsx';
import { Section } from '../../components/Section.tsx';
import { useChannelCatalog } from './queries.ts';
import { TemplateActions } from './TemplateActions.tsx';

/** The channel templates of the organisation. Shows nothing when there are none. */
export function ChannelTemplates() {
  const text = useMessages();
  const catalog = useChannelCatalog();
  const columns: Column<ChannelTemplate>[] = [
    {
      id: 'name',
      header: text('templates.field.name'),
      width: 'minmax(0, 3fr)',
      cell: ({ templateConfiguration: { id, name } }) => (
        <Link to="/templates/$templateId" params={{ templateId: id }}>
          {name}
        </Link>
      ),
    },
    {
      id: 'type',
      header: text('channels.type'),
      width: 'minmax(6.5rem, 1fr)',
      cell: ({ newChannel }) => text(`channels.type.${newChannel.membershipType}`),
    },
    {
      id: 'state',
      header: text('templates.state'),
      width: '7rem',
      cell: ({ templateConfiguration: { enabled } }) => (
        <Badge appearance="tint" color={enabled ? 'success' : 'warning'}>
          {text(enabled ? 'templates.enabled' : 'templates.disabled')}
        </Badge>
      ),
    },
    {
      id: 'actions',
      header: text('templates.actions'),
      width: '5rem',
      cell: (template) => <TemplateActions template={template} />,
    },
  ];
  return (
    <QueryView query={catalog} isEmpty={({ value }) => value.length === 0} empty={null}>
      {({ value }) => (
        <Section title={text('channelTemplates.title')}>
          <DataTable
            label={text('channelTemplates.title')}
            rows={value}
            keyOf={({ templateConfiguration }) => templateConfiguration.id}
            columns={columns}
          />
        </Section>
      )}
    </QueryView>
  );
}
