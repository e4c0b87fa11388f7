/**
 * Media queries for small screens. Their unit is the font size of the browser, so a screen with larger text counts as a
 * smaller one. page.css has the same widths.
 */

/** Screens on which the header is one row, and a button opens its links: below 900 pixels at the usual font size. */
export const NARROW_SCREEN = '@media (max-width: 56.1875em)';

/** Phones: below 640 pixels at the usual font size. */
export const PHONE_SCREEN = '@media (max-width: 39.9375em)';
