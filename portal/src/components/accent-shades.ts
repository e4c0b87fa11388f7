/** The shades of an accent colour. */
import type { BrandVariants } from '@fluentui/react-components';

/**
 * Relative luminances (WCAG 2.2) of the shades of Fluent UI's own brand. Every contrast of a theme depends only on
 * luminances, so shades of another colour with the same luminances are as readable.
 */
const LUMINANCES: Record<keyof BrandVariants, number> = {
  10: 0.0078,
  20: 0.0154,
  30: 0.0251,
  40: 0.0401,
  50: 0.0588,
  60: 0.0834,
  70: 0.1077,
  80: 0.145,
  90: 0.2278,
  100: 0.3239,
  110: 0.3832,
  120: 0.445,
  130: 0.5377,
  140: 0.647,
  150: 0.7565,
  160: 0.8879,
};

type Linear = readonly [red: number, green: number, blue: number];

const toLinear = (color: string): Linear =>
  [1, 3, 5].map((start) => {
    const value = Number.parseInt(color.slice(start, start + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  }) as unknown as Linear;

const toHex = (linear: Linear): string =>
  `#${linear
    .map((value) => (value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055))
    .map((value) =>
      Math.round(Math.min(1, Math.max(0, value)) * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;

const luminanceOf = ([red, green, blue]: Linear): number => 0.2126 * red + 0.7152 * green + 0.0722 * blue;

/** Mixes the colour with black or white to reach the luminance. */
function withLuminance(color: Linear, wanted: number): Linear {
  const own = luminanceOf(color);
  const mix = (value: number): number =>
    wanted <= own
      ? own === 0
        ? 0
        : (value * wanted) / own
      : value + ((1 - value) * (wanted - own)) / (1 - own);
  return color.map(mix) as unknown as Linear;
}

/** The shade of buttons in the light theme. */
const BUTTON = 80;

/** Returns the shades for a dark theme. */
export const darkRampOf = (accent: string): BrandVariants => rampOf(accent, 1);

/**
 * Returns the shades for a light theme. Its shades up to the one for buttons are used for text on light surfaces and
 * behind white text, so they may be darker. A dark accent colour is therefore used unchanged for buttons.
 */
export const lightRampOf = (accent: string): BrandVariants =>
  rampOf(accent, Math.min(1, luminanceOf(toLinear(accent)) / LUMINANCES[BUTTON]));

/** @param dimming factor for the luminances of the shades up to the one for buttons */
function rampOf(accent: string, dimming: number): BrandVariants {
  const color = toLinear(accent);
  const shades = Object.entries(LUMINANCES).map(([shade, luminance]) => {
    const wanted = Number(shade) <= BUTTON ? luminance * dimming : luminance;
    return [shade, toHex(withLuminance(color, wanted))];
  });
  return Object.fromEntries(shades) as BrandVariants;
}

/** Returns white, or black if the contrast of white is below 4.5:1 (WCAG 2.2, 1.4.3). The service has the same rule. */
export const textOn = (accent: string): string =>
  1.05 / (luminanceOf(toLinear(accent)) + 0.05) >= 4.5 ? '#ffffff' : '#000000';
