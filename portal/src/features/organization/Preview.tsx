import {
  Button,
  Caption1,
  Link,
  makeStyles,
  type Theme,
  tokens,
  webDarkTheme,
  webLightTheme,
} from '@fluentui/react-components';
import { type CSSProperties, useMemo } from 'react';
import { useMessages } from '../../base/messages.ts';
import { ACCENT_VARIABLES, isColor, recolorWith } from '../../components/accent-theme.ts';
import { Brand } from './Brand.tsx';

const useStyles = makeStyles({
  looks: {
    display: 'grid',
    gap: tokens.spacingHorizontalM,
    gridTemplateColumns: 'repeat(auto-fit, minmax(min(220px, 100%), 1fr))',
  },
  look: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    minWidth: 0,
    overflow: 'hidden',
    alignContent: 'start',
    justifyItems: 'start',
    gap: tokens.spacingVerticalM,
    padding: tokens.spacingHorizontalM,
    color: tokens.colorNeutralForeground1,
    backgroundColor: tokens.colorNeutralBackground1,
    border: `1px solid ${tokens.colorNeutralStroke1}`,
    borderRadius: tokens.borderRadiusMedium,
  },
});

const LOOKS = { light: webLightTheme, dark: webDarkTheme };

/** Values of the variables when no accent colour is chosen: the theme around the preview may have one. */
const WITHOUT_ACCENT = { [ACCENT_VARIABLES.accent]: 'transparent', [ACCENT_VARIABLES.onAccent]: 'inherit' };

/**
 * Returns the colours of the theme as CSS variables. Font sizes stay those of the page. A second FluentProvider would
 * move the first one into a chunk of its own, and the first page would load more.
 */
function coloursOf(theme: Theme, color: string): CSSProperties {
  const recolored = isColor(color) ? recolorWith(color)(theme) : { ...theme, ...WITHOUT_ACCENT };
  const colours = Object.entries(recolored).filter(([name]) => /^(color|charter)/.test(name));
  return Object.fromEntries(colours.map(([name, value]) => [`--${name}`, value]));
}

interface PreviewProps {
  name: string;
  color: string;
  logo: string | undefined;
}

/** Shows the header, a button and a link in the light and in the dark theme. None of them is interactive. */
export function Preview({ name, color, logo }: PreviewProps) {
  const styles = useStyles();
  const text = useMessages();
  const themes = useMemo(
    () => Object.entries(LOOKS).map(([look, theme]) => [look, coloursOf(theme, color)] as const),
    [color],
  );
  return (
    <div className={styles.looks} inert>
      {themes.map(([look, theme]) => (
        <div key={look} style={theme} className={styles.look}>
          <Caption1>
            {text(look === 'dark' ? 'nav.account.colours.dark' : 'nav.account.colours.light')}
          </Caption1>
          <Brand name={name.trim() || undefined} logo={logo} />
          <Button appearance="primary">{text('nav.request')}</Button>
          <Link>{text('nav.help.names')}</Link>
        </div>
      ))}
    </div>
  );
}
