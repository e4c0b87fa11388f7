import { makeStyles, tokens } from '@fluentui/react-components';

const useStyles = makeStyles({
  picture: {
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

/** The template's own picture, or the first letter of its name. The page loads no picture from other sites. */
export function TemplatePicture({ name, pictureUrl }: { name: string; pictureUrl?: string | undefined }) {
  const styles = useStyles();
  if (pictureUrl?.startsWith('data:image/'))
    return <img src={pictureUrl} alt="" className={styles.picture} />;
  return (
    <div aria-hidden className={styles.picture}>
      {[...name][0]?.toUpperCase()}
    </div>
  );
}
