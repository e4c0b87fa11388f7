import {
  Button,
  Caption1,
  FluentProvider,
  Link,
  makeStyles,
  type Theme,
  tokens,
  webDarkTheme,
  webLightTheme,
} from '@fluentui/react-components';
import { useMemo } from 'react';
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
    border: `1px solid ${tokens.colorNeutralStroke1}`,
    borderRadius: tokens.borderRadiusMedium,
  },
});

const LOOKS = { light: webLightTheme, dark: webDarkTheme };

/** Values of the variables without an accent colour, since the theme around the preview may have one. */
const WITHOUT_ACCENT = { [ACCENT_VARIABLES.accent]: 'transparent', [ACCENT_VARIABLES.onAccent]: 'inherit' };

/** Returns the colours of the theme. Font sizes stay those of the page. */
function coloursOf(theme: Theme, color: string): Partial<Theme> {
  const recolored = isColor(color) ? recolorWith(color)(theme) : { ...theme, ...WITHOUT_ACCENT };
  return Object.fromEntries(Object.entries(recolored).filter(([name]) => /^(color|charter)/.test(name)));
}

interface PreviewProps {
  name: string;
  color: string;
  logo: string | undefined;
}

/** Shows the header, a button and a link in the light and in the dark theme. Nothing in it can be pressed. */
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
        <FluentProvider key={look} theme={theme} className={styles.look}>
          <Caption1>
            {text(look === 'dark' ? 'nav.account.colours.dark' : 'nav.account.colours.light')}
          </Caption1>
          <Brand name={name.trim() || undefined} logo={logo} />
          <Button appearance="primary">{text('nav.request')}</Button>
          <Link>{text('nav.help.names')}</Link>
        </FluentProvider>
      ))}
    </div>
  );
}
