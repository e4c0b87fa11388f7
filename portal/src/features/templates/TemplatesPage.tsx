import type { CatalogTemplate } from '@charter/sdk';
import { Badge, Body1, Caption1, makeStyles, tokens } from '@fluentui/react-components';
import { Link, useSearch } from '@tanstack/react-router';
import { useChangeFilters } from '../../base/filters.ts';
import { type MessageId, useMessages } from '../../base/messages.ts';
import { type Column, DataTable } from '../../components/DataTable.tsx';
import { FilterBar } from '../../components/FilterBar.tsx';
import { Page } from '../../components/Page.tsx';
import { QueryView } from '../../components/QueryView.tsx';
import { ChannelTemplates } from './ChannelTemplates.tsx';
import { NewTemplateMenu } from './NewTemplateMenu.tsx';
import { useCatalog } from './queries.ts';
import { TemplateActions } from './TemplateActions.tsx';
import { TemplatePicture } from './TemplatePicture.tsx';

const useStyles = makeStyles({
  template: {
    display: 'grid',
    gridTemplateColumns: '56px minmax(0, 1fr)',
    gap: tokens.spacingHorizontalM,
    alignItems: 'center',
    padding: `${tokens.spacingVerticalXS} 0`,
  },
  link: {
    color: tokens.colorBrandForegroundLink,
    fontWeight: tokens.fontWeightSemibold,
    '@media (forced-colors: active)': { color: 'LinkText' },
  },
  names: { display: 'grid', minWidth: 0 },
  description: {
    color: tokens.colorNeutralForeground2,
    display: '-webkit-box',
    WebkitLineClamp: 2,
    WebkitBoxOrient: 'vertical',
    overflow: 'hidden',
  },
});

export interface TemplateFilters {
  search?: string;
  state?: string;
  language?: string;
}

const STATES: readonly (readonly [string, MessageId])[] = [
  ['enabled', 'templates.enabled'],
  ['disabled', 'templates.disabled'],
];

function matches({ templateConfiguration: found }: CatalogTemplate, filters: TemplateFilters): boolean {
  const { search = '', state, language } = filters;
  const words = [found.id, found.name, found.description ?? '', ...found.categories, ...found.tags];
  return (
    words.join(' ').toLowerCase().includes(search.trim().toLowerCase()) &&
    (state === undefined || (state === 'enabled') === found.enabled) &&
    (language === undefined || found.language === language)
  );
}

/** All templates of the organisation, with a search and filters. */
export function TemplatesPage() {
  const text = useMessages();
  const catalog = useCatalog();
  const columns = useColumns();
  const filters: TemplateFilters = useSearch({ from: '/templates' });
  const change = useChangeFilters<TemplateFilters & Record<string, string | undefined>>();
  const all = catalog.data?.value ?? [];
  const languages = [
    ...new Set(all.map(({ templateConfiguration }) => templateConfiguration.language)),
  ].sort();
  const rows = all.filter((template) => matches(template, filters));
  return (
    <Page wide title={text('templates.title')} actions={<NewTemplateMenu />}>
      <FilterBar
        values={filters}
        onChange={change}
        filters={[
          { name: 'search', kind: 'search', label: text('templates.search') },
          {
            name: 'state',
            kind: 'choice',
            label: text('templates.state'),
            choices: STATES.map(([value, label]) => ({ value, label: text(label) })),
          },
          {
            name: 'language',
            kind: 'choice',
            label: text('templates.field.language'),
            choices: languages.map((value) => ({ value, label: value })),
          },
        ]}
      />
      <QueryView
        query={catalog}
        isEmpty={() => rows.length === 0}
        empty={<Body1>{text(all.length === 0 ? 'templates.empty' : 'templates.noMatch')}</Body1>}
      >
        {() => (
          <DataTable
            label={text('templates.title')}
            rows={rows}
            keyOf={({ templateConfiguration }) => templateConfiguration.id}
            columns={columns}
          />
        )}
      </QueryView>
      <ChannelTemplates />
    </Page>
  );
}

function useColumns(): Column<CatalogTemplate>[] {
  const styles = useStyles();
  const text = useMessages();
  return [
    {
      id: 'name',
      header: text('templates.field.name'),
      width: 'minmax(0, 3fr)',
      cell: ({ templateConfiguration: { id, name, description, pictureUrl } }) => (
        <span className={styles.template}>
          <TemplatePicture name={name} pictureUrl={pictureUrl} />
          <span className={styles.names}>
            <Link className={styles.link} to="/templates/$templateId" params={{ templateId: id }}>
              {name}
            </Link>
            <Caption1 className={styles.description}>{description}</Caption1>
          </span>
        </span>
      ),
    },
    {
      id: 'categories',
      header: text('templates.field.categories'),
      width: 'minmax(6.5rem, 1fr)',
      cell: ({ templateConfiguration }) => templateConfiguration.categories.join(', '),
    },
    {
      id: 'language',
      header: text('templates.field.language'),
      width: '5.25rem',
      cell: ({ templateConfiguration }) => templateConfiguration.language,
    },
    {
      id: 'version',
      header: text('templates.versionColumn'),
      width: '5rem',
      cell: ({ templateConfiguration }) => templateConfiguration.version,
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
}
