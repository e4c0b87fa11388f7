/** Tests the contrast of coloured text in themes with accent colours from black to white. */
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { describe, it } from 'node:test';
import type { Theme } from '@fluentui/react-components';
import { darkRampOf, lightRampOf, textOn } from '../src/components/accent-shades.ts';

// Node can't load the package's ES modules, only its CommonJS build.
const fluent = createRequire(import.meta.url)(
  '@fluentui/react-components',
) as typeof import('@fluentui/react-components');

const THEMES = {
  light: {
    own: fluent.webLightTheme,
    recolor: (color: string) => fluent.createLightTheme(lightRampOf(color)),
  },
  dark: { own: fluent.webDarkTheme, recolor: (color: string) => fluent.createDarkTheme(darkRampOf(color)) },
};

const LEAST = 4.5;
const STEPS = ['00', '24', '49', '6d', '92', 'b6', 'db', 'ff'];
const COLORS = STEPS.flatMap((red) =>
  STEPS.flatMap((green) => STEPS.map((blue) => `#${red}${green}${blue}`)),
);

function luminanceOf(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const value = Number.parseInt(color.slice(start, start + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrastOf(one: string, other: string): number {
  const [low = 0, high = 0] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

/** Text colours with their backgrounds. */
const PAIRS = [
  ['colorNeutralForegroundOnBrand', 'colorBrandBackground'],
  ['colorNeutralForegroundOnBrand', 'colorBrandBackgroundHover'],
  ['colorNeutralForegroundOnBrand', 'colorBrandBackgroundPressed'],
  ['colorBrandForegroundLink', 'colorNeutralBackground1'],
  ['colorBrandForegroundLink', 'colorNeutralBackground2'],
  ['colorBrandForeground1', 'colorNeutralBackground1'],
] as const satisfies readonly (readonly (keyof Theme)[])[];

const hex = (color: string): string => (color.length === 4 ? color.replace(/[^#]/g, '$&$&') : color);

describe('a theme in an accent colour', () => {
  for (const [name, { own, recolor }] of Object.entries(THEMES)) {
    it(`has readable text in each of ${COLORS.length} accent colours (${name})`, () => {
      for (const color of COLORS) {
        const theme = recolor(color);
        for (const [text, ground] of PAIRS) {
          const found = contrastOf(hex(theme[text]), hex(theme[ground]));
          // Rounding to 8 bits changes the contrast slightly.
          const least = Math.min(LEAST, contrastOf(hex(own[text]), hex(own[ground])) - 0.1);
          assert.ok(found >= least, `${color}: ${text} on ${ground} has ${found}, not ${least}`);
        }
        assert.ok(contrastOf(textOn(color), color) >= LEAST, color);
      }
    });
  }

  it('uses a dark accent colour unchanged for buttons in the light theme', () => {
    assert.equal(THEMES.light.recolor('#742774').colorBrandBackground, '#742774');
  });
});
