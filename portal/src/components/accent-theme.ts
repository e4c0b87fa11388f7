/** Recolours the themes with the accent colour of the organisation. */
import { createDarkTheme, createLightTheme, type Theme } from '@fluentui/react-components';
import { darkRampOf, lightRampOf, textOn } from './accent-shades.ts';

/** CSS variables of the accent colour itself and of text on it, in addition to the tokens of the theme. */
export const ACCENT_VARIABLES = { accent: 'charterAccent', onAccent: 'charterOnAccent' } as const;

/** Theme factories, by the background colour that identifies a theme. High-contrast themes have none. */
const MAKERS: Record<string, (accent: string) => Theme> = {
  '#ffffff': (accent) => createLightTheme(lightRampOf(accent)),
  '#292929': (accent) => createDarkTheme(darkRampOf(accent)),
};

export const isColor = (text: string): boolean => /^#[0-9a-f]{6}$/i.test(text);

/**
 * Returns a function that applies the colour to a light or dark theme, and returns any other theme unchanged. It caches
 * its results.
 * @param accent `#RRGGBB`
 */
export function recolorWith(accent: string): (theme: Theme) => Theme {
  const made = new Map<Theme, Theme>();
  return (theme) => {
    const make = MAKERS[theme.colorNeutralBackground1];
    if (make === undefined) return theme;
    const known = made.get(theme);
    if (known !== undefined) return known;
    const ofBrand = Object.entries(make(accent)).filter(([name]) => name.includes('Brand'));
    const own = { [ACCENT_VARIABLES.accent]: accent, [ACCENT_VARIABLES.onAccent]: textOn(accent) };
    const recolored = { ...theme, ...Object.fromEntries(ofBrand), ...own };
    made.set(theme, recolored);
    return recolored;
  };
}
