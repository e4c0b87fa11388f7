import type { CatalogTemplate } from '@charter/sdk';
import { Badge, Body1, makeStyles, Subtitle2, tokens } from '@fluentui/react-components';
import { Link } from '@tanstack/react-router';
import { useMessages } from '../../base/messages.ts';
import { TemplatePicture } from '../templates/TemplatePicture.tsx';

const useStyles = makeStyles({
  card: {
    position: 'relative',
    height: '100%',
    boxSizing: 'border-box',
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalM,
    padding: tokens.spacingHorizontalL,
    overflowWrap: 'anywhere',
    backgroundColor: tokens.colorNeutralBackground1,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusXLarge,
    ':hover': { backgroundColor: tokens.colorNeutralBackground1Hover, boxShadow: tokens.shadow8 },
    ':focus-within': { outline: `2px solid ${tokens.colorStrokeFocus2}` },
  },
  head: { display: 'flex', gap: tokens.spacingHorizontalM, alignItems: 'center' },
  name: { margin: 0, minWidth: 0 },
  /** The link covers the whole card. */
  link: {
    color: tokens.colorNeutralForeground1,
    textDecorationLine: 'none',
    outlineStyle: 'none',
    '::after': { content: '""', position: 'absolute', inset: 0 },
  },
  description: {
    display: '-webkit-box',
    overflow: 'hidden',
    WebkitBoxOrient: 'vertical',
    WebkitLineClamp: 3,
    color: tokens.colorNeutralForeground2,
  },
  foot: {
    display: 'flex',
    flexWrap: 'wrap',
    gap: tokens.spacingHorizontalXS,
    marginTop: 'auto',
  },
  category: { maxWidth: '100%', overflow: 'hidden' },
});

/** A template of the gallery: picture, description, and whether a request needs an approval. */
export function TemplateCard({ template }: { template: CatalogTemplate }) {
  const styles = useStyles();
  const text = useMessages();
  const { id, name, description, pictureUrl, approval, categories = [] } = template.templateConfiguration;
  return (
    <article className={styles.card}>
      <div className={styles.head}>
        <TemplatePicture name={name} pictureUrl={pictureUrl} />
        <Subtitle2 as="h2" className={styles.name}>
          <Link to="/request/$templateId" params={{ templateId: id }} className={styles.link}>
            {name}
          </Link>
        </Subtitle2>
      </div>
      {description !== undefined && <Body1 className={styles.description}>{description}</Body1>}
      <div className={styles.foot}>
        <Badge appearance="tint" color={approval?.requireApproval ? 'warning' : 'success'}>
          {text(approval?.requireApproval ? 'gallery.approval' : 'gallery.atOnce')}
        </Badge>
        {categories.map((category) => (
          <Badge key={category} appearance="outline" color="informative" className={styles.category}>
            {category}
          </Badge>
        ))}
      </div>
    </article>
  );
}
