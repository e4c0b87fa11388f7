import { Body1 } from '@fluentui/react-components';
import { Link } from '@tanstack/react-router';
import { useMessages } from '../../base/messages.ts';
import { CardGrid } from '../../components/CardGrid.tsx';
import { QueryView } from '../../components/QueryView.tsx';
import { Section } from '../../components/Section.tsx';
import { NoTemplate } from '../requests/GalleryPage.tsx';
import { TemplateCard } from '../requests/TemplateCard.tsx';
import { useMyTemplates } from '../templates/queries.ts';

const MAX_SHOWN = 6;

/** Shows a person without teams and requests what they can ask for. */
export function TemplateSuggestions() {
  const text = useMessages();
  return (
    <Section title={text('home.start')}>
      <QueryView query={useMyTemplates()} isEmpty={({ value }) => value.length === 0} empty={<NoTemplate />}>
        {({ value }) => (
          <>
            <Body1>{text('home.startDetail')}</Body1>
            <CardGrid
              items={value.slice(0, MAX_SHOWN)}
              keyOf={({ templateConfiguration }) => templateConfiguration.id}
              card={(template) => <TemplateCard template={template} />}
            />
            {value.length > MAX_SHOWN && (
              <Link to="/request">{text('home.all', { count: value.length })}</Link>
            )}
          </>
        )}
      </QueryView>
    </Section>
  );
}
