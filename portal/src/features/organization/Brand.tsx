import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { useState } from 'react';
import { NARROW_SCREEN } from '../../components/narrow-screen.ts';
import { VISUALLY_HIDDEN } from '../../components/visually-hidden.ts';

const useStyles = makeStyles({
  brand: {
    display: 'flex',
    alignItems: 'center',
    gap: tokens.spacingHorizontalS,
    minWidth: 0,
    padding: `${tokens.spacingVerticalXS} ${tokens.spacingHorizontalM}`,
    fontWeight: tokens.fontWeightSemibold,
    fontSize: tokens.fontSizeBase500,
    lineHeight: tokens.lineHeightBase500,
    borderRadius: tokens.borderRadiusMedium,
    // Only a theme with the accent colour has these variables (components/accent-theme.ts).
    color: 'var(--charterOnAccent, inherit)',
    backgroundColor: 'var(--charterAccent, transparent)',
    [NARROW_SCREEN]: { padding: `2px ${tokens.spacingHorizontalS}` },
  },
  // Logos are often drawn for a white page.
  logo: {
    flexShrink: 0,
    boxSizing: 'border-box',
    height: '32px',
    minWidth: '32px',
    maxWidth: '72px',
    padding: '2px',
    objectFit: 'contain',
    backgroundColor: '#ffffff',
    borderRadius: tokens.borderRadiusSmall,
  },
  own: { fontSize: tokens.fontSizeBase400, lineHeight: tokens.lineHeightBase400 },
  name: {
    minWidth: 0,
    overflowWrap: 'anywhere',
    [NARROW_SCREEN]: { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  },
  besideLogo: { [NARROW_SCREEN]: VISUALLY_HIDDEN },
});

/**
 * The organisation's name and logo on its accent colour, or the service's name if none is set. A narrow header shows
 * only the logo.
 */
export function Brand({ name, logo }: { name: string | undefined; logo: string | undefined }) {
  const styles = useStyles();
  const [broken, setBroken] = useState<string>();
  const hasLogo = logo !== undefined && logo !== broken;
  return (
    <span className={mergeClasses(styles.brand, name !== undefined && styles.own)}>
      {hasLogo && <img src={logo} alt="" className={styles.logo} onError={() => setBroken(logo)} />}
      <span className={mergeClasses(styles.name, hasLogo && styles.besideLogo)}>{name ?? 'Charter'}</span>
    </span>
  );
}
