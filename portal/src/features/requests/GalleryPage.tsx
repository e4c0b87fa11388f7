import type { CatalogTemplate } from '@charter/sdk';
import { Body1, Caption1, makeStyles, tokens } from '@fluentui/react-components';
import { Link, useSearch } from '@tanstack/react-router';
import { useChangeFilters } from '../../base/filters.ts';
import { useMessages } from '../../base/messages.ts';
import { CardGrid } from '../../components/CardGrid.tsx';
import { FilterBar } from '../../components/FilterBar.tsx';
import { Page } from '../../components/Page.tsx';
import { QueryView } from '../../components/QueryView.tsx';
import { useIsPermitted } from '../me/queries.ts';
import { useMyTemplates } from '../templates/queries.ts';
import { TemplateCard } from './TemplateCard.tsx';

const useStyles = makeStyles({
  status: { minHeight: tokens.lineHeightBase300 },
});

/** The templates available to the person, with a search over names, descriptions, categories and tags. */
export function GalleryPage() {
  const text = useMessages();
  const filters = useSearch({ from: '/request' });
  const templates = useMyTemplates();
  return (
    <Page title={text('gallery.title')}>
      <Filters templates={templates.data?.value ?? []} values={filters} />
      <QueryView query={templates} isEmpty={({ value }) => value.length === 0} empty={<NoTemplate />}>
        {({ value }) => <Matches templates={value.filter((template) => matches(template, filters))} />}
      </QueryView>
    </Page>
  );
}

/** Says what to do without a template: administrators create or enable one. */
export function NoTemplate() {
  const text = useMessages();
  const may = useIsPermitted();
  if (!may('applyCatalogTemplate')) return <Body1>{text('gallery.empty')}</Body1>;
  return (
    <>
      <Body1>{text('gallery.emptyForAdministrator')}</Body1>
      <Link to="/templates">{text('home.first.go.templates')}</Link>
    </>
  );
}

interface GalleryFilters {
  search?: string | undefined;
  category?: string | undefined;
}

function matches({ templateConfiguration: found }: CatalogTemplate, filters: GalleryFilters): boolean {
  const { search = '', category } = filters;
  const { name, description = '', categories = [], tags = [] } = found;
  if (category !== undefined && !categories.includes(category)) return false;
  const words = [name, description, ...categories, ...tags];
  return words.join(' ').toLowerCase().includes(search.trim().toLowerCase());
}

function Filters({ templates, values }: { templates: readonly CatalogTemplate[]; values: GalleryFilters }) {
  const text = useMessages();
  const change = useChangeFilters<Record<keyof GalleryFilters, string | undefined>>();
  const categories = new Set(
    templates.flatMap(({ templateConfiguration }) => templateConfiguration.categories ?? []),
  );
  const choices = [...categories].sort().map((category) => ({ value: category, label: category }));
  return (
    <FilterBar
      filters={[
        { name: 'search', label: text('gallery.search'), kind: 'search' },
        ...(choices.length > 0
          ? [{ name: 'category', label: text('gallery.category'), kind: 'choice', choices } as const]
          : []),
      ]}
      values={values}
      onChange={change}
    />
  );
}

function Matches({ templates }: { templates: readonly CatalogTemplate[] }) {
  const styles = useStyles();
  const text = useMessages();
  return (
    <>
      <Caption1 role="status" className={styles.status}>
        {text('gallery.count', { count: templates.length })}
      </Caption1>
      <CardGrid
        items={templates}
        keyOf={({ templateConfiguration }) => templateConfiguration.id}
        card={(template) => <TemplateCard template={template} />}
      />
    </>
  );
}
