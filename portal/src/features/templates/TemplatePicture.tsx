import { makeStyles, tokens } from '@fluentui/react-components';
import { useState } from 'react';

const useStyles = makeStyles({
  picture: {
    flexShrink: 0,
    height: '56px',
    width: '56px',
    borderRadius: tokens.borderRadiusLarge,
    objectFit: 'cover',
    display: 'grid',
    placeItems: 'center',
    fontSize: tokens.fontSizeHero700,
    fontWeight: tokens.fontWeightSemibold,
    color: tokens.colorNeutralForegroundOnBrand,
    backgroundImage: `linear-gradient(120deg, ${tokens.colorBrandBackground}, ${tokens.colorBrandBackgroundPressed})`,
  },
});

/** The picture types that a template may embed (server/src/domain/catalog/picture.ts). */
const EMBEDDED = /^data:image\/(png|jpeg);base64,/;

/**
 * The template's own picture. Shows the first letter of its name when it has none, or when the browser can't decode
 * it. The page loads no picture from other sites.
 */
export function TemplatePicture({ name, pictureUrl }: { name: string; pictureUrl?: string | undefined }) {
  const styles = useStyles();
  const [broken, setBroken] = useState<string>();
  if (pictureUrl !== undefined && EMBEDDED.test(pictureUrl) && pictureUrl !== broken) {
    return <img src={pictureUrl} alt="" className={styles.picture} onError={() => setBroken(pictureUrl)} />;
  }
  return (
    <div aria-hidden className={styles.picture}>
      {[...name][0]?.toUpperCase()}
    </div>
  );
}
