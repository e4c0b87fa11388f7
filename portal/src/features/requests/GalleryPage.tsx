import type { CatalogTemplate } from '@charter/sdk';
import {
  Body1,
  Caption1,
  Card,
  CardHeader,
  makeStyles,
  SearchBox,
  Subtitle2,
  tokens,
} from '@fluentui/react-components';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useMessages } from '../../app/messages.ts';
import { Page } from '../../components/Page.tsx';
import { QueryView } from '../../components/QueryView.tsx';
import { useMyTemplates } from '../templates/queries.ts';
import { TemplatePicture } from '../templates/TemplatePicture.tsx';

const useStyles = makeStyles({
  grid: {
    display: 'grid',
    gap: tokens.spacingHorizontalL,
    gridTemplateColumns: 'repeat(auto-fill, minmax(min(260px, 100%), 1fr))',
    listStyleType: 'none',
    margin: 0,
    padding: 0,
  },
  card: { height: '100%', boxSizing: 'border-box', overflowWrap: 'anywhere' },
  search: { maxWidth: '420px', width: '100%' },
  status: { minHeight: tokens.lineHeightBase300 },
});

/** The templates that the person may use, with a search over names, descriptions, categories and tags. */
export function GalleryPage() {
  const styles = useStyles();
  const text = useMessages();
  const [typed, setTyped] = useState('');
  const templates = useMyTemplates();
  return (
    <Page title={text('gallery.title')}>
      <SearchBox
        className={styles.search}
        aria-label={text('gallery.search')}
        placeholder={text('gallery.search')}
        value={typed}
        onChange={(_event, { value }) => setTyped(value)}
      />
      <QueryView
        query={templates}
        isEmpty={({ value }) => value.length === 0}
        empty={<Body1>{text('gallery.empty')}</Body1>}
      >
        {({ value }) => <Matches templates={value.filter((template) => matches(template, typed))} />}
      </QueryView>
    </Page>
  );
}

function matches({ templateConfiguration: found }: CatalogTemplate, typed: string): boolean {
  const words = [found.name, found.description ?? '', ...(found.categories ?? []), ...(found.tags ?? [])];
  return words.join(' ').toLowerCase().includes(typed.trim().toLowerCase());
}

function Matches({ templates }: { templates: readonly CatalogTemplate[] }) {
  const styles = useStyles();
  const text = useMessages();
  return (
    <>
      <Caption1 role="status" className={styles.status}>
        {text('gallery.count', { count: templates.length })}
      </Caption1>
      <ul className={styles.grid}>
        {templates.map((template) => (
          <li key={template.templateConfiguration.id}>
            <TemplateCard template={template} />
          </li>
        ))}
      </ul>
    </>
  );
}

function TemplateCard({ template }: { template: CatalogTemplate }) {
  const styles = useStyles();
  const text = useMessages();
  const navigate = useNavigate();
  const { id, name, description, pictureUrl, approval } = template.templateConfiguration;
  return (
    <Card
      className={styles.card}
      role="link"
      tabIndex={0}
      aria-label={name}
      onClick={() => void navigate({ to: '/request/$templateId', params: { templateId: id } })}
    >
      <CardHeader
        image={<TemplatePicture name={name} pictureUrl={pictureUrl} />}
        header={<Subtitle2 as="h2">{name}</Subtitle2>}
        description={
          <Caption1>{text(approval?.requireApproval ? 'gallery.approval' : 'gallery.atOnce')}</Caption1>
        }
      />
      {description !== undefined && <Body1>{description}</Body1>}
    </Card>
  );
}
